import { checkHandlers } from '#protocol/meta/check/flow.ts';
import { fileOf, type Problem, type Report } from '#protocol/meta/check/problem.ts';
import { createScope } from '#protocol/meta/check/scope.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkCondition } from '#protocol/rules/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition-parse.ts';
import { checkWriteBacks } from '#protocol/rules/definitions/write-back.ts';
import { demandsOf } from '#protocol/rules/definitions/written.ts';
import { pinnedTable } from '#protocol/rules/pinned.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { LedgerRow } from '#server/meta/memory.ts';
import { readLedger } from '#server/meta/sync/read.ts';
import { eventsOf, type FlowDef, namesOf } from './definition.ts';
import { currentFlow, type Identities, type Missing, namesUsed } from './pinned.ts';
import { checkFlow } from './soundness/check.ts';
import { UNWRITTEN } from './soundness/written.ts';

/**
 * Takes down the uids behind the names of flows that were published before that was done. Call it before the tables follow the definitions:
 * until then the database's ledger says who was called what.
 */
export async function nameStoredFlows(tx: Tx, catalogue: Catalogue): Promise<void> {
  const stored = await tx.query<{ id: number; table_uid: string; def: FlowDef }>(
    `select id, table_uid, def from fw.flow_def where not def ? 'names'`,
  );
  if (stored.length === 0) return;
  const ledger = await readLedger(tx);
  const named = stored.map(({ id, table_uid, def }) => ({ id, names: namesUsed(def, asOf(ledger, catalogue, def.table_name, table_uid)) }));
  await tx.query('alter table fw.flow_def disable trigger flow_def_keep');
  await tx.query(
    `update fw.flow_def d set def = d.def || jsonb_build_object('names', n.names)
     from jsonb_to_recordset($1::jsonb) as n (id bigint, names jsonb) where n.id = d.id`,
    [JSON.stringify(named)],
  );
  await tx.query('alter table fw.flow_def enable trigger flow_def_keep');
}

/** Who was who by the ledger; `own` is the flow's table, whatever it was called. */
function asOf(ledger: readonly LedgerRow[], catalogue: Catalogue, own: string, uid: string): Identities {
  const table = (name: string) => (name === own ? uid : ledger.find((row) => row.kind === 'table' && row.name === name)?.uid);
  const field = (of: string, name: string) =>
    ledger.find((row) => row.kind === 'field' && row.table_uid === table(of) && row.name === name)?.uid;
  return {
    table,
    field,
    source: (of, name) => {
      const now = catalogue.tableOf(table(of) ?? '');
      const found = [...(now?.fields.values() ?? [])].find((one) => one.def.uid === field(of, name) || (one.standard && one.name === name));
      const target = found?.source && catalogue.table(found.source.table)?.def.uid;
      return ledger.find((row) => row.kind === 'table' && row.uid === target)?.name;
    },
  };
}

interface Followed {
  table_uid: string;
  version: number;
  def: FlowDef;
  cases: number;
}

const RUNNING = `select d.table_uid, d.version, d.def, n.cases
  from (select def_id, count(*)::int as cases from fw.flow_case where status = 0 and state > 1 group by 1) n join fw.flow_def d on d.id = n.def_id
  order by d.table_uid, d.version`;

/**
 * What running cases would not find any more with these definitions: the case of a record follows the flow that it began with, so what
 * that flow reads or writes has to be there until it ends. A record that is with its applicant takes the newest flow at its next Submit.
 */
export async function brokenCases(tx: Tx, catalogue: Catalogue): Promise<Problem[]> {
  const followed = await tx.query<Followed>(RUNNING);
  return followed.flatMap((flow) => brokenBy(flow, catalogue));
}

