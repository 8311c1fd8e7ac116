import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/db.ts';
import { openSessions } from '#server/signin/testing-sessions.ts';

import { FIRST_ID } from '../fill.ts';

/** Somebody of the crowd: his session, where he calls from, and what he may read. */
export interface Person {
  id: number;
  login: string;
  role: Role;
  token: string;
  address: string;
  /** a draft of his own, which he saves */
  draft: number | null;
  /** records that he may open, as table and id */
  records: readonly [cloud: string, id: number][];
}

/** Of a thousand: how many have the roles of which account of the demonstration. */
const ROLES = { applicant: 490, depthead: 150, investmgr: 2, finance: 100, viewer: 200, president: 8, leader: 50 } as const;
export type Role = keyof typeof ROLES;

const FIRST_PERSON = FIRST_ID + 100_000;
const FIRST_DRAFT = FIRST_ID + 200_000;

/** So many people of the seven roles, each with an account and a session of his own; accounts stay for the next run. */
export async function crowdOf(db: Db, folder: string, most: number): Promise<Person[]> {
  const pepper = await readFile(join(folder, 'keys', 'pepper'));
  const people: Person[] = [];
  let at = 0;
  for (const [role, share] of Object.entries(ROLES) as [Role, number][]) {
    const count = Math.max(1, Math.round((share * most) / 1000));
    await makeAccounts(db, role, at, count);
    const records = await recordsOf(db, role);
    for (let n = 0; n < count && people.length < most; n += 1, at += 1) {
      const id = FIRST_PERSON + at;
      const address = `10.${1 + (at >> 12)}.${(at >> 4) & 255}.${1 + (at & 15)}`;
      people.push({ id, role, login: `crowd${at}`, address, token: '', draft: role === 'applicant' ? FIRST_DRAFT + at : null, records });
    }
  }
  await makeDrafts(db, people);
  await db.query('analyze');
  const users = people.map(({ id }) => id);
  const address = new Map(people.map((person) => [person.id, person.address]));
  const tokens = await openSessions(db, pepper, { company: 1, users, by: 'crowd' }, { address: (user) => address.get(user)! });
  for (const person of people) person.token = tokens.get(person.id)!;
  return people;
}

async function makeAccounts(db: Db, role: Role, from: number, count: number): Promise<void> {
  const columns = 'key_name, review_state, department_entity, domain_entities, role_entities, status';
  await db.query(
    `insert into app."user" (company_id, id, login_name, ${columns})
     select company_id, $1::bigint + n, 'crowd' || $2::bigint + n, ${columns} from app."user", generate_series(0, $3::int - 1) n
     where company_id = 1 and login_name = $4 on conflict do nothing`,
    [FIRST_PERSON + from, from, count, role],
  );
  await db.query(
    `insert into fw.credential select (jsonb_populate_record(c, jsonb_build_object('user_id', n, 'login_id', c.login_id || n))).*
     from fw.credential c join app."user" u on u.company_id = c.company_id and u.id = c.user_id and u.login_name = $1,
       generate_series($2::bigint, $3::bigint) n
     where c.company_id = 1 on conflict do nothing`,
    [role, FIRST_PERSON + from, FIRST_PERSON + from + count - 1],
  );
}

/** What an account of the demonstration may open: asked of the tables, by what its role says. */
async function recordsOf(db: Db, role: Role): Promise<[string, number][]> {
  if (role === 'applicant' || role === 'leader') return [];
  const rows = await db.query<{ id: number }>(
    `with recursive me as (select * from app."user" where company_id = 1 and login_name = $1),
       below (id) as (select department_entity from me union select d.id from app."department" d join below b on d.parent_entity = b.id where d.company_id = 1)
     select p.id from app.project p, me where p.company_id = 1 and p.deleted_time is null and p.subcompany_id = me.domain_entities[1]
       and ($2 or p.department_entity in (select id from below)) order by p.id limit 100`,
    [role, ['investmgr', 'finance', 'president'].includes(role)],
  );
  return rows.map(({ id }) => ['project', id]);
}

