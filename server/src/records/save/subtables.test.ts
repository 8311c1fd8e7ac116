import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Session } from '#server/meta/session.ts';
import { onceFor } from '../once/rid.ts';
import { saveRecord } from './save.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
let dept: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, dept] = await Promise.all([desk.as('own'), desk.as('dept')]);
});
afterAll(() => desk?.close());

type Rows = Record<string, unknown>[];
const LINES = 'order_line.order_entity';
const PARCELS = 'parcel.order_entity';
const save = (form: Record<string, unknown>, rows: Rows | Record<string, Rows>, session = own) => {
  const _subtables = JSON.stringify(Array.isArray(rows) ? { [LINES]: rows } : rows);
  return desk.ask(session, form.id ? 'Modify' : 'Add', { cloud: 'order', ...(form.id ? {} : { key_name: '订单' }), ...form, _subtables });
};
const linesOf = (id: number) =>
  desk.base.db.query<{ id: number; key_name: string; price: string | null; version: number }>(
    'select id, key_name, price, version from app.order_line where order_entity = $1 and deleted_time is null order by id',
    [id],
  );
const line = (key_name: string, price: string | null = null) => ({ op: 'Add', key_name, price });
const parcel = async (session = own): Promise<number> =>
  (await desk.ask(session, 'Add', { cloud: 'parcel', key_name: '包', weight: 1 })).data.id as number;

