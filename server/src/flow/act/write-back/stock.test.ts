import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import { openAccess } from '#server/access/access.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { saveRecord } from '#server/records/save/save.ts';
import { auditCases } from '../../kernel/testing-replay.ts';
import { commandRecord } from '../command.ts';
import { foretellRevoke } from '../revoking.ts';
import { openStock, requisition, type StockLab, stock } from './testing-stock.ts';

let lab: StockLab;
beforeAll(async () => {
  lab = await openStock();
});
afterAll(async () => {
  expect(await auditCases(lab.house, 'requisition')).toEqual([]);
  await lab.close();
});

const told = (error: unknown) => {
  expect(error).toBeInstanceOf(Refusal);
  const { code, remark, data } = error as Refusal;
  const read = (locale: 'zh_CN' | 'en_US') => remarkText(code, remark, data, locale).replaceAll('\u00a0', ' ');
  return { code, data, zh: read('zh_CN'), en: read('en_US') };
};
const take = (id: number) => lab.decide('foreman', { id, event: 21 });
const refused = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error) => told(error),
  );
const stateOf = async (id: number) => (await lab.base.db.query('select review_state, version from app.requisition where id = $1', [id]))[0];
const history = async (part: number) =>
  lab.base.db.query<{ stock: string }>('select stock from hist.part where id = $1 order by version', [part]);
const look = async (login: string) => {
  const session = await sessionFor(lab.base.db, login);
  const access = await openAccess(lab.house, session);
  return { house: lab.house, session, access, table: access.table('requisition') };
};

describe('FLOW-08 a decision at any step takes from another record, row by row, exactly', () => {
  it('and an issue is made of each line in the end; an empty number counts as nothing', async () => {
    const [bolt, nut, pin] = [await lab.part('螺栓', '0.3'), await lab.part('螺母', '100000000000000.001'), await lab.part('销', null)];
    const id = await lab.ask('甲', [
      [bolt, '0.1'],
      [nut, '0.001'],
      [bolt, '0.2'],
      [pin, '0'],
    ]);
    expect(await take(id)).toMatchObject({ state: 3 });
    expect([await lab.left(bolt), await lab.left(nut), await lab.left(pin)]).toEqual([
      { stock: '0.000', asked: 2, version: 2 },
      { stock: '100000000000000.000', asked: 1, version: 2 },
      { stock: '0.000', asked: 1, version: 2 },
    ]);
    expect(
      await lab.base.db.query(
        'select p.last, u.login_name as by from app.part p join app."user" u on u.id = p.modify_entity where p.id = $1',
        [bolt],
      ),
    ).toEqual([{ last: '甲', by: 'foreman' }]);
    expect(await history(bolt)).toEqual([{ stock: '0.300' }]);
    expect(await lab.base.db.query('select count(*)::int as n from app.issue')).toEqual([{ n: 0 }]);
    await lab.decide('clerk', { id, event: 31 });
    expect(await lab.base.db.query('select part, qty from app.issue order by id')).toEqual([
      { part: bolt, qty: '0.100' },
      { part: nut, qty: '0.001' },
      { part: bolt, qty: '0.200' },
      { part: pin, qty: '0.000' },
    ]);
  });

  it('META-01 of a sub-table with query only the rows that stand in it', async () => {
    const [sub] = requisition().subtables!;
    await lab.start(stock(requisition({ subtables: [{ ...sub!, query: 'kind=1' }] })));
    const [bolt, nut] = [await lab.part('螺栓', '5'), await lab.part('螺母', '5')];
    const id = await lab.ask('丁', [
      [bolt, '1'],
      [nut, '2'],
    ]);
    await lab.base.db.query('update app.line set kind = 2 where requisition = $1 and part = $2', [id, nut]);
    await take(id);
    expect([await lab.left(bolt), await lab.left(nut)]).toMatchObject([{ stock: '4.000' }, { stock: '5.000', asked: null }]);
    await lab.start(stock());
  });

  it('what is refused at the next step is put back, asked for anew it is taken again', async () => {
    const wire = await lab.part('线', '10');
    const id = await lab.ask('乙', [[wire, '4']]);
    await take(id);
    expect(await lab.left(wire)).toMatchObject({ stock: '6.000', asked: 1 });
    await lab.decide('clerk', { id, event: 32, remark: '不' });
    expect(await lab.left(wire)).toMatchObject({ stock: '10.000', asked: 0 });
    await lab.decide('reporter', { id, event: 11 });
    await take(id);
    expect(await lab.left(wire)).toMatchObject({ stock: '6.000', asked: 1 });
    expect((await history(wire)).map(({ stock }) => stock)).toEqual(['10.000', '6.000', '10.000']);
  });

  it('who has the part open saves over nothing: his version is stale', async () => {
    const rod = await lab.part('杆', '5');
    const before = (await lab.left(rod)).version;
    await take(await lab.ask('丙', [[rod, '5']]));
    const session = await sessionFor(lab.base.db, 'clerk');
    const table = lab.house.catalogueOf(null).table('part')!;
    const change = { id: rod, version: before, fields: { stock: '50' } };
    await expect(lab.house.db.tx((tx) => saveRecord(tx, lab.house, session, table, change, { op: 'Modify' }))).rejects.toMatchObject({
      code: 311,
    });
    expect(await lab.left(rod)).toMatchObject({ stock: '0.000' });
  });
});

