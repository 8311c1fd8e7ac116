import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import type { LedgerRow } from '../memory.ts';
import { syncedTables } from './columns.ts';
import { desiredSchema } from './desired.ts';
import type { Follows } from './follow.ts';
import { keepName } from './history.ts';
import { type Kept, keptOf, NOTHING_KEPT } from './kept.ts';
import { desiredLedger, sameLedger } from './ledger.ts';
import { appTables, type Match, match, moves, namesOf, type Registered, registered, renamed, tableAt } from './names.ts';
import { changesOf } from './plan-table.ts';
import { keyOf, qualified, quoted, type Schema, sequenceOf, type Table } from './schema.ts';
import { ORDER, type Step } from './step.ts';

export interface Plan {
  steps: readonly Step[];
  /** the ledger as it is to stand afterwards, when it differs from what stands */
  ledger: readonly LedgerRow[] | null;
  /** fields that no definition has any more and whose columns stay */
  kept: readonly LedgerRow[];
  /** of those, the ones that the last version still had */
  goes: readonly LedgerRow[];
}

export interface PlanOptions {
  /** where engine tables keep names of definitions */
  follows?: readonly Follows[] | undefined;
  /** drops the columns that no definition wants any more; else they are kept */
  drops?: boolean | undefined;
}

export const isEmpty = (plan: Plan): boolean => plan.steps.length === 0 && plan.ledger === null;

/** What has to be done so that the database is what the definitions say. Pure: the same input gives the same plan. */
export function planSync(catalogue: Catalogue, current: Schema, ledger: readonly LedgerRow[], options: PlanOptions = {}): Plan {
  const { follows = [], drops = false } = options;
  const kept = drops ? NOTHING_KEPT : keptOf(catalogue, current, ledger);
  const desired = desiredSchema(catalogue, kept);
  const known = registered(ledger);
  const tables = match(
    syncedTables(catalogue).map((table) => ({ uid: table.def.uid, name: table.name })),
    appTables(current),
    namesOf(known.tables),
  );
  const renamedTables = new Map([...tables.known].map(([name, was]) => [was, name] as const));
  const steps: Step[] = [
    ...tables.gone.flatMap((name) => dropTable(current, name)),
    ...moves(tables.known).flatMap((move) => renameTable(move, follows)),
  ];
  for (const table of syncedTables(catalogue)) {
    const was = tables.known.get(table.name);
    for (const schema of ['app', 'hist'] as const) {
      const wanted = tableAt(desired, schema, table.name)!;
      const standing = was === undefined ? undefined : tableAt(current, schema, was);
      const names = standing ? columnsMatched(table, wanted, standing, { kept, known }) : null;
      steps.push(...(names ? alterTable(wanted, standing!, names, renamedTables) : changesOf(wanted)));
      if (names && schema === 'app') steps.push(...moves(names.known).flatMap((move) => followed(table, move, follows)));
    }
  }
  const wantedLedger = desiredLedger(catalogue, ledger, kept.ledger);
  return {
    steps: inOrder(steps),
    ledger: sameLedger(wantedLedger, ledger) ? null : wantedLedger,
    kept: kept.ledger.filter((row) => row.kind === 'field'),
    goes: kept.ledger.filter((row) => row.kind === 'field' && !row.gone),
  };
}

function columnsMatched(table: ResolvedTable, wanted: Table, standing: Table, { kept, known }: { kept: Kept; known: Registered }): Match {
  const own = [...table.fields.values()].filter((field) => !field.standard).map((field) => [field.name, field.def.uid] as const);
  const uids = new Map([...own, ...kept.fields(table).map(({ name, uid }) => [name, uid] as const)]);
  return match(
    [...wanted.columns.keys()].map((name) => ({ name, ...(uids.has(name) ? { uid: uids.get(name)! } : {}) })),
    [...standing.columns.keys()],
    namesOf(known.fields(table.def.uid)),
  );
}

function alterTable(wanted: Table, standing: Table, columns: Match, tables: ReadonlyMap<string, string>): Step[] {
  const steps = moves(columns.known).map(([from, to]) => renameColumn(wanted, from, to));
  const names = new Map([...columns.known].map(([name, was]) => [was, name] as const));
  // A column that goes keeps out of the way of a new one that takes its name.
  const gone = new Map(columns.gone.map((name) => [name, `${name} (goes)`] as const));
  const after = renamed(standing, wanted.name, new Map([...names, ...gone]), tables);
  return [...steps, ...changesOf(wanted, { table: after, now: standing, goes: new Map([...gone].map(([name, said]) => [said, name])) })];
}

/** What the engine keeps under the old name of a field comes along. */
function followed(table: ResolvedTable, [from, to]: [string, string], follows: readonly Follows[]): Step[] {
  const statements = follows.flatMap((of) => of.field?.({ table: table.name, from, to }) ?? []);
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
