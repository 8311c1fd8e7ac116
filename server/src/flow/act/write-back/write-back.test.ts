import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { testField as field } from '#protocol/meta/testing-suite.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { decideRecord } from '../decide.ts';
import { booking, event, idOf, openTrade, repair, repairFields, repairStates, step, type TradeLab, trade } from '../testing-trade.ts';

/** The booking takes a code of the application, a verdict of step 2, and a literal reference; the shelf is a record that nobody changes unseen. */
const suite = trade([
  repair({
    fields: [
      ...repairFields(),
      field('verdict', { data_type: 'text', edit_state: '2' }),
      field('shelf', { data_type: 'entity', source: 'shelf', notnull: 1 }),
    ],
    states: [
      ...repairStates().filter((state) => state.value !== '2'),
      step('2', [event(21, { next_state: 90, need_fields: 'judged,judge' }), event(23, { next_state: 0 })], {
        handler: { type: 'role', code: 'foreman' },
      }),
    ],
    write_back: [
      {
        uid: 'booked',
        state: 90,
        table: 'booking',
        op: 'Add',
        values: { amount: '{cost}', code: '{ cause }', verdict: '{verdict}', judged_by: '{judge}', keeper: 1 },
        rows: [{ table: 'line', parent_field: 'booking', values: [{ amount: '{ judged }' }] }],
      },
      { uid: 'shelved', state: 90, table: 'shelf', op: 'Modify', id_field: 'shelf', values: { amount: '{cost}' } },
    ],
  }),
  booking({
    fields: [
      ...booking().fields.map((of) => ({ ...of, notnull: 1 as const })),
      field('code', { data_type: 'text', unique: 1 }),
      field('verdict', { data_type: 'text', unique: 1 }),
      field('keeper', { data_type: 'entity', source: 'user' }),
    ],
    subtables: [{ uid: 'lines', key_name: '行', key_name_en: 'Lines', table_name: 'line', parent_field: 'booking', inline: 1 }],
  }),
  {
    ...booking({ uid: 'shelf', table_name: 'shelf', strict_version: 1, public_name: 1 }),
    fields: [field('amount', { data_type: 'numeric', length: '18,2' })],
  },
  {
    ...booking({ uid: 'line', table_name: 'line' }),
    fields: [
      field('booking', { data_type: 'entity', source: 'booking', notnull: 1 }),
      field('amount', { data_type: 'numeric', length: '18,2', notnull: 1 }),
    ],
  },
]);
suite.roles.find((role) => role.code === 'foreman')!.grants[0]!.hide = ['cause'];

let lab: TradeLab;
let judge: number;
let shelf: number;
beforeAll(async () => {
  lab = await openTrade(suite);
  judge = await idOf(lab, 'foreman');
  const [row] = await lab.base.db.query<{ id: number }>(
    `insert into app.shelf (company_id, subcompany_id, key_name) select company_id, id, 'A' from app."domain" limit 1 returning id`,
  );
  shelf = row!.id;
});
afterAll(() => lab.close());

const submit = async (cause: string) =>
  (await lab.decide('reporter', { event: 11, fields: { key_name: '修', cost: '5', judge, cause, shelf } })).id;
const approve = async (id: number, verdict: string) =>
  lab.decide('foreman', { id, event: 21, fields: { judged: '4', verdict } }).then(
    () => null,
    (error) => {
      expect(error).toBeInstanceOf(Refusal);
      const { code, remark, data } = error as Refusal;
      return { code, zh: remarkText(code, remark, data, 'zh_CN'), en: remarkText(code, remark, data, 'en_US') };
    },
  );
const booked = async () => (await lab.base.db.query<{ n: number }>('select count(*)::int as n from app.booking'))[0]!.n;