describe('FLOW-08 never below what must be left: the decision is refused as a whole', () => {
  it('and says what there is and what is asked to who may see the part, and who can ask for less', async () => {
    const [bolt, nut] = [await lab.part('M8', '3'), await lab.part('M6', '3')];
    const id = await lab.ask('丁', [
      [nut, '2'],
      [bolt, '2'],
      [bolt, '1.5'],
    ]);
    await lab.base.db.query(
      `update app."user" set role_entities = role_entities || (select role_entities from app."user" where login_name = 'clerk') where login_name = 'foreman'`,
    );
    const before = await stateOf(id);
    expect(await refused(take(id))).toMatchObject({
      code: 305,
      zh: '“表 part”M8的“字段 stock”不足：现有 3.000 件，本次需要 3.500 件。请退回给申请人 reporter 减少“名 lines－字段 qty”，或补足后再办理',
      en: 'Not enough “Field stock” of M8 (Table part): there is 3.000 pcs, and 3.500 pcs is asked for. Return it to the applicant, reporter, to ask for less in Name lines-Field qty, or decide once there is more',
    });
    expect(await lab.left(bolt)).toMatchObject({ stock: '3.000', version: 1 });
    expect(await lab.left(nut)).toMatchObject({ stock: '3.000', version: 1 });
    expect(await stateOf(id)).toEqual(before);
    await lab.base.db.query(
      `update app."user" set role_entities = (select array[id] from app."role" where code = 'foreman' and company_id = 1) where login_name = 'foreman'`,
    );
    await lab.base.db.query('update app.part set stock = 4 where id = $1', [bolt]);
    expect(await take(id)).toMatchObject({ state: 3 });
    expect(await lab.left(bolt)).toMatchObject({ stock: '0.500' });
  });

  it('what lies below it already stands in nobody’s way who takes nothing of it', async () => {
    const rod = await lab.part('欠', '-5');
    expect(await take(await lab.ask('零', [[rod, '0']]))).toMatchObject({ state: 3 });
    expect(await lab.left(rod)).toMatchObject({ stock: '-5.000', asked: 1 });
    expect(await refused(take(await lab.ask('一', [[rod, '1']])))).toMatchObject({ code: 305 });
  });

  it('to who may not see it no number and no name is told', async () => {
    const bolt = await lab.part('机密件', '3');
    const said = await refused(take(await lab.ask('戊', [[bolt, '99']])));
    expect(said).toMatchObject({
      zh: '“表 part”中的“字段 stock”不足。请退回给申请人 reporter 减少“名 lines－字段 qty”，或补足后再办理',
    });
    expect(JSON.stringify(said)).not.toMatch(/机密件|3\.000|99\.000/);
  });

  it('a part that is gone, and a line without an amount below zero, are no decision either', async () => {
    const bolt = await lab.part('旧', '3');
    const id = await lab.ask('己', [[bolt, '1']]);
    await lab.base.db.query('update app.line set qty = -1 where requisition = $1', [id]);
    expect(await refused(take(id))).toMatchObject({
      code: 305,
      zh: expect.stringMatching(/数量小于零。该值来自“名 lines－字段 qty”，请退回给申请人 reporter/),
    });
    await lab.base.db.query('update app.line set qty = 1 where requisition = $1', [id]);
    await lab.base.db.query('update app.part set deleted_time = now() where id = $1', [bolt]);
    expect(await refused(take(id))).toMatchObject({ code: 315, zh: expect.stringMatching(/请联系管理员/) });
  });
});

