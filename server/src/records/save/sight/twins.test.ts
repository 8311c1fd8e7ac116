import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Attachment } from '#protocol/wire/attachment.ts';
import { openAccess } from '#server/access/access.ts';
import type { Session } from '#server/meta/session.ts';
import { readDefinition } from '#server/records/read/effective.ts';
import { type Answer, type Desk, openDesk } from '../testing-save.ts';
import { int, named, ofClerks, plainStates } from '../testing-tables.ts';

const rows = (name: string, kind: number, rest: object = {}) => ({
  ...{ uid: `job.${name}`, key_name: name, key_name_en: name, table_name: 'step', name, parent_field: 'job_entity', inline: 1 as const },
  ...{ query: `kind=${kind}`, ...rest },
});
/** A job whose hours stand once as planned and once as they were; the tools that it borrows are of its grade, and not of the store. */
const suite = testSuite(
  [
    testTable('job', {
      attach: 1,
      subtables: [
        rows('planned', 1, { onchange: 'replanned=replanned+1' }),
        rows('done', 2, { max: 4 }),
        {
          ...{ ...named('job.tools'), table_name: 'tool', parent_field: 'job_entity', inline: 1, inherit: 0 },
          query: 'grade={grade}&store=0',
        },
      ],
      fields: [
        int('grade'),
        int('hours_planned', { calc: 'sum(planned.hours)' }),
        int('hours_done', { calc: 'sum(done.hours)' }),
        int('left', { calc: 'sum(planned.hours)-sum(done.hours)' }),
        int('replanned', { defvalue: 0 }),
      ],
      states: plainStates('j'),
    }),
    testTable('step', {
      permission: 'job',
      fields: [
        field('job_entity', { data_type: 'entity', source: 'job', notnull: 1 }),
        int('kind', { notnull: 1, defvalue: 3 }),
        int('hours', { notnull: 1 }),
        field('paper', { data_type: 'file' }),
      ],
      states: plainStates('s'),
    }),
    testTable('tool', {
      fields: [
        field('job_entity', { data_type: 'entity', source: 'job' }),
        field('room_entity', { data_type: 'entity', source: 'room' }),
        ...[int('grade'), int('store', { defvalue: 0 })],
      ],
      states: plainStates('t'),
    }),
    testTable('room', {
      subtables: [{ ...named('room.tools'), table_name: 'tool', parent_field: 'room_entity', inline: 1 }],
      states: plainStates('r'),
    }),
  ],
  ofClerks('jobs', ['job', 'tool', 'room']),
);

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk(suite, 'twins');
  own = await desk.as('own');
});
afterAll(() => desk?.close());

type Rows = Record<string, unknown>[];
const KEYS = { planned: 'planned.job_entity', done: 'done.job_entity', tools: 'tool.job_entity' } as const;
type Kind = keyof typeof KEYS;
const KIND = { planned: 1, done: 2 } as const;
const save = (id: number | null, sent: Partial<Record<Kind, Rows>>, fields: object = {}): Promise<Answer> =>
  desk.ask(own, id === null ? 'Add' : 'Modify', {
    ...{ cloud: 'job', ...(id === null ? { key_name: '检修' } : { id }), ...fields },
    _subtables: JSON.stringify(Object.fromEntries(Object.entries(sent).map(([kind, some]) => [KEYS[kind as Kind], some]))),
  });
const add = (hours: number, rest: object = {}) => ({ op: 'Add', key_name: `步 ${hours}`, hours, ...rest });
const ask = (op: string, fields: object) => desk.ask(own, op, { cloud: 'step', ...fields });
const lying = (job: number) =>
  desk.base.db.query<{ id: number; kind: number; hours: number }>(
    'select id, kind, hours from app.step where job_entity = $1 and deleted_time is null order by id',
    [job],
  );
const job = async (id: number) => (await desk.base.db.query<Record<string, unknown>>('select * from app.job where id = $1', [id]))[0]!;
const shown = async (id: number): Promise<Record<string, number[]>> => {
  const { data } = await desk.ask(own, 'Show', { cloud: 'job', id });
  const subs = data._subtables as Record<string, { hours: number }[]>;
  return { planned: subs[KEYS.planned]!.map(({ hours }) => hours), done: subs[KEYS.done]!.map(({ hours }) => hours) };
};
const later = (minutes: number) => {
  const before = desk.house.clock;
  Object.assign(desk.house, { clock: { now: () => new Date(Date.now() + minutes * 60_000) } });
  return () => Object.assign(desk.house, { clock: before });
};

