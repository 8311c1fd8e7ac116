import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StateDef } from '#protocol/meta/flow.ts';
import { INACTIVE_PERSON } from '#server/meta/person.ts';
import { type FlowLab, openFlowLab, PEOPLE, type Person } from '../act/testing.ts';
import { candidatesFor } from './candidates.ts';
import { inactiveAmong } from './people.ts';

let lab: FlowLab;
const roles: Record<number, number[]> = {};
beforeAll(async () => {
  lab = await openFlowLab();
  for (const { id, of } of await lab.base.db.query<{ id: number; of: number[] }>('select id, role_entities as of from app."user"'))
    roles[id] = of;
});
afterAll(() => lab.close());
const ADMIN = 1;
const CHIEF = 221;
/** Unit 32 is led by depthead and lies below 31, which the chief leads. */
beforeEach(async () => {
  const { db } = lab.base;
  for (const [id, of] of Object.entries(roles)) await db.query('update app."user" set role_entities = $2 where id = $1', [id, of]);
  await db.query(`update app."user" set status = case when id = 15 then 2 else 1 end where company_id = 1`);
  await db.query('update app."department" set manager_entity = case id when 32 then 3 else $1::bigint end where company_id = 1', [CHIEF]);
  await db.query('update app."department" set parent_entity = case id when 32 then 31 end where company_id = 1');
});
const disable = (who: Person) => lab.base.db.query('update app."user" set status = 2 where id = $1', [PEOPLE[who]]);

const BOTH: StateDef['handler'] = { type: 'roles', codes: ['finance', 'legal'] };
const step = (rest: Partial<StateDef>): StateDef => ({ uid: 's', value: '4', key_name: '步', key_name_en: 'Step', ...rest });
const found = (rest: Partial<StateDef>, { own = [PEOPLE.applicant], rule = 'all' }: { own?: number[]; rule?: string } = {}) =>
  candidatesFor(
    lab.house.db,
    { step: step(rest), rule, own },
    {
      company: 1,
      table: lab.house.catalogueOf(null).table('initiation')!,
      tableOf: lab.house.catalogueOf(null).table,
      record: { department_entity: 32 },
      creator: own[0]!,
    },
  );

describe('FLOW-01 who handles a step', () => {
  it('the active people of its roles, in the order of the definition, each as what he was found by', async () => {
    expect(await found({ handler: BOTH })).toEqual({ people: [5, 6], roles: { 5: ['finance'], 6: ['legal'] }, lacking: null, skip: null });
    expect((await found({ handler: { type: 'roles', codes: ['legal', 'finance'] } })).people).toEqual([6, 5]);
    expect((await found({ handler: { type: 'role', code: 'member' } })).people).toEqual([10, 11, 12]);
    expect(await found({ handler: { type: 'dept_leader', field: 'department_entity' } })).toMatchObject({ people: [3], roles: {} });
    expect((await found({ handler: { type: 'user', id: 15 } })).people).toEqual([]);
    expect(await found({})).toEqual({ people: [], roles: {}, lacking: null, skip: null });
  });

  it('one whose status says nothing does not sign, as he does not sign in: his place counts as empty, he as gone', async () => {
    await lab.base.db.query('update app."user" set status = null where id = $1', [PEOPLE.legal]);
    expect(await found({ handler: BOTH })).toMatchObject({ people: [], lacking: 'legal' });
    expect([...(await inactiveAmong(lab.house.db, 1, [PEOPLE.legal, PEOPLE.finance, 15, 999]))]).toEqual([PEOPLE.legal, 15, 999]);
    const gone = await lab.base.db.query<{ id: number }>(`select u.id from app."user" u where ${INACTIVE_PERSON} order by u.id`);
    expect(gone.map((person) => person.id)).toEqual([PEOPLE.legal, 15]);
  });

  it('the active people with its post, whatever their roles; a hidden post finds them too, one in the bin or of another company nobody', async () => {
    const { db } = lab.base;
    const handler: StateDef['handler'] = { type: 'post', code: 'counsel' };
    expect(await found({ handler })).toMatchObject({ people: [], lacking: '' });
    await db.query(
      `insert into app."post" (company_id, id, code, key_name, status) values (1, 501, 'counsel', '法务总监', 1), (2, 502, 'counsel', '别家', 1)`,
    );
    try {
      await db.query(`update app."user" set post_entities = '{501}' where id in (6, 5, 15)`);
      await db.query(`update app."user" set post_entities = '{502}' where id = 20`);
      const both = { people: [5, 6], roles: { 5: ['post:counsel'], 6: ['post:counsel'] }, lacking: null, skip: null };
      expect(await found({ handler })).toEqual(both);
      await db.query(`update app."post" set status = 2`);
      expect(await found({ handler })).toEqual(both);
      expect((await found({ handler }, { own: [5] })).people).toEqual([6]);
      expect(await found({ handler, self: 'up' }, { own: [5, 6] })).toMatchObject({ people: [3], roles: { 3: ['post:counsel'] } });
      expect(await found({ handler, self: 'skip' }, { own: [5, 6] })).toMatchObject({ skip: 'self' });
      await db.query(`update app."post" set deleted_time = now() where id = 501`);
      expect(await found({ handler, empty: 'admin' })).toMatchObject({ people: [ADMIN], roles: { [ADMIN]: ['post:counsel'] } });
    } finally {
      await db.query(`update app."user" set post_entities = null`);
      await db.query(`delete from app."post"`);
    }
  });

  it('who has two of the roles signs once, as both', async () => {
    await lab.base.db.query(
      'update app."user" set role_entities = role_entities || (select role_entities from app."user" where id = 6) where id = 5',
    );
    await disable('legal');
    expect(await found({ handler: BOTH })).toMatchObject({ people: [5], roles: { 5: ['finance', 'legal'] } });
  });

  it('where all are to sign, each role must find somebody of its own: none is passed over in silence', async () => {
    await disable('legal');
    expect(await found({ handler: BOTH })).toMatchObject({ people: [], lacking: 'legal' });
    expect(await found({ handler: BOTH }, { rule: '1/2' })).toMatchObject({ lacking: 'legal' });
    expect(await found({ handler: BOTH }, { rule: 'any' })).toMatchObject({ people: [5], lacking: null });
    await disable('finance');
    expect(await found({ handler: BOTH }, { rule: 'any' })).toMatchObject({ people: [], lacking: '' });
  });

  it('empty: admin has an administrator sign in the place of who is not there, as what was asked', async () => {
    await disable('legal');
    expect(await found({ handler: BOTH, empty: 'admin' })).toMatchObject({
      people: [5, ADMIN],
      roles: { 5: ['finance'], [ADMIN]: ['legal'] },
    });
    expect(await found({ handler: BOTH, empty: 'error' })).toMatchObject({ lacking: 'legal' });
    expect(await found({ handler: BOTH, empty: 'admin' }, { own: [ADMIN] })).toMatchObject({ lacking: 'legal' });
  });
});

