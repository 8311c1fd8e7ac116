import { createHash } from 'node:crypto';
import { changeStatements } from './changes.ts';
import { keepStatements } from './history.ts';
import { says } from './names.ts';
import { type Column, keyOf, type Part, plain, qualified, quoted, sequenceOf, type Table } from './schema.ts';
import type { Step } from './step.ts';
import { conversion } from './types.ts';

/** A table as it stands: `table` in the spelling it will have after the renamings, `now` as it is called until then. */
interface Standing {
  table: Table;
  now: Table;
  /** columns that nobody wants any more: their name in `table`, and now */
  goes: ReadonlyMap<string, string>;
}

/** All that makes one table what it should be; without `standing` it is made from nothing. */
export function changesOf(wanted: Table, standing?: Standing): Step[] {
  if (!standing)
    return [createTable(wanted), ...addParts(wanted, wanted.constraints, wanted.indexes), ...keepOf(wanted), ...changeOf(wanted, null)];
  const { table, now, goes } = standing;
  const remade = [...wanted.columns.keys()].filter((name) => isRemade(wanted.columns.get(name)!, table.columns.get(name)));
  const altered = [...wanted.columns.keys()].filter((name) => isAltered(wanted.columns.get(name)!, table.columns.get(name)));
  const touched = [...goes.keys(), ...remade, ...altered];
  const constraints = comparePart(wanted.constraints, table.constraints, touched);
  const indexes = comparePart(wanted.indexes, table.indexes, touched);
  return [
    ...constraints.gone.map((part) => dropConstraint(now, part)),
    ...indexes.gone.map((part) => dropIndex(now, part)),
    ...[...goes.values()].map((name) => dropColumn(now, name)),
    ...remade.map((name) => dropColumn(now, name)),
    ...[...wanted.columns].flatMap(([name, column]) =>
      columnSteps(wanted, name, column, remade.includes(name) ? undefined : table.columns.get(name)),
    ),
    ...constraints.moved.flatMap(([part, was]) => renameConstraint(wanted, part, was)),
    ...indexes.moved.flatMap(([part, was]) => renameIndex(wanted, part, was)),
    ...addParts(wanted, constraints.missing, indexes.missing),
    ...(wanted.keep === table.keep && wanted.name === now.name ? [] : keepOf(wanted)),
    ...changeOf(wanted, table.change),
  ];
}

/** A generated column is made anew when its expression changes: it holds nothing of its own. */
const isRemade = (wanted: Column, standing: Column | undefined): boolean =>
  standing !== undefined &&
  (wanted.generated || standing.generated) &&
  (wanted.generated !== standing.generated || plain(wanted.value!) !== standing.value);

const isAltered = (wanted: Column, standing: Column | undefined): boolean =>
  standing !== undefined && !isRemade(wanted, standing) && wanted.type !== standing.type;

function createTable(table: Table): Step {
  const columns = [...table.columns].map(([name, column]) => `  ${columnSql(name, column)}`);
  const create = `create table ${qualified(table)} (\n${columns.join(',\n')}\n)`;
  const sequence = `app.${quoted(sequenceOf(table.name))}`;
  const numbered = [`create sequence ${sequence}`, create, `alter sequence ${sequence} owned by ${qualified(table)}.id`];
  return { when: 'make', text: `${keyOf(table)}: create table`, sql: table.schema === 'app' ? numbered.join(';\n') : create };
}

function columnSql(name: string, { type, notNull, value, generated }: Column): string {
  const rule = generated ? ` generated always as (${value}) stored` : value === null ? '' : ` default ${value}`;
  return `${quoted(name)} ${type}${notNull ? ' not null' : ''}${rule}`;
}

function columnSteps(table: Table, name: string, wanted: Column, standing: Column | undefined): Step[] {
  const step = (text: string, change: string, destructive?: string): Step => ({
    when: 'make',
    text: `${keyOf(table)}: ${text}`,
    sql: `alter table ${qualified(table)} ${change}`,
    ...(destructive ? { destructive } : {}),
  });
  if (!standing) return [step(`add column ${name} ${wanted.type}`, `add column ${columnSql(name, wanted)}`)];
  const alter = `alter column ${quoted(name)}`;
  const steps: Step[] = [];
  if (wanted.type !== standing.type && !wanted.generated) {
    const { using, lossy } = conversion(quoted(name), standing.type, wanted.type);
    const text = `column ${name} from ${standing.type} to ${wanted.type}`;
    const changed = `${alter} drop default, ${alter} type ${wanted.type} using ${using}`;
    steps.push(step(text, changed, lossy ? `values of ${keyOf(table)}.${name} that do not fit ${wanted.type}` : undefined));
  }
  const given = steps.length > 0 ? null : standing.value;
  if (!wanted.generated && (wanted.value === null ? null : plain(wanted.value)) !== given)
    steps.push(step(`default of ${name}`, `${alter} ${wanted.value === null ? 'drop default' : `set default ${wanted.value}`}`));
  if (wanted.notNull !== standing.notNull) {
    const text = wanted.notNull ? `column ${name} is always filled` : `column ${name} may be empty`;
    steps.push(step(text, `${alter} ${wanted.notNull ? 'set' : 'drop'} not null`));
  }
  return steps;
}

