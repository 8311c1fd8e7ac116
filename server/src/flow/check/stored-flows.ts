import { checkWriteBacks } from '#protocol/check/languages/write-back.ts';
import { demandsOf } from '#protocol/check/languages/written.ts';
import { fileOf, type Problem, type Report } from '#protocol/check/problem.ts';
import { createScope, type Scope } from '#protocol/check/scope.ts';
import { checkHandlers } from '#protocol/check/steps/flow.ts';
import { eventsOf } from '#protocol/meta/events.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkCondition } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { pinnedTable } from '#protocol/rules/pinned.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { LedgerRow } from '#server/meta/memory.ts';
import { readLedger } from '#server/meta/sync/read.ts';
import { type FlowDef, namesIn } from '../definition/definition.ts';
import { currentFlow, type Identities, type Missing, namesUsed } from '../definition/pinned.ts';
import { checkFlow } from '../soundness/check.ts';
import { UNWRITTEN } from '../soundness/written.ts';
import { type LastStart, lastStart } from './last-start.ts';

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
    // of before sub-tables had names
    each: () => undefined,
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
  /** the first of their records */
  records: number[];
  /** the same of those at each step */
  standing: Standing[];
}
interface Standing {
  state: number;
  cases: number;
  records: number[];
}

const RUNNING = `select d.id, d.table_uid, d.version, d.def, n.state, n.cases, n.records
  from (select def_id, state, count(*)::int as cases, (array_agg(rowid order by rowid))[:5] as records
    from fw.flow_case where status = 0 and state > 1 group by 1, 2) n join fw.flow_def d on d.id = n.def_id
  order by d.table_uid, d.version, n.state`;

/** The flows that running cases follow, with where they stand. */
async function followedFlows(tx: Tx): Promise<Followed[]> {
  const flows = new Map<number, Followed>();
  for (const { id, state, cases, records, ...flow } of await tx.query<Omit<Followed, 'standing'> & Standing & { id: number }>(RUNNING)) {
    const { standing } = flows.get(id) ?? { standing: [] };
    const all = [...standing, { state, cases, records }];
    const first = all
      .flatMap((one) => one.records)
      .sort((one, other) => one - other)
      .slice(0, MOST_NAMED);
    flows.set(id, { ...flow, cases: all.reduce((sum, one) => sum + one.cases, 0), records: first, standing: all });
  }
  return [...flows.values()];
}
const MOST_NAMED = 5;

/** What a start says of running cases: for what it is refused, and what it goes on with. */
export interface OfCases {
  refused: Problem[];
  warned: Problem[];
}

/**
 * What running cases would not find any more with these definitions: the case of a record follows the flow that it began with, so what
 * that flow reads or writes has to be there until it ends. A record that is with its applicant takes the newest flow at its next Submit.
 * Refused is what cannot run at all, and what the last start could do and this one could not; what was no better then goes on.
 */
export async function brokenCases(tx: Tx, catalogue: Catalogue): Promise<OfCases> {
  const followed = await followedFlows(tx);
  if (!followed.length) return { refused: [], warned: [] };
  const then = await lastStart(tx, catalogue);
  const found = followed.map((flow) => brokenBy(flow, catalogue, then));
  return { refused: found.flatMap(({ refused }) => refused), warned: found.flatMap(({ warned }) => warned) };
}

function brokenBy(flow: Followed, catalogue: Catalogue, last: LastStart): OfCases {
  const table = catalogue.tableOf(flow.table_uid);
  const who = counted(flow, flow);
  if (!table) {
    const reason = `the table is gone, and ${who} would be left without it`;
    return { refused: [{ file: 'suites', path: flow.def.table_name, reason, mend: `${KEEP('the table')}${RENAMED}` }], warned: [] };
  }
  const file = fileOf(table.suite, table.name);
  if (table.def.flow !== 1)
    return {
      refused: [{ file, path: 'flow', reason: `the flow is gone, and nobody could go on with ${who}`, mend: KEEP('flow: 1') }],
      warned: [],
    };
  const { def, missing } = currentFlow(flow.def, catalogue);
  // what may be seen and edited in a step goes with the field
  const tables = new Set(missing.flatMap((one) => (one.field ? [] : [one.table])));
  const needed = missing.filter(({ path, table, field }) => !path.startsWith('fields[') && !(field && tables.has(table)));
  const gone = [...new Map(needed.map((one) => [nameOf(one), one])).values()].map((one): Problem => {
    const paths = needed.filter((other) => nameOf(other) === nameOf(one)).map(({ path }) => path);
    const reason = `${nameOf(one)} is gone, and ${who} still ${flow.cases === 1 ? 'needs' : 'need'} it: ${paths.join(', ')}`;
    return {
      file,
      path: one.each ? 'subtables' : one.field ? `fields[${one.field}]` : 'tables',
      reason,
      mend: one.each
        ? KEEP('the sub-table, and what it is called')
        : `${KEEP(one.field ? 'the field (it may be hidden: 1)' : 'the table')}${RENAMED}`,
    };
  });
  if (gone.length) return { refused: gone, warned: [] };
  const { refused, warned } = sorted(flow, { ...table.def, write_back: [...def.write_back] }, def, { catalogue, last, who, file });
  return {
    refused: [...unreadable(catalogue, table, def, who, file), ...goneDeeds(table, def, who, file), ...refused],
    warned: [...warned, ...leftSteps(flow, table, file)],
  };
}

const counted = ({ cases }: Pick<Followed, 'cases'>, { def, version }: Followed): string =>
  `${cases} running ${cases === 1 ? 'case' : 'cases'} of ${def.table_name} (flow version ${version})`;