describe('FLOW-02 nobody signs his own case', () => {
  it('others of his role sign without him; self: 1 lets him sign like everybody', async () => {
    expect((await found({ handler: { type: 'role', code: 'member' } }, { own: [10] })).people).toEqual([11, 12]);
    expect((await found({ handler: { type: 'role', code: 'member' } }, { own: [2, 11] })).people).toEqual([10, 12]);
    expect((await found({ handler: { type: 'role', code: 'member' }, self: 1 }, { own: [10] })).people).toEqual([10, 11, 12]);
  });

  it('where nobody but the applicant could sign, the leader above does, as what was asked', async () => {
    expect(await found({ handler: BOTH }, { own: [5] })).toMatchObject({ people: [3, 6], roles: { 3: ['finance'], 6: ['legal'] } });
    expect(await found({ handler: BOTH, self: 'up' }, { own: [5, 3] })).toMatchObject({
      people: [CHIEF, 6],
      roles: { [CHIEF]: ['finance'] },
    });
    expect((await found({ handler: { type: 'dept_leader', field: 'department_entity' } }, { own: [3] })).people).toEqual([CHIEF]);
  });

  it('else an administrator, and where he applied himself, nobody: the sender is told', async () => {
    await lab.base.db.query('update app."department" set manager_entity = null');
    expect(await found({ handler: BOTH }, { own: [5] })).toMatchObject({ people: [ADMIN, 6], roles: { [ADMIN]: ['finance'] } });
    expect(await found({ handler: BOTH }, { own: [5, ADMIN] })).toMatchObject({ people: [], lacking: 'finance' });
    await lab.base.db.query('update app."user" set status = 2 where id = $1', [CHIEF]);
    await lab.base.db.query('update app."department" set manager_entity = $1', [CHIEF]);
    expect((await found({ handler: BOTH }, { own: [5] })).people).toEqual([ADMIN, 6]);
    await lab.base.db.query('update app."user" set status = 1 where id = $1', [CHIEF]);
  });

  it('or as the step says: an administrator, himself, or nobody', async () => {
    expect((await found({ handler: BOTH, self: 'admin' }, { own: [5] })).people).toEqual([ADMIN, 6]);
    expect((await found({ handler: BOTH, self: 'allow' }, { own: [5] })).people).toEqual([5, 6]);
    expect(await found({ handler: BOTH, self: 'skip' }, { own: [5] })).toMatchObject({ people: [6], skip: null });
    expect(await found({ handler: { type: 'role', code: 'finance' }, self: 'skip' }, { own: [5] })).toMatchObject({
      people: [5],
      skip: 'self',
      lacking: null,
    });
  });

  it('departments that lie in a ring end the search', async () => {
    await lab.base.db.query('update app."department" set manager_entity = null, parent_entity = case id when 32 then 31 else 32 end');
    expect((await found({ handler: BOTH }, { own: [5] })).people).toEqual([ADMIN, 6]);
  });
});
