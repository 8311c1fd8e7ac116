import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { testField as field } from '#protocol/meta/testing-suite.ts';
import { openAccess } from '#server/access/access.ts';
import { DefinitionError } from '#server/meta/load.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import {
  booking,
  event,
  idOf,
  openTrade,
  repair,
  repairFields,
  repairStates,
  step,
  type TradeLab,
  trade,
  tradeRoles,
} from '../act/testing-trade.ts';
import { auditCases } from '../kernel/testing-replay.ts';

const now: Record<string, string> = { cost: 'price', judged: 'judged_price', judge: 'judge_entity' };
const newName = (of: FieldDef): FieldDef => ({ ...of, field_name: now[of.field_name] ?? of.field_name });
const told = (text: string) => text.replaceAll(/\b(cost|judged|judge)\b/g, (name) => now[name]!);

/** The same repair after a version that calls three fields, and the booking's amount, otherwise; uids stay. */
const renamedRepair = (rest = {}) =>
  repair({
    fields: repairFields().map(newName),
    states: JSON.parse(told(JSON.stringify(repairStates()))) as StateDef[],
    write_back: [
      {
        uid: 'booked',
        state: 90,
        table: 'booking',
        op: 'Add',
        values: { key_name: '{key_name}', total: '{price}', judged_by: '{judge_entity}' },
      },
    ],
    ...rest,
  });
const renamedBooking = booking({
  fields: [
    field('total', { uid: 'amount', data_type: 'numeric', length: '18,2', notnull: 1 }),
    field('judged_by', { data_type: 'entity', source: 'user' }),
  ],
});
const roles = JSON.parse(told(JSON.stringify(tradeRoles()))) as ReturnType<typeof tradeRoles>;
const renamed = () => trade([renamedRepair(), renamedBooking], { roles });

let lab: TradeLab;
let foreman: number;
const fresh = () => {
  beforeAll(async () => {
    lab = await openTrade();
    foreman = await idOf(lab, 'foreman');
  });
  afterAll(() => lab.close());
};
const submit = async (cost: string, names: Record<string, string> = {}) => {
  const name = (of: string) => names[of] ?? of;
  const { id } = await lab.decide('reporter', {
    event: 11,
    fields: { key_name: `修 ${cost}`, [name('cost')]: cost, [name('judge')]: foreman },
  });
  return id;
};
const booked = () => lab.base.db.query('select b.key_name, b.* from app.booking b order by id');

describe('FLOW-01 a field that is called otherwise under the same uid, while cases run', () => {
  fresh();

  it('the case goes on by the new names: guards, fields asked for, handlers and what the approval writes', async () => {
    const [small, large, first] = [await submit('10'), await submit('5000'), await submit('20')];
    await lab.decide('foreman', { id: first, event: 21, fields: { judged: '19' } });
    await lab.start(renamed());
    await expect(lab.decide('foreman', { id: small, event: 21 })).rejects.toMatchObject({
      code: 314,
      remark: '$flow_need_field',
      data: { field: 'judged_price' },
    });
    await expect(lab.decide('foreman', { id: small, event: 22, next_state: 3, fields: { judged_price: '9' } })).rejects.toMatchObject({
      code: 311,
    });
    await lab.decide('foreman', { id: small, event: 21, fields: { judged_price: '9' } });
    expect((await lab.decide('foreman', { id: large, event: 22, fields: { judged_price: '4800' } })).state).toBe(3);
    await lab.decide('clerk', { id: large, event: 31 });
    expect(await booked()).toMatchObject([
      { key_name: '修 20', total: '20.00', judged_by: foreman },
      { key_name: '修 10', total: '10.00', judged_by: foreman },
      { key_name: '修 5000', total: '5000.00', judged_by: foreman },
    ]);
  });

  it('I8 the log of a case keeps the names of its flow, so that it replays after the change as before', async () => {
    expect(await auditCases(lab.house, 'repair')).toEqual([]);
    const logged = await lab.base.db.query<{ data: object }>(
      `select data #> '{cause,env,record,data}' as data from fw.flow_log where op = 'Review' order by case_id, seq`,
    );
    expect(logged.map(({ data }) => Object.keys(data).sort())).toEqual(Array(4).fill(['cost', 'judged']));
  });

  it('two names that change places under running cases are not mistaken for each other', async () => {
    const id = await submit('3000', now);
    const swap: Record<string, string> = { price: 'judged_price', judged_price: 'price' };
    const swapped = (text: string) => text.replaceAll(/\b(judged_price|price)\b/g, (name) => swap[name]!);
    await lab.start(
      trade([JSON.parse(swapped(JSON.stringify(renamedRepair()))), renamedBooking], { roles: JSON.parse(swapped(JSON.stringify(roles))) }),
    );
    await expect(lab.decide('foreman', { id, event: 21, next_state: 90, fields: { price: '1' } })).rejects.toMatchObject({ code: 311 });
    expect((await lab.decide('foreman', { id, event: 22, fields: { price: '1' } })).state).toBe(3);
    await lab.decide('clerk', { id, event: 31 });
    expect((await booked()).at(-1)).toMatchObject({ total: '3000.00' });
  });
});

