import { isDeepStrictEqual } from 'node:util';
import type { Names } from '#protocol/rules/condition/condition-kind.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { DECIDES } from '#protocol/rules/todo.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { compileFlow, type FlowDef, holdsFor, namesIn } from '../definition/definition.ts';
import { loadCase } from '../store/case-store.ts';
import { brokenCases } from '../store/chain.ts';
import { type Command, decide } from './decide.ts';
import { evolve, numbered } from './evolve.ts';
import { type Diff, type Env, type FlowState, NO_CASE } from './model.ts';
import { brokenByStep, brokenInState } from './testing-invariants.ts';

interface LogRow {
  def: FlowDef;
  seq: number;
  actor: number;
  data: { diff: Diff; cause: { command: Command; env?: Env } };
}

/**
 * Everything that must be true of the stored cases after any run: the invariants, the log folds to the rows (I8), deciding its
 * commands again gives the same log, the log is a chain, the record agrees (I3). Answers what is not.
 */
export async function auditCases(house: House, source: string): Promise<string[]> {
  const cases = await house.db.query<{ company_id: number; id: number; rowid: number }>(
    'select company_id, id, rowid from fw.flow_case where source = $1 order by id',
    [source],
  );
  const found: string[] = [];
  for (const one of cases) found.push(...(await auditCase(house, source, one)).map((said) => `record ${one.rowid}: ${said}`));
  for (const company of new Set(cases.map(({ company_id }) => company_id)))
    for (const { rowid, seq, what } of await brokenCases(house.db, company)) found.push(`record ${rowid}: the chain, seq ${seq} ${what}`);
  return found;
}

async function auditCase(house: House, source: string, of: { company_id: number; id: number; rowid: number }): Promise<string[]> {
  const table = house.catalogueOf(null).table(source)!;
  const stored = (await loadCase(house.db, { company: of.company_id, source, rowid: of.rowid }))!;
  const log = await house.db.query<LogRow>(
    `select l.seq, l.actor, l.data, d.def from fw.flow_log l join fw.flow_def d on d.id = (l.data ->> 'def_id')::bigint
     where l.company_id = $1 and l.case_id = $2 order by l.seq`,
    [of.company_id, of.id],
  );
  const found: string[] = [];
  let state: FlowState = NO_CASE;
  for (const [at, row] of log.entries()) {
    const flow = compileFlow(row.def, holdsFor(publishedNames(house.catalogueOf(null), table, row.def)));
    const { diff, cause } = row.data;
    if (row.seq !== at + 1) found.push(`I7 seq ${row.seq} at ${at + 1}`);
    const env = cause.env ?? ({ now: diff.at } as Env);
    const again = decide(flow, state, row.actor, cause.command, env) as Diff;
    const same = isDeepStrictEqual(
      JSON.parse(
        JSON.stringify(
          numbered(
            again,
            diff.open.map((todo) => todo.id),
          ),
        ),
      ),
      diff,
    );
    if (!same) found.push(`I8 seq ${row.seq} decides differently now`);
    const after = evolve(state, diff);
    found.push(...brokenByStep(flow, state, diff, after, env.principals), ...brokenInState(flow, after));
    state = after;
  }
  if (!isDeepStrictEqual(sorted(state), sorted(stored.state))) found.push('I8 the log does not fold to the stored rows');
  const [record] = await house.db.query<{ review_state: number; reviewers: number[] }>(
    `select review_state, reviewers from app."${source}" where company_id = $1 and id = $2`,
    [of.company_id, of.rowid],
  );
  const holders = new Set(stored.state.todos.filter((todo) => DECIDES.has(todo.review_state)).map((todo) => todo.review_entity));
  if (record!.review_state !== stored.state.case!.state) found.push('I3 the record is in another step');
  if (!isDeepStrictEqual(new Set(record!.reviewers), holders)) found.push('I3 the record has other reviewers');
  return found;
}

/** The log speaks in the names of its flow; what kind a field is, its uid tells. */
function publishedNames(catalogue: Catalogue, table: ResolvedTable, def: FlowDef): Names {
  const now = namesIn(catalogue, table.def);
  const nameOf = (of: ResolvedTable | undefined, was: string | undefined, field: string): string => {
    const uid = def.names?.[was ?? '']?.fields[field];
    return of?.def.fields.find((one) => one.uid === uid)?.field_name ?? field;
  };
  return (name) => {
    const related = relatedOf(name);
    if (!related) return now(nameOf(table, def.table_name, name));
    const by = nameOf(table, def.table_name, related.by);
    const target = catalogue.table(table.fields.get(by)?.source?.table ?? '');
    const was = Object.keys(def.names ?? {}).find((one) => def.names![one]!.uid === target?.def.uid);
    return now(`${by}.${nameOf(target, was, related.field)}`);
  };
}

const sorted = ({ case: at, todos }: FlowState): unknown =>
  JSON.parse(JSON.stringify({ at, todos: [...todos].sort((a, b) => a.id - b.id) }));