describe('SUB-05 parent and rows are one transaction', () => {
  test('rows are added, changed and deleted with their parent, sums and rows calculated by the server', async () => {
    const { data } = await save({}, [line('一', '10.5'), line('二', '20')]);
    const id = data.id as number;
    const [first, second] = await linesOf(id);
    expect(await lying(desk, 'order', id)).toMatchObject({ lines: '30.50', version: 1 });
    expect(await lying(desk, 'order_line', first!.id)).toMatchObject({
      order_entity: id,
      twice: '21.00',
      company_id: 1,
      subcompany_id: 11,
      create_entity: 2,
    });
    const changed = await save({ id }, [
      { op: 'Modify', id: first!.id, version: 1, price: '11' },
      { op: 'Delete', id: second!.id },
      line('三', '1'),
    ]);
    expect(changed.data).toEqual({ id, version: 2 });
    expect((await linesOf(id)).map((one) => [one.key_name, one.price])).toEqual([
      ['一', '11.00'],
      ['三', '1.00'],
    ]);
    expect((await lying(desk, 'order', id)).lines).toBe('12.00');
  });
  describe('R6 the history of a record', () => {
    interface Told {
      op: string;
      subtable: string;
      row: Record<string, unknown>;
      changes: { field: string; from: unknown; to: unknown }[];
    }
    const told = async (id: number, form: Record<string, string> = {}) =>
      (await desk.ask(own, 'History', { cloud: 'order', id, ...form })).rows.map((version) =>
        (version.rows as Told[])
          .map(({ op, row, changes }) => [op, row.key_name, ...changes.map(({ field, from, to }) => `${field} ${from} ${to}`)].join())
          .sort(),
      );
    /** Each save at an instant of its own. */
    const later = (minutes: number) => {
      const before = desk.house.clock;
      Object.assign(desk.house, { clock: { now: () => new Date(Date.now() + minutes * 60_000) } });
      return () => Object.assign(desk.house, { clock: before });
    };

    test('tells beside the fields what the same save did to rows, page by page, and nothing to whom the record is not', async () => {
      const id = (await save({}, [line('一', '10'), line('二', '20')])).data.id as number;
      const [first, second] = await linesOf(id);
      let back = later(1);
      await save({ id, amount: '7' }, [{ op: 'Modify', id: first!.id, price: '11' }, { op: 'Delete', id: second!.id }, line('三', '1')]);
      back();
      back = later(2);
      await save({ id, amount: '8' }, []);
      back();
      const all = [[], ['Add,三', 'Delete,二', 'Modify,一,price 10.00 11.00,twice 20.00 22.00'], ['Add,一', 'Add,二']];
      expect(await told(id)).toEqual(all);
      expect([
        ...(await told(id, { rows: '1' })),
        ...(await told(id, { rows: '1', page: '2' })),
        ...(await told(id, { rows: '1', page: '3' })),
      ]).toEqual(all);
      expect((await desk.ask(dept, 'History', { cloud: 'order', id })).code).toBe(315);
    });
    test('says that changes of rows are missing where there are more than one page looks through', async () => {
      const id = (await save({}, [line('一', '10')])).data.id as number;
      const partial = async () =>
        ((await desk.ask(own, 'History', { cloud: 'order', id })).data as { partial?: number } | undefined)?.partial;
      const grow = (count: number) =>
        desk.house.db.query(
          `insert into app.order_line (company_id, subcompany_id, id, key_name, order_entity, create_time, version)
           select company_id, subcompany_id, id + 100000 + n + $2 * 10000, 'x', order_entity, create_time, 1
           from app.order_line, generate_series(1, $2::int) n where order_entity = $1 and key_name = '一'`,
          [id, count],
        );
      await grow(1999);
      expect(await partial()).toBeUndefined();
      await grow(1);
      expect(await partial()).toBe(1);
    });
    test('a row that was saved by itself stands with the version that its record has since', async () => {
      const id = (await save({}, [line('一', '10')])).data.id as number;
      const [only] = await linesOf(id);
      const back = later(1);
      await desk.ask(own, 'Modify', { cloud: 'order_line', id: only!.id, price: '12' });
      back();
      expect(await told(id)).toEqual([['Modify,一,price 10.00 12.00,twice 20.00 24.00'], ['Add,一']]);
    });
  });
  test("a change of rows alone moves the parent's version: a stale form is told (R4)", async () => {
    const id = (await save({}, [line('一')])).data.id as number;
    expect((await save({ id, version: 1 }, [line('二')])).data.version).toBe(2);
    expect((await save({ id, version: 1 }, [line('三')])).code).toBe(311);
    const [first] = await linesOf(id);
    await save({ id }, [{ op: 'Modify', id: first!.id, price: '5' }]);
    const stale = { code: 311, remark: '$rowStale', data: { version: 2, stale: 1 } };
    expect(await save({ id }, [{ op: 'Modify', id: first!.id, version: 1, price: '6' }])).toMatchObject(stale);
  });
  test.each([
    ['an empty required field', [line('')], 301, '$rowEmpty'],
    ['a number above max', [line('一', '100.01')], 301, '$rowMax'],
    ['more rows than max', [line('1'), line('2'), line('3'), line('4')], 301, '$rowsTooMany'],
    ['a malformed number', [line('一', '1e5')], 317, '$fieldFormat'],
    ['a text too long', [line('x'.repeat(21))], 316, '$fieldTooLong'],
    ['an unknown field', [{ ...line('一'), nothing: 1 }], 317, ''],
    ['an unknown row operation', [{ op: 'Drop', key_name: 'x' }], 317, ''],
    ['no row operation', [{ key_name: 'x' }], 317, ''],
    ['Bind on rows that belong to a parent', [{ op: 'Bind', id: 1 }], 312, ''],
    ['a parent elsewhere', [{ ...line('一'), order_entity: 1 }], 312, ''],
    ['a row that is nowhere', [{ op: 'Modify', id: 987654, price: '1' }], 315, ''],
    ['an odd id', [{ op: 'Delete', id: '0x10' }], 317, ''],
  ])('SUB-03 B11 %s refuses the whole', async (_, rows, code, remark) => {
    const count = () =>
      desk.base.db.query('select (select count(*) from app."order") as orders, (select count(*) from app.order_line) as lines');
    const before = await count();
    const answer = await save({ key_name: '新' }, rows as Rows);
    expect(answer).toMatchObject({ code, remark });
    expect(await count()).toEqual(before);
  });
  test('SUB-03 the failure names its row', async () => {
    expect((await save({}, [line('一'), line('')])).data).toMatchObject({
      row: 2,
      subtable: LINES,
      field: { zh_CN: 'order_line行－key_name名' },
    });
  });
  test('B11 rows of another parent, in Modify and Delete: refused, and nothing of the submit is done', async () => {
    const mine = (await save({}, [line('一')])).data.id as number;
    const other = (await save({}, [line('二', '7')])).data.id as number;
    const [theirs] = await linesOf(other);
    for (const op of ['Modify', 'Delete']) {
      const answer = await save({ id: mine, key_name: '改' }, [line('三'), { op, id: theirs!.id, price: '1' }]);
      expect(answer.code).toBe(315);
    }
    expect((await lying(desk, 'order', mine)).key_name).toBe('订单');
    expect((await linesOf(mine)).length).toBe(1);
    expect(await linesOf(other)).toEqual([theirs]);
  });
  test('the same row twice, and an unknown sub-table, are 317', async () => {
    const id = (await save({}, [line('一')])).data.id as number;
    const [row] = await linesOf(id);
    expect(
      (
        await save({ id }, [
          { op: 'Modify', id: row!.id, price: '1' },
          { op: 'Delete', id: row!.id },
        ])
      ).code,
    ).toBe(317);
    for (const key of ['order_line', 'order_line.key_name', 'user.department_entity', 'constructor'])
      expect((await save({ id }, { [key]: [line('x')] })).code, key).toBe(317);
  });
  test('B10 a closed sub-table is 312: rows of a bill under approval', async () => {
    const id = (
      await desk.ask(own, 'Add', {
        cloud: 'bill',
        key_name: 'b',
        amount: '5',
        _subtables: JSON.stringify({ 'bill_fund.bill_entity': [{ op: 'Add', price: 5 }] }),
      })
    ).data.id;
    await desk.base.db.query('update app.bill set review_state = 2 where id = $1', [id]);
    const rows = { 'bill_fund.bill_entity': [{ op: 'Add', price: '1' }] };
    const table = desk.house.catalogueOf(null).table('bill')!;
    const review = desk.house.db.tx((tx) =>
      saveRecord(tx, desk.house, own, table, { id: id as number, fields: {}, subtables: rows }, { op: 'Modify', turn: true }),
    );
    await expect(review).rejects.toMatchObject({ code: 312 });
  });
});