function dropColumn(now: Table, name: string): Step {
  const generated = now.columns.get(name)?.generated ?? false;
  return {
    when: generated ? 'release' : 'drop',
    text: `${keyOf(now)}: drop column ${name}`,
    sql: `alter table ${qualified(now)} drop column ${quoted(name)}`,
    ...(generated || (now.schema === 'hist' && name === 'keywords')
      ? {}
      : { destructive: `column ${keyOf(now)}.${name} with all its values` }),
  };
}

interface Compared {
  gone: Part[];
  /** the wanted part and the name it has now */
  moved: [Part, string][];
  missing: Part[];
}

/** Parts are compared by what they say. One that mentions a column that goes or changes its type is made anew. */
function comparePart(wanted: readonly Part[], standing: readonly Part[], touched: readonly string[]): Compared {
  const left = standing.filter((part) => !touched.some((name) => mentions(part.says, name)));
  const gone = standing.filter((part) => !left.includes(part));
  const moved: [Part, string][] = [];
  const missing: Part[] = [];
  for (const part of wanted) {
    const same = left.filter((one) => one.says === plain(part.says));
    const found = same.find((one) => one.name === part.name) ?? same[0];
    if (!found) {
      missing.push(part);
      continue;
    }
    left.splice(left.indexOf(found), 1);
    if (found.name !== part.name) moved.push([part, found.name]);
  }
  return { gone: [...gone, ...left], moved, missing };
}

const mentions = (text: string, name: string): boolean => (/\W/.test(name) ? text.includes(name) : says(name).test(text));

function addParts(table: Table, constraints: readonly Part[], indexes: readonly Part[]): Step[] {
  const constraint = (part: Part): Step => ({
    when: part.says.startsWith('FOREIGN KEY') ? 'refer' : 'limit',
    text: `${keyOf(table)}: add ${plain(part.says)}`,
    sql: `alter table ${qualified(table)} add constraint ${quoted(part.name)} ${part.says}`,
  });
  const index = (part: Part): Step => {
    const unique = part.says.startsWith('UNIQUE ');
    const on = `on ${qualified(table)} ${part.says.replace(/^UNIQUE /, '')}`;
    return {
      when: 'limit',
      text: `${keyOf(table)}: add index ${plain(part.says)}`,
      sql: `create ${unique ? 'unique ' : ''}index ${quoted(part.name)} ${on}`,
    };
  };
  return [...constraints.map(constraint), ...indexes.map(index)];
}

const dropConstraint = (now: Table, part: Part): Step => ({
  when: 'release',
  text: `${keyOf(now)}: drop ${part.says}`,
  sql: `alter table ${qualified(now)} drop constraint if exists "${part.name}" cascade`,
});

const dropIndex = (now: Table, part: Part): Step => ({
  when: 'release',
  text: `${keyOf(now)}: drop index ${part.says}`,
  sql: `drop index ${now.schema}."${part.name}"`,
});

/** Parts may swap their names, also from table to table: all leave theirs before the first takes its new one. */
function renameConstraint(table: Table, part: Part, was: string): Step[] {
  const rename = (from: string, to: string) => `alter table ${qualified(table)} rename constraint ${quoted(from)} to ${quoted(to)}`;
  return renameSteps(table, part, was, rename);
}

function renameIndex(table: Table, part: Part, was: string): Step[] {
  return renameSteps(table, part, was, (from, to) => `alter index ${table.schema}.${quoted(from)} rename to ${quoted(to)}`);
}

function renameSteps(table: Table, part: Part, was: string, rename: (from: string, to: string) => string): Step[] {
  const passing = `fw_moving.${createHash('sha256').update(`${table.name} ${part.name}`).digest('hex').slice(0, 20)}`;
  return [
    { when: 'rename', text: `${keyOf(table)}: ${was} gives up its name`, sql: rename(was, passing) },
    { when: 'settle', text: `${keyOf(table)}: rename ${was} to ${part.name}`, sql: rename(passing, part.name) },
  ];
}

const keepOf = (table: Table): Step[] =>
  table.keep === null ? [] : [{ when: 'keep', text: `${keyOf(table)}: keep closed versions`, sql: keepStatements(table.name, table.keep) }];

const changeOf = (table: Table, standing: string | null): Step[] =>
  table.change === standing
    ? []
    : [
        {
          when: 'keep',
          text: `${keyOf(table)}: ${table.change === null ? 'tell of changed rows no more' : 'tell of changed rows'}`,
          sql: changeStatements(table),
        },
      ];