describe('A8 what hides a field hides it under its new name', () => {
  fresh();

  it('rights that were given here and by the suite are of the field, whatever it is called: each person reads the same fields in each version', async () => {
    const rights = () =>
      lab.base.db.query(
        `select r."code", g.hide_uids from fw.role_grant g join app."role" r on r.company_id = g.company_id and r.id = g.role_id
         where g.group_uid = 'repair' and g.hide_uids <> '{}' order by 1`,
      );
    const seen = async (login: string) => {
      const access = await openAccess(lab.house, await sessionFor(lab.base.db, login));
      const { fields } = access.table('repair');
      const { sees } = access.grant(access.table('repair'), 'Page');
      return [...fields.values()].filter(({ name }) => sees(name, 't') !== false).map(({ def }) => def.uid);
    };
    await lab.start(renamed());
    await lab.base.db.query(
      `update fw.role_grant g set hide_uids = '{repair:cost,repair:cause}' from app."role" r where r.id = g.role_id and r."code" = 'foreman' and g.group_uid = 'repair'`,
    );
    await lab.base.db.query('update fw.rights_version set version = version + 1');
    const before = await Promise.all(['clerk', 'foreman', 'reporter'].map(seen));
    expect(before[1]).not.toContain('cost');
    for (const version of [trade(), renamed()]) {
      await lab.start(version);
      expect(await rights()).toEqual([
        { code: 'clerk', hide_uids: ['repair:judged'] },
        { code: 'foreman', hide_uids: ['repair:cost', 'repair:cause'] },
        { code: 'reporter', hide_uids: ['repair:judged'] },
      ]);
      expect(await Promise.all(['clerk', 'foreman', 'reporter'].map(seen))).toEqual(before);
    }
  });
});

describe('a table that is called otherwise under the same uid, while cases run', () => {
  fresh();

  it('its cases, to-dos, notices, readers, numbers and seeded rows come along', async () => {
    await lab.decide('foreman', { id: await submit('30'), event: 21, fields: { judged: '29' } });
    const id = await submit('40');
    await lab.base.db.query(
      `insert into fw.reading (company_id, source, rowid, user_entity, first_time, last_time)
      values (1, 'repair', $1, $2, now(), now())`,
      [id, foreman],
    );
    const fixing = trade([{ ...repair(), table_name: 'fixing' }, booking()], {
      roles: JSON.parse(JSON.stringify(tradeRoles()).replaceAll('"repair"', '"fixing"').replaceAll('repair.', 'fixing.')),
    });
    await lab.start(fixing);
    for (const of of ['fw.flow_todo', 'fw.notice', 'fw.reading'])
      expect(await lab.base.db.query(`select distinct source from ${of}`), of).toEqual([{ source: 'fixing' }]);
    await lab.decide('foreman', { id, event: 21, fields: { judged: '39' } }, 'fixing');
    expect((await booked()).at(-1)).toMatchObject({ amount: '40.00' });
    // a table of another uid may take the name that is free now, with a flow of its own
    await lab.start(trade([{ ...repair(), table_name: 'fixing' }, booking(), repair({ uid: 'second' })], { roles: fixing.roles.concat() }));
    const other = await lab.decide('reporter', { event: 11, fields: { key_name: '又', cost: '1', judge: foreman } }, 'fixing');
    expect(other.state).toBe(2);
  });
});

