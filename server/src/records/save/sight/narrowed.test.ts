import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { openAccess } from '#server/access/access.ts';
import type { Session } from '#server/meta/session.ts';
import { readDefinition } from '#server/records/read/effective.ts';
import { type Answer, type Desk, openDesk } from '../testing-save.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const actions = (...ops: string[]) => ops.map((op) => ({ ...named(`a.${op}`), op }));
const kinds = [1, 2].map((id) => ({ id, key_name: `类 ${id}`, key_name_en: `Kind ${id}` }));
/** A job with its parts: those of kind 1 that are used stand in its form, the others are noted in the list of parts. */
const jobs = testSuite(
  [
    testTable('job', {
      subtables: [
        {
          ...{ ...named('job.parts'), table_name: 'part', parent_field: 'job_entity', inline: 1, query: 'kind=1&use=现场', max: 3 },
          onchange: 'changes=changes+1',
        },
      ],
      fields: [field('total', { data_type: 'int', calc: 'sum(part.qty)' }), field('changes', { data_type: 'int', defvalue: 0 })],
      states: [
        { ...named('j.bar'), value: '*', actions: actions('List', 'Add') },
        {
          ...{ ...named('j.1'), value: '1' },
          actions: [...actions('Show', 'Delete'), { ...named('a.Modify'), op: 'Modify', where: 'changes<90' }],
        },
      ],
    }),
    testTable('trip', {
      tabs: 1,
      subtables: [
        { ...named('trip.parts'), table_name: 'part', parent_field: 'trip_entity', query: 'kind=1' },
        { ...named('trip.lent'), table_name: 'part', parent_field: 'lent_entity', inherit: 0, query: 'kind=1' },
      ],
      states: [
        { ...named('t.bar'), value: '*', actions: actions('List', 'Add') },
        { ...named('t.1'), value: '1', actions: actions('Show') },
      ],
    }),
    testTable('part', {
      permission: 'job',
      fields: [
        field('trip_entity', { data_type: 'entity', source: 'trip' }),
        field('lent_entity', { data_type: 'entity', source: 'trip' }),
        field('job_entity', { data_type: 'entity', source: 'job', notnull: 1 }),
        field('kind', { data_type: 'select', items: kinds, notnull: 1, defvalue: 2, onchange: 'note=1' }),
        field('use', { data_type: 'text', length: 20 }),
        field('qty', { data_type: 'int', notnull: 1 }),
        field('note', { data_type: 'int', view_where: 'kind=1' }),
      ],
      states: [
        { ...named('p.bar'), value: '*', actions: actions('List', 'Add') },
        { ...named('p.1'), value: '1', actions: actions('Show', 'Modify', 'Delete') },
      ],
    }),
  ],
  {
    code: 'jobs',
    uid: 'jobs',
    roles: [
      {
        ...named('jr'),
        code: 'clerk',
        grants: ['job', 'trip'].map((group) => ({ group, scope: 2 as const, items: ['List', 'Add', 'Modify', 'Delete'] })),
      },
    ],
  },
);

let desk: Desk;
let own: Session;
let none: Session;
beforeAll(async () => {
  desk = await openDesk(jobs, 'narrowed');
  [own, none] = await Promise.all([desk.as('own'), desk.as('none')]);
});
afterAll(() => desk?.close());

const KEY = 'part.job_entity';
type Rows = Record<string, unknown>[];
const save = (id: number | null, rows: Rows, session: Session | null = own): Promise<Answer> =>
  desk.ask(session, id === null ? 'Add' : 'Modify', {
    ...{ cloud: 'job', ...(id === null ? { key_name: '检修' } : { id }) },
    _subtables: JSON.stringify({ [KEY]: rows }),
  });
const add = (qty: number, rest: object = {}) => ({ op: 'Add', key_name: `件 ${qty}`, qty, ...rest });
const apart = async (job: number, qty: number, fields: object = {}): Promise<Answer> =>
  desk.ask(own, 'Add', { cloud: 'part', key_name: `件 ${qty}`, job_entity: job, qty, ...fields });
const lying = (job: number) =>
  desk.base.db.query<Record<string, unknown>>(
    'select id, kind, use, qty, note, version from app.part where job_entity = $1 and deleted_time is null order by id',
    [job],
  );