/** The first records of cases, and how many more there are. */
function shown({ cases, records }: Pick<Followed, 'cases' | 'records'>): string {
  const more = cases > records.length ? ` and ${cases - records.length} more` : '';
  return `record${cases === 1 ? '' : 's'} ${records.join(', ')}${more}`;
}

/** Steps at which records stand and which the definition has no more: they go on, by the flow that they began with. */
function leftSteps(flow: Followed, table: ResolvedTable, file: string): Problem[] {
  const left = flow.standing.filter(({ state }) => !table.def.states.some(({ value }) => Number(value) === state));
  return left.map((some) => {
    const name = flow.def.states.find(({ value }) => Number(value) === some.state)?.key_name;
    const stand = `${counted(some, flow)} ${some.cases === 1 ? 'stands' : 'stand'} there`;
    const reason = `step ${some.state}${name ? ` (${name})` : ''} is gone, and ${stand}: ${shown(some)}`;
    const goOn = `${some.cases === 1 ? 'it goes on by the flow that it' : 'they go on by the flow that they'} began with`;
    return {
      file,
      path: `states[${some.state}]`,
      reason,
      mend: `${goOn}; return such a record for its next submission to take the flow of now`,
    };
  });
}

type Undoable = Omit<Problem, 'file'> & { kind: 'write' | 'sign' };

/**
 * What the published flow would write on approval and cannot, and whom it names and does not find: by the checks that a definition has to
 * pass, on the published steps and these fields.
 */
function undoable(scope: Scope, table: TableDef, def: FlowDef): Undoable[] {
  const then: TableDef = { ...pinnedTable(table, def), write_back: [...def.write_back] };
  const found: Undoable[] = [];
  const noting =
    (kind: Undoable['kind']): Report =>
    (path, reason, mend) =>
      found.push({ kind, path, reason, mend });
  checkWriteBacks(scope, then, noting('write'));
  checkHandlers(scope, then, noting('sign'));
  return found;
}

interface At {
  catalogue: Catalogue;
  last: LastStart;
  who: string;
  file: string;
}

/** What this start takes from running cases, beside what they could not do before it, and what they may come to. */
function sorted({ cases, records, table_uid }: Followed, table: TableDef, def: FlowDef, { catalogue, last, who, file }: At): OfCases {
  const scope = createScope(catalogue.suites);
  const before = last.table(table_uid);
  const known = new Set((before ? undoable(last.scope, before, def) : []).map(({ path, reason }) => `${path} ${reason}`));
  const still = { write: cases === 1 ? 'writes so' : 'write so', sign: cases === 1 ? 'goes by it' : 'go by it' };
  const said = ({ kind, path, reason }: Undoable, mend: string, more = ''): Problem => ({
    ...{ file, path, reason: `${reason}, and ${who} still ${still[kind]}${more}`, mend },
  });
  const which = `: ${shown({ cases, records })}`;
  const now = undoable(scope, table, def);
  const then: TableDef = { ...pinnedTable(table, def), write_back: [...def.write_back] };
  // it may: most records are filled in all the same, and a decision that would write nothing is refused in words
  const empty = checkFlow(then, (code) => catalogue.dict(code)?.items, demandsOf(scope, then), scope.table)
    .filter(({ rule, path }) => rule === UNWRITTEN && !now.some((one) => one.path === path))
    .map(({ path, reason, mend }): Undoable => ({ kind: 'write', path, reason, mend }));
  const isOld = ({ path, reason }: Undoable) => known.has(`${path} ${reason}`);
  return {
    refused: now.filter((one) => !isOld(one)).map((one) => said(one, UNTIL[one.kind])),
    warned: [...now.filter(isOld), ...empty].map((one) => said(one, MEANWHILE[one.kind], which)),
  };
}

const UNTIL = {
  write: 'leave both sides as they are until these cases have ended; what is new goes into a field of its own that is not notnull',
  sign: 'keep the role, and what the field refers to, until these cases have ended',
};
const MEANWHILE = {
  write: 'a decision that cannot write it is refused in words; return such a record: its next submission takes the flow of now',
  sign: 'return such a record: its next submission takes the flow of now; or bring the role back',
};

const RENAMED = '; a changed name is followed where the uid stays';
const KEEP = (what: string): string => `keep ${what} until these cases have ended`;

const nameOf = ({ table, field, each }: Missing): string =>
  each ? `sub-table ${table}` : field ? `field ${table}.${field}` : `table ${table}`;

/** Handlers that no action of the table names any more, while events of these cases carry them out: nobody knows that they are there still. */
function goneDeeds({ def: { states } }: ResolvedTable, def: FlowDef, who: string, file: string): Problem[] {
  const known = new Set(states.flatMap(({ actions = [] }) => actions.flatMap(({ op, code }) => (op === 'Call' && code ? [code] : []))));
  return def.states.flatMap((state) =>
    eventsOf(state).flatMap((event): Problem[] => {
      const code = event.action && state.actions?.find(({ uid }) => uid === event.action)?.code;
      if (!code || known.has(code)) return [];
      const reason = `no action names the handler ${code} any more, which ${who} still carry out`;
      return [{ file, path: `states[${state.value}].events[${event.id}].action`, reason, mend: KEEP(`a Call with code: '${code}'`) }];
    }),
  );
}

/** Guards that can be read no longer: a field has become another kind of value. */
function unreadable(catalogue: Catalogue, table: ResolvedTable, def: FlowDef, who: string, file: string): Problem[] {
  const names = namesIn(catalogue, table.def);
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