describe('SUB-02 rows are not changed behind their parent', () => {
  const add = (cloud: string, bill_entity: number) =>
    desk.ask(own, 'Add', { cloud, key_name: '行', bill_entity, ...(cloud === 'bill_fund' ? { price: 1 } : {}) });
  const draft = async () => (await desk.ask(own, 'Add', { cloud: 'bill', key_name: '单', amount: 1 })).data.id as number;
  test('a row by itself is written only while the parent could be, by whom it could be', async () => {
    const id = await draft();
    const note = (await add('bill_note', id)).data.id as number;
    expect(note).toBeGreaterThan(0);
    const modify = (form: Record<string, unknown> = { key_name: '改' }) =>
      desk.ask(own, 'Modify', { cloud: 'bill_note', id: note, ...form });
    expect((await modify()).code).toBe(200);
    await desk.base.db.query('update app.bill set review_state = 2 where id = $1', [id]);
    expect((await add('bill_note', id)).code).toBe(312);
    expect((await modify({ key_name: '再改' })).code).toBe(312);
    expect((await modify({ bill_entity: await draft() })).code).toBe(312);
    expect((await desk.ask(own, 'Delete', { cloud: 'bill_note', id: String(note) })).code).toBe(312);
    expect(await lying(desk, 'bill_note', note)).toMatchObject({ key_name: '改', bill_entity: id, deleted_time: null });
  });
  test('rows whose sum the parent checks are written with it only', async () => {
    expect((await add('bill_fund', await draft())).code).toBe(312);
  });
});