describe('FLOW-08 many draw on the same parts at once', () => {
  /** Takes for all of these, 8 at a time; answers how each went, and how many transactions were begun. */
  async function takeAll(orders: readonly number[]) {
    const before = lab.runs();
    const open = [...orders];
    const said: (number | string)[] = [];
    const works = async () => {
      for (let id = open.pop(); id !== undefined; id = open.pop())
        said.push(
          await take(id).then(
            ({ state }) => state,
            ({ code, remark }) => `${code} ${remark}`,
          ),
        );
    };
    await Promise.all(Array.from({ length: 8 }, works));
    return { said, runs: lab.runs() - before };
  }
  type Line = readonly [part: number, qty: string];
  const askAll = async (many: number, lines: (at: number) => readonly Line[]) => {
    const orders: number[] = [];
    for (let at = 0; at < many; at += 1) orders.push(await lab.ask(`单 ${at}`, lines(at)));
    return orders;
  };
  const totals = async (ids: readonly number[]) =>
    (await lab.base.db.query<{ total: string }>('select total from app.shelf where id = any($1) order by id', [ids])).map(
      ({ total }) => total,
    );

  it('8 connections: exact, never below zero, nothing half, and none is done again', async () => {
    const [one, two] = [await lab.part('甲件', '25'), await lab.part('乙件', '1000')];
    const lines: readonly Line[] = [
      [one, '1'],
      [two, '2'],
    ];
    const orders = await askAll(40, (at) => (at % 2 ? lines : lines.toReversed()));
    const { said, runs } = await takeAll(orders);
    expect(runs).toBe(40);
    expect(said.filter((one) => one === 3)).toHaveLength(25);
    expect(said.filter((one) => one === '305 $flow_short_applicant')).toHaveLength(15);
    expect(await lab.left(one)).toEqual({ stock: '0.000', asked: 25, version: 26 });
    expect(await lab.left(two)).toEqual({ stock: '950.000', asked: 25, version: 26 });
    expect((await history(one)).map(({ stock }) => Number(stock))).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
    const stand = `select review_state, count(*)::int as n from app.requisition where id = any($1) group by 1 order by 1`;
    expect(await lab.base.db.query(stand, [orders])).toEqual([
      { review_state: 2, n: 15 },
      { review_state: 3, n: 25 },
    ]);
  });

  it('of other parts on the same shelves, one way and the other: what the shelves add up follows, and none waits in a circle', async () => {
    const shelves = [await lab.shelf('一'), await lab.shelf('二')] as const;
    const parts: number[] = [];
    for (const at of [0, 1, 1, 0, 0, 1, 1, 0] as const) parts.push(await lab.part(`件 ${parts.length}`, '100', shelves[at]));
    const orders = await askAll(32, (at) => [
      [parts[(at % 4) * 2]!, '1'],
      [parts[(at % 4) * 2 + 1]!, '1'],
    ]);
    const { said, runs } = await takeAll(orders);
    expect(new Set(said)).toEqual(new Set([3]));
    expect(runs).toBe(32);
    expect(await totals(shelves)).toEqual(['368.000', '368.000']);
  });
});

describe('FLOW-08 what has written is not taken back', () => {
  it('whoever sent it on reads why, before and when he tries; the clerk refuses it instead', async () => {
    const bolt = await lab.part('回', '3');
    const id = await lab.ask('庚', [[bolt, '1']]);
    expect(await foretellRevoke(await look('reporter'), id)).toMatchObject({ step: { zh_CN: '名 s1' } });
    await take(id);
    const { session, table } = await look('foreman');
    const tries = commandRecord(lab.house, session, table, { id, command: { op: 'Revoke', remark: '错' } });
    expect(await refused(tries)).toMatchObject({ code: 311, zh: '送到这一步时已写入其他单据，不能撤回，请由当前办理人退回' });
    await expect(foretellRevoke(await look('foreman'), id)).rejects.toMatchObject({ remark: '$flow_revoke_written' });
    expect(await lab.left(bolt)).toMatchObject({ stock: '2.000' });
    await lab.decide('clerk', { id, event: 32, remark: '不' });
    expect(await lab.left(bolt)).toMatchObject({ stock: '3.000' });
  });
});

describe('FLOW-08 a running case follows names', () => {
  it('the amount of a line that is called otherwise since', async () => {
    const bolt = await lab.part('名', '3');
    const id = await lab.ask('辛', [[bolt, '1']]);
    const text = JSON.stringify(requisition()).replaceAll('line.qty', 'line.pieces');
    await lab.start(stock(JSON.parse(text), 'pieces'));
    expect(await take(id)).toMatchObject({ state: 3 });
    expect(await lab.left(bolt)).toMatchObject({ stock: '2.000' });
  });
});