describe('what is kept under the name of a field', () => {
  fresh();

  it('numbers go on where they were, and files stay files of their field', async () => {
    const numbered = (name: string) =>
      booking({
        fields: [
          ...booking().fields,
          field(name, { uid: 'serial', data_type: 'text', number: 'B-{000}' }),
          field(`${name}s`, { uid: 'papers', data_type: 'file' }),
        ],
      });
    await lab.start(trade([repair(), numbered('serial')]));
    await lab.decide('foreman', { id: await submit('1'), event: 21, fields: { judged: '1' } });
    await lab.base.db.query(`insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, rowid, create_entity, create_time)
      values (1, repeat('k', 24), 'a.pdf', '', 1, '', 'booking', 'serials', 1, 1, now())`);
    await lab.start(trade([repair(), numbered('code')]));
    await lab.decide('foreman', { id: await submit('2'), event: 21, fields: { judged: '2' } });
    expect(await lab.base.db.query('select code from app.booking order by id')).toEqual([{ code: 'B-001' }, { code: 'B-002' }]);
    expect(await lab.base.db.query('select source, field from fw.file')).toEqual([{ source: 'booking', field: 'codes' }]);
  });
});

describe('what a change would take from running cases refuses the start, before anything is changed', () => {
  fresh();

  /** A flow that reads no field. */
  const plain = [
    repairStates()[0]!,
    step('1', [event(11, { next_state: 2 })]),
    step('2', [event(21, { next_state: 3 })], { handler: { type: 'role', code: 'root' } }),
    step('3', [event(31, { next_state: 90 })], { handler: { type: 'role', code: 'root' } }),
    repairStates().at(-1)!,
  ];
  const without = (name: string, states = repairStates()) =>
    trade([repair({ fields: repairFields().filter((of) => of.field_name !== name), states, write_back: [] }), booking()], { roles: [] });
  const refused = async (suite: ReturnType<typeof trade>) => {
    const error = await lab.start(suite).then(
      () => null,
      (reason) => reason as DefinitionError,
    );
    expect(error).toBeInstanceOf(DefinitionError);
    return error!.problems;
  };

  it('a field that guards, events or the write-back read: by file, field, and how many cases', async () => {
    await submit('60');
    await submit('70');
    const before = await lab.base.db.query('select count(*) from information_schema.columns where table_schema = $1', ['app']);
    expect(await refused(without('cost', plain))).toEqual([
      {
        file: 'suites/test/tables/repair.ts',
        path: 'fields[cost]',
        reason:
          'field repair.cost is gone, and 2 running cases of repair (flow version 1) still need it: states[2].events[21].where, states[2].events[22].where, write_back[booked].values.amount',
        mend: 'keep the field (it may be hidden: 1) until these cases have ended; a changed name is followed where the uid stays',
      },
    ]);
    const taken = repairFields().map((of) => (of.field_name === 'cost' ? { ...of, uid: 'another' } : of));
    expect((await refused(trade([repair({ fields: taken }), booking()])))[0]?.reason).toMatch(
      /^field repair\.cost is gone, and 2 running cases/,
    );
    expect(await lab.base.db.query('select count(*) from information_schema.columns where table_schema = $1', ['app'])).toEqual(before);
  });

  it('a field whose new type no guard can be read with, a table that they are written to, the table itself', async () => {
    const texts = repairFields().map((of) => (of.field_name === 'cost' ? field('cost', { data_type: 'date' }) : of));
    expect(await refused(trade([repair({ fields: texts, states: plain, write_back: [] }), booking()]))).toMatchObject([
      { path: 'states[2].events[21].where', reason: expect.stringContaining('2 running cases') },
      { path: 'states[2].events[22].where' },
      { path: 'write_back[booked].values.amount', reason: expect.stringContaining('a date does not fit into a numeric') },
    ]);
    expect(await refused(trade([repair({ fields: repairFields(), states: plain, write_back: [] })], { roles: [] }))).toMatchObject([
      { path: 'tables', reason: expect.stringMatching(/^table booking is gone/) },
    ]);
    expect(await refused(trade([booking()], { roles: [] }))).toMatchObject([
      { path: 'repair', reason: expect.stringMatching(/^the table is gone, and 2 running/) },
    ]);
  });

  it('what the approval writes: a target of another type, or newly demanded; a role that signs', async () => {
    const freed = repair({ states: plain, write_back: [] });
    const [amount, judged] = booking().fields as [FieldDef, FieldDef];
    const into = (...fields: FieldDef[]) => refused(trade([freed, booking({ fields })]));
    expect(await into(field('amount', { data_type: 'date' }), judged)).toEqual([
      {
        file: 'suites/test/tables/repair.ts',
        path: 'write_back[booked].values.amount',
        reason:
          '{cost} cannot always be written into booking.amount: a numeric does not fit into a date, and 2 running cases of repair (flow version 1) still write so',
        mend: 'leave both sides as they are until these cases have ended; what is new goes into a field of its own that is not notnull',
      },
    ]);
    expect(await into(amount, judged, field('ledger', { data_type: 'text', notnull: 1 }))).toMatchObject([
      { path: 'write_back[booked].values.ledger', reason: expect.stringMatching(/demands ledger .* 2 running cases/) },
    ]);
    // a name may be empty, and mostly is not: the cases go on, and the start says so
    await lab.start(
      trade([freed, booking({ fields: [amount, { ...judged, notnull: 1 }, field('key_name', { data_type: 'text', notnull: 1 })] })]),
    );
    expect(lab.warned).toEqual([
      expect.stringMatching(/write_back\[booked\]\.values\.key_name: .*key_name may be empty when .*2 running cases/),
    ]);
    expect(await refused(trade([freed, booking()], { roles: tradeRoles().filter(({ code }) => code !== 'clerk') }))).toMatchObject([
      {
        path: 'states[3].handler',
        reason: 'unknown role clerk, and 2 running cases of repair (flow version 1) still go by it',
        mend: expect.stringMatching(/^keep the role/),
      },
    ]);
  });

  it('a choice that the approval writes', async () => {
    const kinds = (...ids: number[]) =>
      field('kind', { data_type: 'select', items: ids.map((id) => ({ id, key_name: `类 ${id}`, key_name_en: `Kind ${id}` })) });
    const withKind = (kind: FieldDef, rest = {}) => trade([repair(rest), booking({ fields: [...booking().fields, kind] })]);
    const [back] = repair().write_back!;
    const other = await openTrade(withKind(kinds(1, 2), { write_back: [{ ...back!, values: { ...back!.values, kind: 2 } }] }));
    await other.decide('reporter', { event: 11, fields: { key_name: '类', cost: '5', judge: await idOf(other, 'foreman') } });
    const error = await other.start(withKind(kinds(1, 3))).catch((reason) => reason as DefinitionError);
    expect(error).toMatchObject({
      problems: [
        { path: 'write_back[booked].values.kind', reason: expect.stringMatching(/^2 is no value of booking\.kind, and 1 running case/) },
      ],
    });
    await other.start(withKind(kinds(1, 2, 3)));
    await other.close();
  });

  it('nothing once they have ended', async () => {
    for (const { rowid } of await lab.base.db.query<{ rowid: number }>(`select rowid from fw.flow_case where status = 0 and state = 2`))
      await lab.decide('foreman', { id: rowid, event: 21, fields: { judged: '1' } });
    await lab.start(without('cost', plain));
  });
});

describe('flows that were published before uids were noted', () => {
  it('get them from what the database knows, before the tables follow the definitions', async () => {
    const old = await openTrade();
    const judge = await idOf(old, 'foreman');
    const { id } = await old.decide('reporter', { event: 11, fields: { key_name: '旧', cost: '50', judge } });
    await old.base.db.query(`alter table fw.flow_def disable trigger flow_def_keep; update fw.flow_def set def = def - 'names';
      alter table fw.flow_def enable trigger flow_def_keep`);
    await old.start(renamed());
    const [{ names }] = (await old.base.db.query(`select def -> 'names' as names from fw.flow_def where version = 1`)) as [
      { names: object },
    ];
    expect(names).toEqual({
      repair: { uid: 'repair', fields: { cost: 'cost', judged: 'judged', judge: 'judge' } },
      booking: { uid: 'booking', fields: { amount: 'amount', judged_by: 'judged_by' } },
    });
    await old.decide('foreman', { id, event: 21, fields: { judged_price: '49' } });
    expect(await old.base.db.query('select total from app.booking')).toEqual([{ total: '50.00' }]);
    await expect(old.base.db.query('delete from fw.flow_def')).rejects.toThrow();
    await old.close();
  });
});