describe('SUB-01 one table twice below a record', () => {
  test('rows go by the name of their sub-table; each has its values, its roll-ups and what follows from it', async () => {
    const id = Number((await save(null, { planned: [add(5), add(3)], done: [add(7)] })).data.id);
    expect((await lying(id)).map(({ kind, hours }) => [kind, hours])).toEqual([
      [1, 5],
      [1, 3],
      [2, 7],
    ]);
    expect(await job(id)).toMatchObject({ hours_planned: 8, hours_done: 7, left: 1, replanned: 1 });
    expect(await shown(id)).toEqual({ planned: [5, 3], done: [7] });
    await save(id, { done: [add(1)] });
    expect(await job(id)).toMatchObject({ hours_planned: 8, hours_done: 8, replanned: 1 });
    expect(await save(id, { done: [add(1), add(1), add(1)] })).toMatchObject({ code: 301 });
  });

  test('B11 a row of the other kind, the other’s value, the table’s own name: refused, and nothing is written', async () => {
    const id = Number((await save(null, { planned: [add(5)], done: [add(7)] })).data.id);
    const [planned, done] = await lying(id);
    for (const op of ['Modify', 'Delete']) {
      expect(await save(id, { planned: [{ op, id: done!.id, hours: 1 }] })).toMatchObject({ code: 315, data: { field: KEYS.planned } });
      expect(await save(id, { done: [{ op, id: planned!.id, hours: 1 }] })).toMatchObject({ code: 315, data: { field: KEYS.done } });
    }
    expect(await save(id, { planned: [add(1, { kind: 2 })] })).toMatchObject({ code: 312, data: { field: 'kind' } });
    expect(await save(id, { done: [{ op: 'Modify', id: done!.id, kind: 1 }] })).toMatchObject({ code: 312, data: { field: 'kind' } });
    const byTable = await desk.ask(own, 'Modify', { cloud: 'job', id, _subtables: JSON.stringify({ 'step.job_entity': [add(1)] }) });
    expect(byTable).toMatchObject({ code: 317, data: { field: 'step.job_entity' } });
    expect(await lying(id)).toEqual([planned, done]);
  });

  test('a row that is saved on its own from one kind to the other leaves one and comes into the other, in sums and in history', async () => {
    const id = Number((await save(null, { planned: [add(5), add(4)], done: [add(7)] })).data.id);
    const [row] = await lying(id);
    const back = later(1);
    expect((await ask('Modify', { id: row!.id, kind: 2 })).code).toBe(200);
    back();
    expect(await job(id)).toMatchObject({ hours_planned: 4, hours_done: 12, replanned: 2 });
    expect(await shown(id)).toEqual({ planned: [4], done: [5, 7] });
    const { rows: told } = await desk.ask(own, 'History', { cloud: 'job', id });
    const of = told.flatMap((one) => (one.rows as { op: string; id: number; subtable: string }[]).filter((each) => each.id === row!.id));
    expect(of.map(({ op, subtable }) => `${op} ${subtable}`).sort()).toEqual([
      `Add ${KEYS.done}`,
      `Add ${KEYS.planned}`,
      `Delete ${KEYS.planned}`,
    ]);
    const full = [add(1), add(1)];
    expect((await save(id, { done: full })).code).toBe(200);
    const [last] = (await lying(id)).filter(({ kind }) => kind === 1);
    expect(await ask('Modify', { id: last!.id, kind: 2 })).toMatchObject({ code: 301 });
  });

  test('FILE-03 a file of a row stands where its row does, one of a row beside both under the name of its table', async () => {
    const paper = async (name: string) => (await desk.upload(own, 'paper', name, name, 'step')).data.key_name;
    const [one, two, beside] = [await paper('计划.txt'), await paper('完成.txt'), await paper('另外.txt')];
    const id = Number((await save(null, { planned: [add(5, { paper: one })], done: [add(7, { paper: two })] })).data.id);
    expect((await ask('Add', { key_name: '步', job_entity: id, kind: 3, hours: 1, paper: beside })).code).toBe(200);
    const { rows: files } = await desk.ask(own, 'Attachs', { cloud: 'job', id });
    expect((files as unknown as Attachment[]).map(({ file_name, place }) => [file_name, place.key_name]).sort()).toEqual([
      ['另外.txt', '表 step'],
      ['完成.txt', 'done'],
      ['计划.txt', 'planned'],
    ]);
  });

  test('FORM-08 random rows of both kinds, by the form and by themselves: sums are those that are counted beside', async () => {
    let seed = 20_261_129;
    const pick = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * most);
    };
    const id = Number((await save(null, {})).data.id);
    const kept = new Map<number, [kind: number, hours: number]>();
    const sums = () => [1, 2].map((kind) => [...kept.values()].reduce((sum, [of, hours]) => (of === kind ? sum + hours : sum), 0));
    for (let turn = 0; turn < 40; turn++) {
      const [one] = [...kept.keys()].slice(pick(Math.max(1, kept.size)));
      const [kind, hours, act] = [1 + pick(3), 1 + pick(9), pick(8)];
      const many = [...kept.values()].filter(([of]) => of === 2).length;
      if ((act === 0 || act === 7 || one === undefined) && kind < 3 && many < 3) {
        const name = kind === 1 ? 'planned' : 'done';
        expect((await save(id, { [name]: [add(hours)] })).code).toBe(200);
        kept.set(Math.max(...(await lying(id)).map((row) => row.id)), [KIND[name], hours]);
      } else if (one === undefined || ((act === 1 || act > 4) && many < 3)) {
        const { code, data } = await ask('Add', { key_name: '步', job_entity: id, kind: many < 3 ? kind : 1, hours });
        expect(code).toBe(200);
        kept.set(Number(data.id), [many < 3 ? kind : 1, hours]);
      } else if (act === 2) {
        expect((await ask('Delete', { id: `,${one},` })).code).toBe(200);
        kept.delete(one);
      } else if (act === 3 && (many < 3 || kind !== 2)) {
        expect((await ask('Modify', { id: one, kind, hours })).code).toBe(200);
        kept.set(one, [kind, hours]);
      } else {
        const [of] = kept.get(one)!;
        const name = of === 1 ? 'planned' : of === 2 ? 'done' : null;
        if (!name) continue;
        expect((await save(id, { [name]: [{ op: 'Modify', id: one, hours }] })).code).toBe(200);
        kept.set(one, [of, hours]);
      }
      const { hours_planned, hours_done } = await job(id);
      expect([turn, Number(hours_planned ?? 0), Number(hours_done ?? 0)]).toEqual([turn, ...sums()]);
    }
    expect(kept.size).toBeGreaterThan(3);
  });

  test('SUB-01 the rows of both go to the bin with their record, and come back, by one step each', async () => {
    const id = Number((await save(null, { planned: [add(5)], done: [add(7)] })).data.id);
    const rows = () =>
      desk.base.db.query<{ version: number; gone: boolean }>(
        'select version, deleted_time is not null as gone from app.step where job_entity = $1 order by id',
        [id],
      );
    expect((await desk.ask(own, 'Delete', { cloud: 'job', id: `,${id},` })).code).toBe(200);
    expect(await rows()).toEqual([1, 2].map(() => ({ version: 2, gone: true })));
    expect((await desk.ask(own, 'Restore', { cloud: 'job', id })).code).toBe(200);
    expect(await rows()).toEqual([1, 2].map(() => ({ version: 3, gone: false })));
    expect(await shown(id)).toEqual({ planned: [5], done: [7] });
  });
});