function brokenBy(flow: Followed, catalogue: Catalogue): Problem[] {
  const table = catalogue.tableOf(flow.table_uid);
  const who = `${flow.cases} running ${flow.cases === 1 ? 'case' : 'cases'} of ${flow.def.table_name} (flow version ${flow.version})`;
  if (!table)
    return [
      {
        file: 'suites',
        path: flow.def.table_name,
        reason: `the table is gone, and ${who} would be left without it`,
        mend: KEEP('the table'),
      },
    ];
  const file = fileOf(table.suite, table.name);
  const { def, missing } = currentFlow(flow.def, catalogue);
  // what may be seen and edited in a step goes with the field
  const tables = new Set(missing.flatMap((one) => (one.field ? [] : [one.table])));
  const needed = missing.filter(({ path, table, field }) => !path.startsWith('fields[') && !(field && tables.has(table)));
  const gone = [...new Map(needed.map((one) => [nameOf(one), one])).values()].map((one): Problem => {
    const paths = needed.filter((other) => nameOf(other) === nameOf(one)).map(({ path }) => path);
    const reason = `${nameOf(one)} is gone, and ${who} still ${flow.cases === 1 ? 'needs' : 'need'} it: ${paths.join(', ')}`;
    return {
      file,
      path: one.field ? `fields[${one.field}]` : 'tables',
      reason,
      mend: KEEP(one.field ? 'the field (it may be hidden: 1)' : 'the table'),
    };
  });
  return gone.length ? gone : [...unreadable(table, def, who, file), ...undoable(table, def, catalogue, { who, file, cases: flow.cases })];
}

/**
 * What the published flow would write on approval and no longer can, and whom it names and no longer finds: by the checks that a definition
 * has to pass, on the published steps and the fields of now.
 */
function undoable(
  table: ResolvedTable,
  def: FlowDef,
  catalogue: Catalogue,
  { who, file, cases }: { who: string; file: string; cases: number },
): Problem[] {
  const then: TableDef = { ...pinnedTable(table.def, def), write_back: [...def.write_back] };
  const scope = createScope(catalogue.suites);
  const problems: Problem[] = [];
  const noting =
    (still: string, mend: string): Report =>
    (path, reason) =>
      problems.push({ file, path, reason: `${reason}, and ${who} still ${still}`, mend });
  const one = cases === 1;
  const writes = noting(
    one ? 'writes so' : 'write so',
    'leave both sides as they are until these cases have ended; what is new goes into a field of its own that is not notnull',
  );
  checkWriteBacks(scope, then, writes);
  for (const { rule, path, reason, mend } of checkFlow(then, (code) => catalogue.dict(code)?.items, demandsOf(scope, then)))
    if (rule === UNWRITTEN) writes(path, reason, mend);
  checkHandlers(
    scope,
    then,
    noting(one ? 'goes by it' : 'go by it', 'keep the role, and what the field refers to, until these cases have ended'),
  );
  return problems;
}

const KEEP = (what: string): string => `keep ${what} until these cases have ended; a changed name is followed where the uid stays`;

const nameOf = ({ table, field }: Missing): string => (field ? `field ${table}.${field}` : `table ${table}`);

/** Guards that can be read no longer: a field has become another kind of value. */
function unreadable(table: ResolvedTable, def: FlowDef, who: string, file: string): Problem[] {
  const names = namesOf(table.def);
  const guards = [
    ...def.states.flatMap((state) =>
      eventsOf(state).map((event) => [`states[${state.value}].events[${event.id}].where`, event.where] as const),
    ),
    ...def.assert.map((promise, at) => [`assert[${at}].where`, promise.where] as const),
  ];
  return guards.flatMap(([path, where]) => {
    if (!where) return [];
    try {
      checkCondition(parseCondition(where), names);
      return [];
    } catch (error) {
      const reason = `${where} does not fit the fields any more (${(error as Error).message}), which ${who} must still read`;
      return [
        {
          file,
          path,
          reason,
          mend: 'leave the type of the field as it is until these cases have ended, and give the new type to a field of its own',
        },
      ];
    }
  });
}
