import type { FieldDef } from '#protocol/meta/field.ts';
import type { ActionDef, EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue, said } from '#server/meta/load.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { houseOn, NOW } from '#server/records/testing.ts';
import { makeEngineTables, makeTables, withMemory } from '#server/tables.ts';
import { sys } from '#suites/sys/suite.ts';
import { decideRecord } from './decide.ts';
import type { Decided, DecideRequest } from './decision.ts';

/** Another trade than the one that the product ships: a repair is reported, judged by a foreman, paid for by a clerk, and booked. */
const named = (uid: string) => ({ uid, key_name: `名 ${uid}`, key_name_en: `Name ${uid}` });
export const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named(`e${id}`), id, ...rest });
export const step = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...named(`s${value}`),
  value,
  actions: [
    { ...named(`a${value}`), op: value === '1' ? 'Modify' : 'Review', events },
    { ...named(`d${value}`), op: 'Show' },
  ],
  ...rest,
});
const action = (op: string): ActionDef => ({ ...named(`t${op}`), op });

export const repairFields = (): FieldDef[] => [
  field('cost', { data_type: 'numeric', length: '18,2', notnull: 1, min: 0 }),
  field('judged', { data_type: 'numeric', length: '18,2', edit_state: '2', view_state: '2,3,90' }),
  field('judge', { data_type: 'entity', source: 'user' }),
  field('cause', { data_type: 'text' }),
];

/** 1 reported, 2 judged by the person in `judge` (small ones end there), 3 paid by a clerk, 90 booked. */
export const repairStates = (): StateDef[] => [
  { ...named('bar'), value: '*', actions: [action('List'), action('Add')] },
  step('1', [event(11, { next_state: 2 })]),
  step(
    '2',
    [
      event(21, { key_name: '同意', where: 'cost<1000', next_state: 90, need_fields: 'judged' }),
      event(22, { key_name: '同意', where: 'cost>=1000', next_state: 3, need_fields: 'judged' }),
      event(23, { next_state: 0 }),
    ],
    { handler: { type: 'field', field: 'judge' } },
  ),
  step('3', [event(31, { next_state: 90 })], { handler: { type: 'role', code: 'clerk' } }),
  { ...named('s90'), value: '90', actions: [{ ...named('d90'), op: 'Show' }], end: 'pass' },
];

export const repair = (rest: Partial<TableDef> = {}): TableDef =>
  testTable('repair', {
    flow: 1,
    fields: repairFields(),
    states: repairStates(),
    write_back: [
      { uid: 'booked', state: 90, table: 'booking', op: 'Add', values: { key_name: '{key_name}', amount: '{cost}', judged_by: '{judge}' } },
    ],
    ...rest,
  });
export const booking = (rest: Partial<TableDef> = {}): TableDef =>
  testTable('booking', {
    fields: [
      field('amount', { data_type: 'numeric', length: '18,2', notnull: 1 }),
      field('judged_by', { data_type: 'entity', source: 'user' }),
    ],
    ...rest,
  });

const grant = (items: string[], rest: object = {}) => ({ group: 'repair', scope: 2 as const, items, ...rest });
const role = (code: string, grants: RoleDef['grants']): RoleDef => ({ ...named(code), code, grants });
export const tradeRoles = (): RoleDef[] => [
  role('reporter', [grant(['List', 'Add', 'Modify'], { hide: ['judged'] }), { group: 'booking', scope: 2, items: ['List'] }]),
  role('foreman', [grant(['List', 'Review'])]),
  role('clerk', [grant(['List', 'Review'], { hide: ['repair.judged'] })]),
];
export const trade = (tables: TableDef[] = [repair(), booking()], rest: Partial<SuiteDef> = {}): SuiteDef =>
  testSuite(tables, { requires: ['sys'], roles: tradeRoles(), ...rest });

/** The database of one installation, and its house as it is after the last start. */
export interface TradeLab {
  base: TestDatabase;
  house: House;
  /** what the last start said of running cases */
  warned: readonly string[];
  /** A start with other definitions; what they have no more goes with its rows where that is said. */
  start(suite: SuiteDef, allowDestructive?: boolean): Promise<void>;
  decide(login: string, request: Partial<DecideRequest>, cloud?: string): Promise<Decided>;
  close(): Promise<void>;
}

const company = { key: 'demo', id: 1, login_name: 'demo', key_name: '公司', key_name_en: 'Company' };
const person = (login: string) => ({
  _key: login,
  key_name: login,
  login_name: login,
  domain_entities: ['@domain:d'],
  role_entities: [`@role:${login}`],
  status: 1,
});
const PEOPLE = {
  companies: [company],
  seeds: [
    { table: 'domain', company: 'demo', rows: [{ _key: 'd', key_name: '域', currency: '元', currency_en: 'CNY' }] },
    {
      table: 'user',
      company: 'demo',
      rows: [{ ...person('root'), _id: 1 }, ...['reporter', 'foreman', 'clerk'].map(person)],
    },
  ],
};

export async function openTrade(first: SuiteDef = trade()): Promise<TradeLab> {
  const base = await testDatabase();
  let catalogue: Catalogue;
  let house: House;
  let tick = 0;
  let warned: string[] = [];
  await makeEngineTables(base.db);
  const start = async (suite: SuiteDef, allowDestructive = false) => {
    catalogue = loadCatalogue([sys, suite]);
    warned = [];
    await makeTables(base.db, catalogue, { allowDestructive, warn: (problem) => void warned.push(said(problem).trim()) });
    await loadSeeds(base.db, catalogue, PEOPLE, loadGrants);
    house = { ...houseOn(base.db, await withMemory(base.db, catalogue)), clock: { now: () => new Date(NOW.getTime() + 1000 * tick++) } };
  };
  await start(first);
  return {
    base,
    get house() {
      return house;
    },
    get warned() {
      return warned;
    },
    start,
    decide: async (login, request, cloud = 'repair') =>
      decideRecord(house, await sessionFor(base.db, login), house.catalogueOf(null).table(cloud)!, { fields: {}, ...request }),
    close: base.close,
  };
}

export const idOf = async (lab: TradeLab, login: string): Promise<number> =>
  (await lab.base.db.query<{ id: number }>('select id from app."user" where login_name = $1', [login]))[0]!.id;