describe('R2 a submit is whole or absent', () => {
  const counts = () =>
    desk.base.db.query(
      `select (select count(*) from app."order") as orders, (select count(*) from app.order_line) as lines, (select count(*) from hist."order") as closed,
         (select count(*) from fw.file where rowid is not null) as bound, (select sum(last) from fw.number) as numbers, (select count(*) from fw.rid) as rids`,
    );
  test.each([
    ['the connection is cut before the commit', 'select pg_terminate_backend(pg_backend_pid())'],
    ['a later statement of the same transaction fails', 'select 1/0'],
  ])('%s: no record, row, file, number, history or request id is left', async (_, fault) => {
    const file = (await desk.upload(own, 'docs', 'x')).data.key_name as string;
    const id = (await save({}, [line('一')])).data.id as number;
    const before = await counts();
    const table = desk.house.catalogueOf(null).table('order')!;
    const submit = desk.house.db.tx((tx) =>
      onceFor(tx, own, { rid: '33333333-3333-4333-8333-333333333333', what: 'Add order', body: {} }, desk.house.clock.now(), async () => {
        await saveRecord(tx, desk.house, own, table, { id, fields: { key_name: '改' } }, { op: 'Modify' });
        const change = { fields: { key_name: '新', docs: file }, subtables: { [LINES]: [line('一'), line('二')] } };
        const saved = await saveRecord(tx, desk.house, own, table, change, { op: 'Add' });
        await tx.query(fault);
        return { ...saved };
      }),
    );
    await expect(submit).rejects.toMatchObject({ name: 'Refusal' });
    expect(await counts()).toEqual(before);
    expect((await lying(desk, 'order', id)).key_name).toBe('订单');
    expect((await save({ docs: file }, [])).code).toBe(200);
  });
});

describe('SUB-01 rows that live on their own', () => {
  test('are bound and unbound', async () => {
    const id = (await save({}, [])).data.id as number;
    const free = await parcel();
    expect((await save({ id }, { [PARCELS]: [{ op: 'Bind', id: free }] })).code).toBe(200);
    expect((await lying(desk, 'parcel', free)).order_entity).toBe(id);
    expect((await save({ id }, { [PARCELS]: [{ op: 'Modify', id: free, weight: '9' }] })).code).toBe(200);
    expect((await save({ id }, { [PARCELS]: [{ op: 'Unbind', id: free }] })).code).toBe(200);
    expect(await lying(desk, 'parcel', free)).toMatchObject({ order_entity: null, weight: 9, deleted_time: null });
    expect((await save({ id }, { [PARCELS]: [{ op: 'Delete', id: free }] })).code).toBe(312);
  });
  test('B12 a record out of scope cannot be bound, nor one that is not there', async () => {
    const id = (await save({}, [])).data.id as number;
    const theirs = await parcel(dept);
    for (const other of [theirs, 987654]) expect((await save({ id }, { [PARCELS]: [{ op: 'Bind', id: other }] })).code).toBe(315);
    expect((await lying(desk, 'parcel', theirs)).order_entity).toBeNull();
  });
});

