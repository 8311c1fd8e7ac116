import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import { sequenceOf } from './columns.ts';
import { desiredLedger, desiredSchema, type LedgerRow, syncedTables } from './desired.ts';
import type { Follows } from './follow.ts';
import { keepName } from './history.ts';
import { appTables, type Match, match, moves, namesOf, renamed, tableAt } from './names.ts';
import { changesOf } from './plan-table.ts';
import { keyOf, qualified, quoted, type Schema, type Table } from './schema.ts';
import { ORDER, type Step } from './step.ts';

export interface Plan {
  steps: readonly Step[];
  /** the ledger as it is to stand afterwards, when it differs from what stands */
  ledger: readonly LedgerRow[] | null;
}

export const isEmpty = (plan: Plan): boolean => plan.steps.length === 0 && plan.ledger === null;

/** What has to be done so that the database is what the definitions say. Pure: the same input gives the same plan. */
export function planSync(catalogue: Catalogue, current: Schema, ledger: readonly LedgerRow[], follows: readonly Follows[] = []): Plan {
  const desired = desiredSchema(catalogue);
  const tables = match(
    syncedTables(catalogue).map((table) => ({ uid: table.def.uid, name: table.name })),
    appTables(current),
    namesOf(ledger, 'table'),
  );
  const renamedTables = new Map([...tables.known].map(([name, was]) => [was, name] as const));
  const steps: Step[] = [
    ...tables.gone.flatMap((name) => dropTable(current, name)),
    ...moves(tables.known).flatMap((move) => renameTable(move, follows)),
  ];
  for (const table of syncedTables(catalogue)) {
    const was = tables.known.get(table.name);
    const fields = namesOf(ledger, 'field', table.def.uid);
    const uids = new Map([...table.fields.values()].filter((field) => !field.standard).map((field) => [field.name, field.def.uid]));
    for (const schema of ['app', 'hist'] as const) {
      const wanted = tableAt(desired, schema, table.name)!;
      const standing = was === undefined ? undefined : tableAt(current, schema, was);
      const names = standing ? columnsMatched(wanted, standing, uids, fields) : null;
      steps.push(...(names ? alterTable(wanted, standing!, names, renamedTables) : changesOf(wanted)));
      if (names && schema === 'app') steps.push(...moves(names.known).flatMap((move) => followed(catalogue, table, move, follows)));
    }
  }
  const wantedLedger = desiredLedger(catalogue);
  return { steps: inOrder(steps), ledger: sameLedger(wantedLedger, ledger) ? null : wantedLedger };
}

const columnsMatched = (wanted: Table, standing: Table, uids: ReadonlyMap<string, string>, fields: ReadonlyMap<string, string>): Match =>
  match(
    [...wanted.columns.keys()].map((name) => ({ name, ...(uids.has(name) ? { uid: uids.get(name)! } : {}) })),
    [...standing.columns.keys()],
    fields,
  );

function alterTable(wanted: Table, standing: Table, columns: Match, tables: ReadonlyMap<string, string>): Step[] {
  const steps = moves(columns.known).map(([from, to]) => renameColumn(wanted, from, to));
  const names = new Map([...columns.known].map(([name, was]) => [was, name] as const));
  // A column that goes keeps out of the way of a new one that takes its name.
  const gone = new Map(columns.gone.map((name) => [name, `${name} (goes)`] as const));
  const after = renamed(standing, wanted.name, new Map([...names, ...gone]), tables);
  return [...steps, ...changesOf(wanted, { table: after, now: standing, goes: new Map([...gone].map(([name, said]) => [said, name])) })];
}

/** What the engine keeps under the old name of a field comes along. */
function followed(catalogue: Catalogue, table: ResolvedTable, [from, to]: [string, string], follows: readonly Follows[]): Step[] {
  const others = catalogue.tables().filter((other) => other.permission === table.permission && other !== table);
  const renamed = { table: table.name, group: table.permission, from, to, shared: others.some((other) => other.fields.has(from)) };
  const statements = follows.flatMap((of) => of.field?.(renamed) ?? []);
  return statements.length
    ? [{ when: 'rename', text: `app.${table.name}: what is kept of ${from} follows to ${to}`, sql: statements.join(';\n') }]
    : [];
}

function renameColumn(table: Table, from: string, to: string): Step {
  return {
    when: 'rename',
    text: `${keyOf(table)}: rename column ${from} to ${to}`,
    sql: `alter table ${qualified(table)} rename column ${quoted(from)} to ${quoted(to)}`,
  };
}

function renameTable([from, to]: [string, string], follows: readonly Follows[]): Step[] {
  const statements = (['app', 'hist'] as const).map((schema) => `alter table ${schema}.${quoted(from)} rename to ${quoted(to)}`);
  const kept = follows.flatMap((of) => of.table?.({ from, to }) ?? []);
  const sequence = `alter sequence app.${quoted(sequenceOf(from))} rename to ${quoted(sequenceOf(to))}`;
  return [
    { when: 'rename', text: `app.${from}: rename table to ${to}`, sql: [...statements, sequence, dropKeep(from), ...kept].join(';\n') },
  ];
}

function dropTable(current: Schema, name: string): Step[] {
  const standing = (['app', 'hist'] as const).filter((schema) => tableAt(current, schema, name));
  return [
    {
      when: 'drop',
      text: `app.${name}: drop the table and its history`,
      sql: [...standing.map((schema) => `drop table ${schema}.${quoted(name)} cascade`), dropKeep(name)].join(';\n'),
      destructive: `table ${name} with all its rows and their history`,
    },
  ];
}

const dropKeep = (table: string): string => `drop function if exists hist.${quoted(keepName(table))}() cascade`;

function inOrder(steps: readonly Step[]): Step[] {
  return ORDER.flatMap((when) => steps.filter((step) => step.when === when));
}

function sameLedger(wanted: readonly LedgerRow[], standing: readonly LedgerRow[]): boolean {
  const said = (rows: readonly LedgerRow[]) => rows.map((row) => [row.kind, row.table_uid, row.uid, row.name, row.suite].join(' ')).sort();
  return said(wanted).join('\n') === said(standing).join('\n');
}