describe('FLOW-08 an approval whose writing is refused tells who can mend it, and leaves no trace', () => {
  it('the applicant, for a value of the application that the approver does not even see', async () => {
    expect(await approve(await submit('漏水'), '一')).toBeNull();
    const id = await submit('漏水');
    expect(await approve(id, '二')).toEqual({
      code: 310,
      zh: '批准后要写入“表 booking”，写不进去：字段 code已存在，不能重复。该值来自“字段 cause”，请退回给申请人 reporter 修改',
      en: 'The approval has to be written into Table booking, which is refused: Field code already exists and must be unique. The value comes from Field cause: return it to the applicant, reporter, to change it',
    });
    expect(await booked()).toBe(1);
    expect(await lab.base.db.query('select review_state, version from app.repair where id = $1', [id])).toEqual([
      { review_state: 2, version: 1 },
    ]);
    await lab.decide('foreman', { id, event: 23, remark: '改' });
  });

  it('out of connections nobody waits for another: who is named is asked when the transaction is over', async () => {
    const within: string[] = [];
    let open = 0;
    const { db } = lab.house;
    const tx: typeof db.tx = (work, options) =>
      db.tx(async (one) => {
        open += 1;
        return work(one).finally(() => {
          open -= 1;
        });
      }, options);
    const query: typeof db.query = (text, values) => {
      if (open > 0) within.push(text);
      return db.query(text, values);
    };
    const house = { ...lab.house, db: { ...db, tx, query } };
    const ids = [await submit('漏水'), await submit('辛')];
    await lab.base.db.query('update app.repair set shelf = null where id = $1', [ids[1]]);
    for (const [at, id] of ids.entries()) {
      const session = await sessionFor(lab.base.db, 'foreman');
      const request = { id, event: 21, fields: { judged: '4', verdict: `辛${at}` } };
      const refused = decideRecord(house, session, house.catalogueOf(null).table('repair')!, request);
      await expect(refused).rejects.toMatchObject({
        remark: expect.stringMatching(/^\$flow_write_back/),
        data: { who: expect.anything() },
      });
      await lab.decide('foreman', { id, event: 23, remark: '改' });
    }
    expect(within).toEqual([]);
  });

  it('a person by his name in the language of who reads', async () => {
    await lab.base.db.query(
      `update app."user" set name_en = initcap(login_name) || ' Lee' where login_name in ('reporter', 'root', 'clerk')`,
    );
    const id = await submit('漏水');
    expect(await approve(id, '二')).toMatchObject({
      zh: expect.stringMatching(/请退回给申请人 reporter 修改$/),
      en: expect.stringMatching(/return it to the applicant, Reporter Lee, to change it$/),
    });
    await lab.decide('foreman', { id, event: 23, remark: '改' });
  });

  it('the step in which the value is typed', async () => {
    expect(await approve(await submit('甲'), '一')).toMatchObject({ code: 310, zh: expect.stringContaining('请退回到“名 s2”修改') });
  });

  it('what is demanded there is never written empty', async () => {
    const id = await submit('乙');
    await lab.base.db.query('update app.repair set cost = null where id = $1', [id]);
    expect(await approve(id, '三')).toMatchObject({ code: 314, zh: expect.stringContaining('字段 amount不能为空。该值来自“字段 cost”') });
    expect(await booked()).toBe(1);
  });

  it('an administrator by name, where nobody of the case can change it', async () => {
    await lab.base.db.query(`update app."user" set deleted_time = now() where login_name = 'root'`);
    await lab.base.db.query(
      `update app."user" set role_entities = (select role_entities from app."user" where login_name = 'root') where login_name = 'clerk'`,
    );
    expect(await approve(await submit('丙'), '四')).toMatchObject({
      code: 315,
      zh: expect.stringMatching(/您无法更正，请联系管理员（clerk）$/),
      en: expect.stringMatching(/please tell an administrator \(Clerk Lee\)$/),
    });
    await lab.base.db.query(
      `update app."user" set role_entities = (select role_entities from app."user" where login_name = 'root') where login_name = 'reporter'`,
    );
    expect(await approve(await submit('戊'), '六')).toMatchObject({
      zh: expect.stringMatching(/请联系管理员（reporter、clerk）$/),
      en: expect.stringMatching(/please tell an administrator \(Reporter Lee, Clerk Lee\)$/),
    });
    await lab.base.db.query(
      `update app."user" set role_entities = array[(select id from app."role" where code = 'reporter' and company_id = 1)] where login_name = 'reporter'`,
    );
    await lab.base.db.query(`update app."user" set deleted_time = null where login_name = 'root'`);
  });

  it('and where all is well the record and its rows stand', async () => {
    expect(await approve(await submit('丁'), '五')).toBeNull();
    expect(await lab.base.db.query('select count(*)::int as n from app.line')).toEqual([{ n: 2 }]);
  });

  it('a record that asks everybody for the version that he saw is written by an approval without one', async () => {
    await lab.base.db.query('update app.shelf set amount = null');
    expect(await approve(await submit('己'), '七')).toBeNull();
    expect(await lab.base.db.query('select amount::text from app.shelf')).toEqual([{ amount: '5.00' }]);
  });
});
