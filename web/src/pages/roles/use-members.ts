import { useEffect, useState } from 'react';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { codeList } from '#protocol/wire/lists.ts';
import { call } from '#web/api/call.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { invalidateTable, queryClient } from '#web/api/use-op.ts';
import { asEntities } from '#web/fields/values.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { type Follows, followsIn, NOTHING_FOLLOWS } from '../form/control/use-duties.ts';

/** Somebody to whom a role is to be given, or from whom it is to be taken. */
export interface Member {
  id: number;
  key_name: string;
  key_name_en: string;
}
export type Way = 'add' | 'remove';

/** What is known of one beforehand: that nothing changes for him, and what follows for him where something does. */
export interface Foreseen {
  same: boolean;
  follows: Follows;
}

/** Apart: what follows for all of them at once, each office that nobody but some of them has, and what follows for each alone. */
export function apart(follows: readonly Follows[]): { all: Follows; each(of: Follows): Follows } {
  const together = follows.flatMap(({ offices }) => offices.filter((office) => office.together === 1));
  const once = new Map(together.map((office) => [`${office.kind} ${office.id}`, office]));
  return {
    all: { ...NOTHING_FOLLOWS, offices: [...once.values()] },
    each: (of) => ({ ...of, offices: of.offices.filter((office) => office.together === 0) }),
  };
}

/** How many a call takes, of members and of questions alike. */
const MOST = 100;
/** Those who lose it in one go, as far as a question names them. */
const MOST_LEAVING = 1000;
const ROLES = 'role_entities';

const portions = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MOST) }, (_, at) => all.slice(at * MOST, (at + 1) * MOST));

/** Asked once, when they are chosen; null until it is known. What cannot be asked is not foretold: the save asks everything again. */
export function useForeseen(role: number, people: readonly Member[], way: Way): ReadonlyMap<number, Foreseen> | null {
  const [seen, setSeen] = useState<ReadonlyMap<number, Foreseen> | null>(null);
  useEffect(() => {
    const away = new AbortController();
    const { signal } = away;
    foresee(role, people, way, signal).then(
      (all) => signal.aborted || setSeen(all),
      () => signal.aborted || setSeen(new Map()),
    );
    return () => away.abort();
  }, [role, people, way]);
  return seen;
}

async function foresee(role: number, people: readonly Member[], way: Way, signal: AbortSignal): Promise<ReadonlyMap<number, Foreseen>> {
  const all = new Map<number, Foreseen>();
  for (const some of portions(people)) {
    const value = some.map(({ id }) => id);
    const asked = { cloud: 'user', page: 1, rows: MOST, filters: { fields: { id: { op: 'in' as const, value } } }, fields: ROLES };
    const { rows = [] } = await call(ops.page, asked, { signal });
    const known = (rows as WireRow[])
      .filter((row) => ROLES in row)
      .map((row) => [row.id, asEntities(row[ROLES]).map(({ id }) => id)] as const);
    const changing = known.filter(([, roles]) => roles.includes(role) === (way === 'remove'));
    const after = changing.map(([id, roles]) => [id, way === 'add' ? [...roles, role] : roles.filter((one) => one !== role)] as const);
    const leaving = way === 'remove' ? people.map(({ id }) => id) : [];
    const follows = after.length > 0 ? await followsOf(after, leaving, signal) : new Map<number, Follows>();
    for (const [id, roles] of known)
      all.set(id, { same: roles.includes(role) === (way === 'add'), follows: follows.get(id) ?? NOTHING_FOLLOWS });
  }
  return all;
}

/** What follows for each of having these roles, where some lose theirs together; of rules that he breaks already nothing is said. */
async function followsOf(
  people: readonly (readonly [number, readonly number[]])[],
  leaving: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Follows>> {
  const { path, op } = ops.duties;
  const together = leaving.length > 1 ? { leaving: codeList(leaving.slice(0, MOST_LEAVING).map(String)) } : {};
  const actions = people.map(([id, roles]) => ({ path, op, id: String(id), role_entities: codeList(roles.map(String)), ...together }));
  const { rows = [] } = await call(ops.queue, { actions }, { signal });
  const told = rows as unknown as readonly Envelope[];
  return new Map(
    people.map(([id], at) => {
      const follows = followsIn(told[at]);
      return [id, { ...follows, broken: follows.broken.filter(({ standing }) => standing === 0) }];
    }),
  );
}

/** Members who are left, with why it could not be; none is told before it was tried. */
type Left = Member & { why?: string };
type Told = Parameters<typeof remarkOf>[0] & { id: number };

/** Gives or takes; whom it could not reach stays with why. `onMoved` whenever something changed, `onDone` when nobody is left. */
export function useGiving(role: number, people: readonly Member[], way: Way, onDone: () => void) {
  const [left, setLeft] = useState<readonly Left[]>(people);
  const [moved, setMoved] = useState(0);
  const [busy, setBusy] = useState(false);
  const give = async () => {
    if (busy) return;
    setBusy(true);
    const why = new Map<number, string>();
    for (const some of portions(left)) for (const [id, reason] of await giveTo(role, some, way)) why.set(id, reason);
    const rest = left.filter(({ id }) => why.has(id)).map((one) => ({ ...one, why: why.get(one.id)! }));
    const all = moved + left.length - rest.length;
    if (rest.length < left.length) {
      void invalidateTable('user');
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [op] }) => String(op).includes('RoleApi') });
    }
    setBusy(false);
    setMoved(all);
    setLeft(rest);
    if (rest.length > 0) return;
    toast.done(say(way === 'add' ? 'roles.given' : 'roles.taken', { n: all }));
    onDone();
  };
  return { left, moved, busy, give };
}

/** Why it could not be, of each whom it did not reach. */
async function giveTo(role: number, people: readonly Member[], way: Way): Promise<readonly (readonly [number, string])[]> {
  try {
    const asked = { id: role, [way]: people.map(({ id }) => id) };
    const { rows = [] } = await call(ops.roleMembers, asked, { accept: [300, 343] });
    return (rows as unknown as Told[]).flatMap((one) => (one.code === 200 ? [] : [[one.id, remarkOf(one)] as const]));
  } catch (error) {
    const { remark } = asApiError(error);
    return people.map(({ id }) => [id, remark] as const);
  }
}