describe('SUB-03 funding must add up', () => {
  const FUNDS = 'bill_fund.bill_entity';
  const bill = (amount: string, prices: string[], complete: boolean) =>
    desk.house.db.tx((tx) =>
      saveRecord(
        tx,
        desk.house,
        own,
        desk.house.catalogueOf(null).table('bill')!,
        { fields: { key_name: '单据', amount }, subtables: { [FUNDS]: prices.map((price) => ({ op: 'Add', price })) } },
        { op: 'Add', complete },
      ),
    );
  test('301 when it is sent, exact to the last decimal; a draft may wait', async () => {
    await expect(bill('0.3', ['0.1', '0.2'], true)).resolves.toMatchObject({ version: 1 });
    await expect(bill('0.3', ['0.1', '0.200001'], true)).rejects.toMatchObject({
      code: 301,
      remark: '$rowsSum',
      data: { total: '0.300001', equals: '0.3' },
    });
    await expect(bill('5', [], true)).rejects.toMatchObject({ code: 301, remark: '$rowsTooFew' });
    await expect(bill('5', [], false)).resolves.toBeTruthy();
  });
  test('FORM-06 a draft of which nothing was typed is not kept; one field, or one row, is enough', async () => {
    const add = (form: Record<string, unknown>) => desk.ask(own, 'Add', { cloud: 'bill', ...form });
    const count = () => desk.base.db.query('select count(*) from app.bill');
    const before = await count();
    const rows = (list: unknown[]) => JSON.stringify({ [FUNDS]: list });
    for (const form of [
      {},
      { key_name: '', amount: '', remark: '' },
      { id: '7', create_entity: '3', review_state: '2' },
      { _subtables: rows([]) },
      { _subtables: rows([{ op: 'Add', price: '' }, { op: 'Add' }]) },
    ])
      expect(await add(form), JSON.stringify(form)).toMatchObject({ code: 314, remark: '$nothingTyped' });
    expect(await count()).toEqual(before);
    expect((await add({ remark: 'x' })).code).toBe(200);
    expect((await add({ _subtables: rows([{ op: 'Add', price: '1' }]) })).code).toBe(200);
  });
  test('FORM-05 Review takes only fields of edit_state; the engine sets state and holders in the same write', async () => {
    const { id } = await bill('1', ['1'], true);
    await desk.base.db.query(`update app.bill set review_state = 2, reviewers = '{2}' where id = $1`, [id]);
    const review = (fields: Record<string, unknown>, set = {}) =>
      desk.house.db.tx((tx) =>
        saveRecord(tx, desk.house, dept, desk.house.catalogueOf(null).table('bill')!, { id, fields }, { op: 'Review', set }),
      );
    await desk.base.db.query(
      `insert into fw.flow_def (table_uid, table_name, version, def) values ('bill', 'bill', 1, '{}') on conflict do nothing`,
    );
    await desk.base.db.query(
      `insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
       values (1, 'bill', $1, (select id from fw.flow_def where table_name = 'bill'), 2, 1, 0, 1, 2, now())`,
      [id],
    );
    await desk.base.db.query(
      `insert into fw.flow_todo (company_id, case_id, source, rowid, key_name, applicant, review_state, review_entity, create_entity, back_state, visit, ord, rule, create_time)
       values (1, (select id from fw.flow_case where rowid = $1 and source = 'bill'), 'bill', $1, 'x', 2, 2, 3, 2, 2, 1, 1, 'any', now())`,
      [id],
    );
    await expect(review({ amount: '99' })).rejects.toMatchObject({ code: 312 });
    await expect(review({ verdict: '同意', amount: '1' }, { review_state: 90, review_entity: null })).resolves.toEqual({ id, version: 2 });
    expect(await lying(desk, 'bill', id)).toMatchObject({
      verdict: '同意',
      amount: '1.000000',
      review_state: 90,
      reviewers: [],
      version: 2,
      modify_entity: 3,
    });
    expect((await desk.ask(own, 'Delete', { cloud: 'bill', id: String(id) })).code).toBe(312);
  });
  test('the engine writes on its own account: no rights, but types, references and unique keys', async () => {
    const table = desk.house.catalogueOf(null).table('customer')!;
    const none = await desk.as('none');
    const write = (fields: Record<string, unknown>) =>
      desk.house.db.tx((tx) => saveRecord(tx, desk.house, none, table, { fields }, { op: 'Add', engine: true }));
    await expect(write({ key_name: '来自审批', code: 'E1', kind: 2 })).resolves.toMatchObject({ version: 1 });
    await expect(write({ key_name: '再来', code: 'E1' })).rejects.toMatchObject({ code: 310 });
    await expect(write({ kind: 9 })).rejects.toMatchObject({ code: 317 });
    expect(flowMigrations.room).toBe('flow');
  });
});