async function makeDrafts(db: Db, people: readonly Person[]): Promise<void> {
  const owners = people.filter(({ draft }) => draft !== null);
  await db.query(
    `insert into app.initiation (company_id, subcompany_id, id, code, key_name, review_state, create_entity, create_department, department_entity, create_time)
     select u.company_id, u.domain_entities[1], n.draft, 'D-' || n.draft, '压测草稿 ' || n.draft, 0, u.id, u.department_entity, u.department_entity, now()
     from unnest($1::bigint[], $2::bigint[]) n (owner, draft) join app."user" u on u.company_id = 1 and u.id = n.owner on conflict do nothing`,
    [owners.map(({ id }) => id), owners.map(({ draft }) => draft)],
  );
  for (const person of owners) person.records = [['initiation', person.draft!]];
}

/** One call of the crowd. */
export interface Call {
  kind: Kind;
  path: string;
  form: Readonly<Record<string, string>>;
}
export type Kind = 'list' | 'record' | 'counts' | 'keyword' | 'save' | 'decision';

/** A hundred calls. */
const SHARES: Readonly<Record<Kind, number>> = { list: 70, record: 15, counts: 5, keyword: 5, save: 3, decision: 2 };
const KINDS = Object.entries(SHARES).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));
const WORDS = ['物流', '水电', '改造', '中心', '平台', 'park', '学校', '不存在'];
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** What people do, one call after the other: who and what by chance, decisions while there are cases. */
export function createScript(
  people: readonly Person[],
  decisions: () => { person: Person; call: Call } | null,
): () => { person: Person; call: Call } {
  const owners = people.filter(({ draft }) => draft !== null);
  return () => {
    const kind = pick(KINDS);
    const person = kind === 'save' ? pick(owners) : pick(people);
    if (kind === 'decision') {
      const decision = decisions();
      if (decision) return decision;
    }
    return { person, call: CALLS[kind](person) };
  };
}

const page = (kind: Kind, cloud: string, filters: object, at = 1): Call => ({
  kind,
  path: '/app?op=Page',
  form: { cloud, page: String(at), rows: '20', exact: '0', filters: JSON.stringify(filters) },
});
const WAITING = { fields: { review_state: { op: 'in', value: [2, 4, 7, 13] } } };

/** What everybody lists but the leaders, to whom only the leadership view is open. */
const TABLES: (() => Call)[] = [
  () => page('list', 'initiation', {}),
  () => page('list', 'initiation', { fields: { review_state: pick([2, 3, 4, 90]) } }),
  () => page('list', 'project', {}, pick([1, 1, 1, 2, 3])),
  () => page('list', 'project', { fields: { project_type: pick([1, 2, 3]) }, sort: [['total_price', 'desc']] }),
];

const CALLS: Readonly<Record<Kind, (person: Person) => Call>> = {
  list: ({ role }) =>
    pick([
      () => page('list', 'todo', WAITING),
      () => page('list', 'todo', { fields: { review_state: { op: 'in', value: [3, 5] } } }),
      () => page('list', 'message', {}),
      ...(role === 'leader' ? [] : TABLES),
    ])(),
  record: (person) => {
    if (!person.records.length) return CALLS.counts(person);
    const [cloud, id] = pick(person.records);
    return { kind: 'record', path: '/app?op=Show', form: { cloud, id: String(id) } };
  },
  counts: () => ({ kind: 'counts', path: '/sys?op=Counts', form: { _bg: '1' } }),
  keyword: (person) =>
    person.role === 'leader' ? CALLS.list(person) : page('keyword', pick(['project', 'initiation']), { key_word: pick(WORDS) }),
  save: (person) => ({
    kind: 'save',
    path: '/app?op=Modify',
    form: { cloud: 'initiation', id: String(person.draft), scale: `规模 ${Math.floor(Math.random() * 1e9)}`, _rid: randomUUID() },
  }),
  // when every case is decided
  decision: (person) => CALLS.list(person),
};