describe('SUB-02 query of a sub-table whose rows are bound: which may be', () => {
  const tool = async (fields: object): Promise<number> =>
    Number((await desk.ask(own, 'Add', { cloud: 'tool', key_name: '工具', ...fields })).data.id);
  const bound = async (id: number) =>
    (await desk.base.db.query<{ id: number }>('select id from app.tool where job_entity = $1 order by id', [id])).map((row) => row.id);
  const bind = (id: number, row: number, fields: object = {}) => save(id, { tools: [{ op: 'Bind', id: row }] }, fields);
  const byItself = (id: number, row: number) => desk.ask(own, 'Modify', { cloud: 'tool', id: row, job_entity: id });

  test('in the form and by the row itself: what does not fit is 315 at its place, and nothing is written', async () => {
    const id = Number((await save(null, {}, { grade: 2 })).data.id);
    const [fits, other, stored] = [await tool({ grade: 2 }), await tool({ grade: 3 }), await tool({ grade: 2, store: 1 })];
    // of which nobody knows the grade is none of this one
    for (const row of [other, stored, await tool({})]) {
      expect(await bind(id, row)).toMatchObject({ code: 315, data: { subtable: KEYS.tools } });
      expect(await byItself(id, row)).toMatchObject({ code: 315, data: { field_name: 'job_entity' } });
    }
    expect((await desk.ask(own, 'Add', { cloud: 'tool', key_name: '新', grade: 1, job_entity: id })).code).toBe(315);
    expect(await bound(id)).toEqual([]);
    expect((await bind(id, fits)).code).toBe(200);
    const second = await tool({ grade: 2 });
    expect((await byItself(id, second)).code).toBe(200);
    // what the row says in the same save counts, and what the record says in its own
    expect((await desk.ask(own, 'Modify', { cloud: 'tool', id: other, grade: 2, job_entity: id })).code).toBe(200);
    const third = await tool({ grade: 3 });
    expect((await bind(id, third)).code).toBe(315);
    expect((await bind(id, third, { grade: 3 })).code).toBe(200);
    expect(await bound(id)).toEqual([fits, other, second, third].sort((one, two) => one - two));
  });

  test('what is bound stays, whatever the record or the row becomes; an empty field of the record narrows nothing', async () => {
    const id = Number((await save(null, {}, { grade: 2 })).data.id);
    const row = await tool({ grade: 2 });
    await bind(id, row);
    expect((await save(id, {}, { grade: 3 })).code).toBe(200);
    expect((await desk.ask(own, 'Modify', { cloud: 'tool', id: row, store: 1 })).code).toBe(200);
    expect((await bind(id, row)).code).toBe(200);
    expect((await save(id, {}, { grade: '' })).code).toBe(200);
    const [any, stored] = [await tool({ grade: 9 }), await tool({ grade: 9, store: 1 })];
    expect((await byItself(id, stored)).code).toBe(315);
    expect((await byItself(id, any)).code).toBe(200);
    expect(await bound(id)).toEqual([row, any]);
  });

  test('a row of another form that says once more what it is bound to asks nothing, and to another it is asked', async () => {
    const [id, other] = [Number((await save(null, {}, { grade: 2 })).data.id), Number((await save(null, {}, { grade: 2 })).data.id)];
    const room = Number((await desk.ask(own, 'Add', { cloud: 'room', key_name: '库房' })).data.id);
    const row = await tool({ grade: 2, room_entity: room });
    await bind(id, row);
    await desk.ask(own, 'Modify', { cloud: 'tool', id: row, store: 1 });
    const inRoom = (job_entity: number) =>
      desk.ask(own, 'Modify', {
        ...{ cloud: 'room', id: room },
        _subtables: JSON.stringify({ 'tool.room_entity': [{ op: 'Modify', id: row, key_name: '旧工具', job_entity }] }),
      });
    expect((await inRoom(id)).code).toBe(200);
    expect(await inRoom(other)).toMatchObject({ code: 315, data: { field_name: 'job_entity' } });
    expect([await bound(id), await bound(other)]).toEqual([[row], []]);
  });

  test('who does not see what it names is told the rest of it, and is refused all the same', async () => {
    const { def, fields } = desk.house.catalogueOf(null).table('tool')!;
    const hide = async (uids: readonly string[]) => {
      await desk.base.db.query('update fw.role_grant set hide_uids = $1 where role_id = 49', [uids]);
      await desk.base.db.query('update fw.rights_version set version = version + 1');
      own = await desk.as('own');
    };
    const told = async () => {
      const access = await openAccess(desk.house, own);
      const { subtables } = await readDefinition(desk.house, access, access.table('job'));
      return subtables?.find(({ table_name }) => table_name === 'tool')?.query;
    };
    expect(await told()).toBe('grade={grade}&store=0');
    const id = Number((await save(null, {}, { grade: 2 })).data.id);
    const row = await tool({ grade: 3 });
    await hide([`${def.uid}:${fields.get('grade')!.def.uid}`]);
    expect(await told()).toBe('store=0');
    expect((await byItself(id, row)).code).toBe(315);
    expect((await bind(id, row)).code).toBe(315);
    await hide([]);
  });
});