const job = async (id: number) =>
  (await desk.base.db.query<Record<string, unknown>>('select total, changes, version from app.job where id = $1', [id]))[0];
const shown = async (id: number): Promise<unknown[]> => {
  const { data } = await desk.ask(own, 'Show', { cloud: 'job', id });
  return (data._subtables as Record<string, { qty: number }[]>)[KEY]!.map(({ qty }) => qty);
};

/** Each save at an instant of its own. */
const later = (minutes: number) => {
  const before = desk.house.clock;
  Object.assign(desk.house, { clock: { now: () => new Date(Date.now() + minutes * 60_000) } });
  return () => Object.assign(desk.house, { clock: before });
};

describe('META-01 query of a sub-table: which rows stand in it', () => {
  test('not signed in, without rights, another value than the sub-table gives, rows outside of it: refused, and nothing is written', async () => {
    const id = Number((await save(null, [add(1)])).data.id);
    const outside = Number((await apart(id, 9)).data.id);
    const [inside] = await lying(id);
    expect((await save(id, [add(2)], null)).code).toBe(401);
    expect((await save(id, [add(2)], none)).code).toBe(312);
    expect(await save(id, [add(2, { kind: 2 })])).toMatchObject({ code: 312, data: { field: 'kind' } });
    expect(await save(id, [add(2, { use: '仓库' })])).toMatchObject({ code: 312, data: { field: 'use' } });
    expect(await save(id, [{ op: 'Modify', id: inside!.id, kind: 2 }])).toMatchObject({ code: 312, data: { field: 'kind' } });
    for (const op of ['Modify', 'Delete'])
      expect(await save(id, [{ op, id: outside, qty: 1 }])).toMatchObject({ code: 315, data: { field: KEY } });
    expect((await lying(id)).map(({ qty, version }) => [qty, version])).toEqual([
      [1, 1],
      [9, 1],
    ]);
  });

  test('a new row gets its values as defaults are, the same said again is no other; the form shows, counts and bounds those rows alone', async () => {
    const id = Number((await save(null, [add(1), add(2, { kind: 1, use: '现场' })])).data.id);
    expect(await lying(id)).toMatchObject([
      { kind: 1, use: '现场', qty: 1, note: null },
      { kind: 1, use: '现场', qty: 2, note: null },
    ]);
    await apart(id, 9);
    await apart(id, 8, { kind: 1, use: '仓库' });
    expect(await shown(id)).toEqual([1, 2]);
    expect(await job(id)).toMatchObject({ total: 3 });
    expect((await save(id, [add(3)])).code).toBe(200);
    expect(await save(id, [add(4)])).toMatchObject({ code: 301 });
    expect(await job(id)).toMatchObject({ total: 6 });
    expect((await lying(id)).map(({ qty }) => qty)).toEqual([1, 2, 9, 8, 3]);
  });

  test('rows that come in and go out by themselves: the record counts them, and its history tells of them, as of any', async () => {
    const id = Number((await save(null, [add(1)])).data.id);
    const row = Number((await apart(id, 5)).data.id);
    const before = (await job(id))!;
    expect(before).toMatchObject({ total: 1 });
    let back = later(1);
    expect((await desk.ask(own, 'Modify', { cloud: 'part', id: row, kind: 1, use: '现场' })).code).toBe(200);
    back();
    expect(await job(id)).toMatchObject({ total: 6, changes: Number(before.changes) + 1, version: Number(before.version) + 1 });
    expect(await shown(id)).toEqual([1, 5]);
    back = later(2);
    expect((await desk.ask(own, 'Modify', { cloud: 'part', id: row, kind: 2 })).code).toBe(200);
    back();
    expect(await job(id)).toMatchObject({ total: 1 });
    const { rows } = await desk.ask(own, 'History', { cloud: 'job', id });
    const told = rows.flatMap((one) => (one.rows as { op: string; id: number }[]).filter((each) => each.id === row).map(({ op }) => op));
    expect(told).toEqual(['Delete', 'Add']);
  });

  test('who is not shown a field that it goes by is not told its value, and sees the same rows', async () => {
    const id = Number((await save(null, [add(1)])).data.id);
    await apart(id, 9);
    const told = async () => {
      const session = await desk.as('own');
      const access = await openAccess(desk.house, session);
      return (await readDefinition(desk.house, access, access.table('job'))).subtables?.[0]?.query;
    };
    expect(await told()).toBe('kind=1&use=现场');
    const part = desk.house.catalogueOf(null).table('part')!;
    const hide = async (uids: readonly string[]) => {
      await desk.base.db.query('update fw.role_grant set hide_uids = $1 where role_id = 49', [uids]);
      await desk.base.db.query('update fw.rights_version set version = version + 1');
    };
    await hide([`${part.def.uid}:${part.fields.get('use')!.def.uid}`]);
    expect(await told()).toBe('kind=1');
    own = await desk.as('own');
    expect(await shown(id)).toEqual([1]);
    expect((await save(id, [add(2)])).code).toBe(200);
    expect(await shown(id)).toEqual([1, 2]);
    // a name that he does not see is one as any other, whatever he says of it; a tab of such rows is none of his
    const tabs = async () => {
      const access = await openAccess(desk.house, own);
      const { subtables } = await readDefinition(desk.house, access, access.table('trip'));
      return subtables?.map(({ parent_field, query }) => [parent_field, query]);
    };
    expect(await tabs()).toEqual([
      ['trip_entity', 'kind=1'],
      ['lent_entity', 'kind=1'],
    ]);
    await hide([`${part.def.uid}:${part.fields.get('kind')!.def.uid}`]);
    own = await desk.as('own');
    // what is bound there is found by the record alone
    expect(await tabs()).toEqual([['lent_entity', undefined]]);
    for (const kind of [1, 2]) expect(await save(id, [add(2, { kind })])).toMatchObject({ code: 317, data: { field: 'kind' } });
    await hide([]);
    own = await desk.as('own');
  });

  test('B11 a row beside the form is bound by the right to its record all the same', async () => {
    const id = Number((await save(null, [add(1)])).data.id);
    const row = Number((await apart(id, 9)).data.id);
    const may = async (items: readonly string[]) => {
      await desk.base.db.query(`update fw.role_grant set items = $1 where role_id = 49 and group_uid like '%job'`, [items]);
      await desk.base.db.query('update fw.rights_version set version = version + 1');
      own = await desk.as('own');
    };
    await may(['List', 'Add', 'Delete']);
    expect((await apart(id, 5)).code).toBe(312);
    expect((await desk.ask(own, 'Delete', { cloud: 'part', id: `,${row},` })).code).not.toBe(200);
    await may(['List', 'Add', 'Modify', 'Delete']);
    expect((await apart(id, 5)).code).toBe(200);
  });

  test('B11 and by its state: what may not be changed now gets and loses none beside its form either', async () => {
    const [id, shut] = [Number((await save(null, [])).data.id), Number((await save(null, [])).data.id)];
    const [row, there] = [Number((await apart(id, 9)).data.id), Number((await apart(shut, 9)).data.id)];
    await desk.base.db.query('update app.job set changes = 90 where id = $1', [shut]);
    const modify = (of: number, fields: object) => desk.ask(own, 'Modify', { cloud: 'part', id: of, ...fields });
    expect((await apart(shut, 5)).code).toBe(312);
    expect((await modify(row, { job_entity: shut })).code).toBe(312);
    expect((await modify(there, { job_entity: id })).code).toBe(312);
    expect((await modify(there, { qty: 5 })).code).toBe(312);
    expect([(await lying(id)).map(({ qty }) => qty), (await lying(shut)).map(({ qty }) => qty)]).toEqual([[9], [9]]);
  });

  test('what changes outside of it leaves the record as it is; deleted with its record goes all of it', async () => {
    const id = Number((await save(null, [add(1)])).data.id);
    const row = Number((await apart(id, 5)).data.id);
    const before = await job(id);
    await desk.ask(own, 'Modify', { cloud: 'part', id: row, qty: 6 });
    expect((await desk.ask(own, 'Delete', { cloud: 'part', id: `,${row},` })).code).toBe(200);
    await apart(id, 7);
    expect(await job(id)).toEqual(before);
    expect((await desk.ask(own, 'Delete', { cloud: 'job', id: `,${id},` })).code).toBe(200);
    expect(await lying(id)).toEqual([]);
  });
});
