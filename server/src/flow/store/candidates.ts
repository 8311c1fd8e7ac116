import type { StateDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import { bound, compile, sql } from '#server/query/sql.ts';
import { signsOwn } from '../definition/definition.ts';
import type { Passing } from '../kernel/model.ts';
import { ACTIVE, administrators, departmentOf, type HandlerCase, handlersSql, leaderAbove, type NamedBy, officesOf } from './handlers.ts';

/** A step that is about to be entered. */
export interface Entering {
  step: StateDef | null | undefined;
  /** how it will be signed */
  rule: string;
  /** who applied and who submitted: they do not sign their own case, unless the step says so */
  own: readonly number[];
  /** who else could sit in one of its seats is asked: that another seat finds nobody is no matter */
  lenient?: boolean;
}

/** Who would handle a step, as its definition says (docs/decisions/080). */
export interface Candidates {
  people: readonly number[];
  /** as what each is asked: roles of the handler, or its post */
  roles: Readonly<Record<number, readonly string[]>>;
  /** the role that nobody fills, '' where the handler names nobody at all; null where all is well */
  lacking: string | null;
  /** why the step is passed over: nobody but those named in `people`, the applicant's own, could sign it, or nobody at all; null: it is signed */
  skip: Passing | null;
}

export const NOBODY: Candidates = { people: [], roles: {}, lacking: null, skip: null };

/** Who would handle a step of a record. */
export async function candidatesFor(tx: Tx, entering: Entering, of: HandlerCase): Promise<Candidates> {
  if (!entering.step?.handler) return NOBODY;
  const { text, values } = compile(sql`select ${handlersSql(entering.step.handler, of)} as found`);
  const [row] = await tx.query<{ found: NamedBy[] }>(text, values);
  return settle(tx, entering, of, row!.found);
}

/** What a decision asks of people, and the ids of the rows that it may open. */
export interface Asked extends Candidates {
  /** of those named: 1 active, 2 disabled; who is not a user of the company is absent */
  statuses: Record<number, 1 | 2>;
  /** as many ids of to-dos as there are candidates, and `spare` more, in order */
  ids: number[];
}

/** The same for a decision: all that is asked once its event is known, in one statement where the handler finds everybody. */
export async function askFor(
  tx: Tx,
  entering: Entering,
  of: HandlerCase,
  { named, spare }: { named: readonly number[]; spare: number },
): Promise<Asked> {
  const company = bound(of.company, 'bigint');
  const { text, values } = compile(sql`with h as materialized (select ${handlersSql(entering.step?.handler, of)} as found)
    select h.found, array(select nextval('fw.flow_todo_id_seq') from generate_series(1, jsonb_array_length(h.found) + ${bound(spare, 'bigint')})) as ids,
      (select jsonb_object_agg(u.id, case when ${ACTIVE} then 1 else 2 end) from app."user" u
        where u.company_id = ${company} and u.id = any(${bound([...new Set(named)], 'bigint[]')}) and u.deleted_time is null) as people
    from h`);
  const [row] = await tx.query<{ found: NamedBy[]; ids: number[]; people: Record<number, 1 | 2> | null }>(text, values);
  const { found, ids, people } = row!;
  return { ...(await settle(tx, entering, of, found)), statuses: people ?? {}, ids };
}

/** What must find somebody of its own: each role, where all of them or a part are to sign; else the handler as a whole. */
interface Seat {
  codes: readonly string[];
  found: readonly number[];
}

function seatsOf({ step, rule }: Entering, found: readonly NamedBy[]): Seat[] {
  const codes = officesOf(step?.handler);
  if (codes.length < 2 || rule === 'any') return [{ codes, found: found.map(([person]) => person) }];
  return codes.map((code) => ({ codes: [code], found: found.flatMap(([person, role]) => (role === code ? [person] : [])) }));
}

async function settle(tx: Tx, entering: Entering, of: HandlerCase, found: readonly NamedBy[]): Promise<Candidates> {
  if (!entering.step?.handler) return NOBODY;
  const roles = new Map<number, Set<string>>();
  const people = new Set<number>();
  const seat = (person: number, codes: readonly string[]) => {
    people.add(person);
    roles.set(person, new Set([...(roles.get(person) ?? []), ...codes]));
  };
  const seats = seatsOf(entering, found);
  const skipped: { person: number | undefined; why: Passing }[] = [];
  for (const one of seats) {
    const taken = await takeSeat(tx, entering, of, one);
    if (taken === 'skip') skipped.push({ person: one.found[0], why: one.found.length ? 'self' : 'empty' });
    else if (taken.length === 0 && entering.lenient) continue;
    else if (taken.length === 0) return { ...NOBODY, lacking: seats.length > 1 ? one.codes[0]! : '' };
    // several roles in one seat: each signs as what he was found by, a stand-in as all of them
    else for (const person of taken) seat(person, rolesIn(one, found, person));
  }
  const as = Object.fromEntries([...roles].flatMap(([person, codes]) => (codes.size ? [[person, [...codes]] as const] : [])));
  if (skipped.length < seats.length) return { people: [...people], roles: as, lacking: null, skip: null };
  // somebody holds the row that is passed over
  const { person, why } = skipped.find((one) => one.person !== undefined) ?? skipped[0]!;
  const holder = person ?? (await administrators(tx, of.company, entering.own))[0];
  return holder === undefined ? { ...NOBODY, lacking: '' } : { ...NOBODY, people: [holder], skip: why };
}

function rolesIn({ codes }: Seat, found: readonly NamedBy[], person: number): readonly string[] {
  const own = found.flatMap(([id, role]) => (id === person && role !== null && codes.includes(role) ? [role] : []));
  return own.length ? own : codes;
}

/** Who sits there; where only the applicant could, or nobody does, the step's policies say. */
async function takeSeat(tx: Tx, { step, own }: Entering, of: HandlerCase, { found }: Seat): Promise<readonly number[] | 'skip'> {
  const others = signsOwn(step) ? found : found.filter((person) => !own.includes(person));
  if (others.length) return others;
  if (!found.length && step?.empty === 'skip') return 'skip';
  if (!found.length) return step?.empty === 'admin' ? administrators(tx, of.company, own) : [];
  if (step?.self === 'allow') return found;
  if (step?.self === 'skip') return 'skip';
  const department = departmentOf(step?.handler, of);
  const above =
    step?.self === 'admin'
      ? []
      : await leaderAbove(tx, of.company, { person: found[0]!, ...(department === undefined ? {} : { department }) }, own);
  return above.length ? above : administrators(tx, of.company, own);
}
