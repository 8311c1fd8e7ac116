import type { Answered } from '#protocol/testing-person.ts';
import type { Db } from '#server/db/db.ts';
import { PEOPLE, type Person } from '../lab.ts';
import { client } from '../run/client.ts';
import { newRid } from './forms.ts';

/** Where a scenario is played: `before` serves the earlier version of the flow, `now` the newest. */
export interface Ground {
  db: Db;
  before: string;
  now: string;
  token(who: Person | 'admin'): string;
}
/** The server that dies, or comes after it. */
export interface Stage {
  url: string;
  expire(): Promise<number>;
}
/** Something done to an errand beside deciding it, which may be sent again. */
export interface Beside {
  name: string;
  prepare(on: Ground): Promise<{ id: number; act(stage: Stage): Promise<unknown>; clear?(): Promise<unknown> }>;
  /** What the errand is once it was done, once: its log, the rows that wait, what its lines took. */
  ends: { log: string; waits: string; taken: string };
}

const must = (answer: Answered): Answered => {
  if (answer.code !== 200) throw new Error(`a scenario's ground is refused: ${JSON.stringify(answer)}`);
  return answer;
};

/** An errand of two lines that name one stock, submitted. */
async function filed({ token }: Ground, url: string): Promise<number> {
  const stock = must(await client(url, token('ann'))('Add', { cloud: 'stock', key_name: 'bolts', rest: '10', times: 0, _rid: newRid() }));
  const lines = ['1.5', '2'].map((qty) => ({ op: 'Add', stock_entity: stock.data!.id, qty }));
  const form = { cloud: 'errand', key_name: 'errand', department_entity: 31, _event: 11, _rid: newRid() };
  const made = must(await client(url, token('ann'))('Add', { ...form, _subtables: { 'errand_line.errand_entity': lines } }));
  return made.data!.id as number;
}
const decide = (on: Ground, url: string, who: Person, id: number, _event: number, _rid = newRid()) =>
  client(url, on.token(who))('Modify', { cloud: 'errand', id, _event, _rid, remark: 'yes' });

/** All that waits of the errand has waited too long. */
const late = (db: Db, id: number) =>
  db.query(
    `update fw.flow_todo set late_time = now() - interval '1 minute' where source = 'errand' and rowid = $1 and finish_time is null`,
    [id],
  );

export const BESIDES: readonly Beside[] = [
  {
    name: 'a decision that takes from stock row by row, and ends the case',
    prepare: async (on) => {
      const id = await filed(on, on.now);
      const rid = newRid();
      return { id, act: ({ url }) => decide(on, url, 'cy', id, 21, rid) };
    },
    ends: { log: 'Submit Review', waits: '', taken: '6.500 2' },
  },
  {
    name: 'a running case goes on by a new version, with other people',
    prepare: async (on) => {
      const id = await filed(on, on.before);
      const ask = { cloud: 'errand', id: String(id), remark: 'new rules', confirm: 1 };
      return { id, act: ({ url }) => client(url, on.token('admin'), '/flow')('Migrate', ask) };
    },
    ends: { log: 'Submit Migrate', waits: 'cy', taken: '10.000 0' },
  },
  {
    name: 'what somebody holds goes to another',
    prepare: async (on) => {
      const id = await filed(on, on.now);
      const roles = (of: string) =>
        on.db.query(`update app."user" set role_entities = $1::bigint[] where company_id = 1 and id = ${PEOPLE.bob}`, [of]);
      await roles('{41,42}');
      const [held] = await on.db.query<{ todo: number }>(
        `select id as todo from fw.flow_todo where source = 'errand' and rowid = $1 and finish_time is null`,
        [id],
      );
      const ask = { user: PEOPLE.cy, to: PEOPLE.bob, todo: String(held!.todo), remark: 'leaves' };
      const act: Awaited<ReturnType<Beside['prepare']>>['act'] = ({ url }) => client(url, on.token('admin'), '/flow')('Handover', ask);
      return { id, act, clear: () => roles('{41}') };
    },
    ends: { log: 'Submit Handover', waits: 'bob', taken: '10.000 0' },
  },
  {
    name: 'the clock decides for who waits too long',
    prepare: async (on) => {
      const id = await filed(on, on.now);
      await late(on.db, id);
      return { id, act: ({ expire }) => expire() };
    },
    ends: { log: 'Submit Skip', waits: 'chief', taken: '10.000 0' },
  },
  {
    name: 'the clock gives to another what waits too long',
    prepare: async (on) => {
      const id = await filed(on, on.now);
      must(await decide(on, on.now, 'cy', id, 22));
      await late(on.db, id);
      return { id, act: ({ expire }) => expire() };
    },
    ends: { log: 'Submit Review Handover', waits: 'sig1', taken: '10.000 0' },
  },
];

/** The errand as `ends` says it. */
export async function standing(db: Db, id: number): Promise<Beside['ends']> {
  const [row] = await db.query<Beside['ends']>(
    `select (select string_agg(l.op, ' ' order by l.seq) from fw.flow_log l where l.case_id = c.id) as log,
       coalesce((select string_agg(u.login_name, ' ' order by u.id) from fw.flow_todo w join app."user" u on u.company_id = 1 and u.id = w.review_entity
         where w.case_id = c.id and w.finish_time is null), '') as waits,
       (select s.rest || ' ' || s.times from app.errand_line e join app.stock s on s.id = e.stock_entity where e.errand_entity = $1 limit 1) as taken
     from fw.flow_case c where c.source = 'errand' and c.rowid = $1`,
    [id],
  );
  return row!;
}
