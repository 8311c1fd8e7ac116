import type { RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { decideRecord } from '../decide.ts';
import { event, openTrade, step, type TradeLab } from '../testing-trade.ts';

/**
 * A store: parts are asked for (1), taken from stock by the foreman (2), handed out by the clerk (3), gone (90). What the clerk refuses is put
 * back; what is gone leaves one issue for each line. A part stands in the form of its shelf, which adds up what lies there.
 */
const named = (uid: string) => ({ uid, key_name: `名 ${uid}`, key_name_en: `Name ${uid}` });
const number = { data_type: 'numeric', length: '18,3' } as const;
const grant = (group: string, items: string[]) => ({ group, scope: 2 as const, items });
const role = (code: string, grants: RoleDef['grants']): RoleDef => ({ ...named(code), code, grants });
const drawn = { each: 'line', table: 'part', op: 'Modify', id_field: 'line.part' } as const;

export const requisition = (rest: Partial<TableDef> = {}): TableDef =>
  testTable('requisition', {
    flow: 1,
    revoke: 'last',
    subtables: [{ ...named('lines'), table_name: 'line', parent_field: 'requisition', inline: 1 }],
    states: [
      { ...named('bar'), value: '*', actions: ['List', 'Add'].map((op) => ({ ...named(`t${op}`), op })) },
      step('1', [event(11, { next_state: 2 })]),
      step('2', [event(21, { next_state: 3 }), event(23, { next_state: 0 })], { handler: { type: 'role', code: 'foreman' } }),
      step('3', [event(31, { next_state: 90 }), event(32, { next_state: 0 })], { handler: { type: 'role', code: 'clerk' } }),
      { ...named('s90'), value: '90', actions: [{ ...named('d90'), op: 'Show' }], end: 'pass' },
    ],
    write_back: [
      {
        uid: 'taken',
        events: [21],
        ...drawn,
        values: { stock: { subtract: '{line.qty}', min: 0 }, asked: { add: 1 }, last: '{key_name}' },
      },
      { uid: 'back', events: [32], ...drawn, values: { stock: { add: '{line.qty}' }, asked: { subtract: 1 } } },
      {
        uid: 'gone',
        state: 90,
        each: 'line',
        table: 'issue',
        op: 'Add',
        values: { key_name: '{key_name}', part: '{line.part}', qty: '{line.qty}' },
      },
    ],
    ...rest,
  });

export const stock = (first: TableDef = requisition(), qty = 'qty'): SuiteDef =>
  testSuite(
    [
      first,
      testTable('line', {
        permission: 'requisition',
        fields: [
          field('requisition', { data_type: 'entity', source: 'requisition', notnull: 1 }),
          field('part', { data_type: 'entity', source: 'part', notnull: 1 }),
          field('kind', { data_type: 'int', defvalue: 1 }),
          { ...field('qty', { ...number, notnull: 1, min: 0 }), field_name: qty },
        ],
      }),
      testTable('part', {
        strict_version: 1,
        states: [{ ...named('p1'), value: '1', actions: ['Show', 'Modify'].map((op) => ({ ...named(`p${op}`), op })) }],
        fields: [
          field('stock', { ...number, unit: '件', unit_en: 'pcs' }),
          field('asked', { data_type: 'int' }),
          field('last', { data_type: 'text', length: 200 }),
          field('shelf', { data_type: 'entity', source: 'shelf' }),
        ],
      }),
      testTable('shelf', {
        fields: [field('total', { ...number, calc: 'sum(part.stock)' })],
        subtables: [{ ...named('parts'), table_name: 'part', parent_field: 'shelf', inherit: 0, inline: 1 }],
      }),
      testTable('issue', { fields: [field('part', { data_type: 'entity', source: 'part' }), field('qty', number)] }),
    ],
    {
      requires: ['sys'],
      roles: [
        role('reporter', [grant('requisition', ['List', 'Add', 'Modify']), grant('part', ['List'])]),
        role('foreman', [grant('requisition', ['List', 'Review'])]),
        role('clerk', [grant('requisition', ['List', 'Review']), grant('part', ['List', 'Modify'])]),
      ],
    },
  );

export interface StockLab extends TradeLab {
  /** A part with so much of it, on a shelf or on none; answers its id. */
  part(name: string, stock: string | null, shelf?: number | null): Promise<number>;
  shelf(name: string): Promise<number>;
  /** Asks for parts: [part, quantity] a line; the foreman has it then. */
  ask(name: string, lines: readonly (readonly [part: number, qty: string | null])[]): Promise<number>;
  /** What lies there of a part. */
  left(part: number): Promise<{ stock: string | null; asked: number | null; version: number }>;
  /** How often transactions were begun, those that were done again counted. */
  runs(): number;
}

export async function openStock(suite: SuiteDef = stock()): Promise<StockLab> {
  const lab = await openTrade(suite);
  const { db } = lab.base;
  const put = async (table: string, columns: Record<string, unknown>) => {
    const names = Object.keys(columns);
    const [row] = await db.query<{ id: number }>(
      `insert into app."${table}" (company_id, subcompany_id, create_entity, ${names.map((name) => `"${name}"`).join()})
       select company_id, id, 1, ${names.map((_, at) => `$${at + 1}`).join()} from app."domain" limit 1 returning id`,
      Object.values(columns),
    );
    return row!.id;
  };
  let runs = 0;
  const counted = () => ({
    ...lab.house,
    db: {
      ...lab.house.db,
      tx: ((work, options) =>
        lab.house.db.tx((tx) => {
          runs += 1;
          return work(tx);
        }, options)) as typeof db.tx,
    },
  });
  const decide: TradeLab['decide'] = async (login, request, cloud = 'requisition') =>
    decideRecord(counted(), await sessionFor(db, login), lab.house.catalogueOf(null).table(cloud)!, { fields: {}, ...request });
  return {
    base: lab.base,
    get house() {
      return lab.house;
    },
    get warned() {
      return lab.warned;
    },
    start: lab.start,
    close: lab.close,
    decide,
    part: (key_name, amount, shelf = null) => put('part', { key_name, stock: amount, shelf }),
    shelf: (key_name) => put('shelf', { key_name }),
    ask: async (key_name, lines) =>
      (
        await decide('reporter', {
          event: 11,
          fields: { key_name },
          subtables: { 'line.requisition': lines.map(([part, qty]) => ({ part, qty, op: 'Add' })) },
        })
      ).id,
    left: async (part) =>
      (
        await db.query<{ stock: string | null; asked: number | null; version: number }>(
          'select stock, asked, version from app.part where id = $1',
          [part],
        )
      )[0]!,
    runs: () => runs,
  };
}
