import type { ReportDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { expected, type StoredRow } from '#server/access/testing-oracle.ts';
import { grantAll, type Lab, openLab } from '../testing.ts';

const tree = (name: string, rest: Partial<TableDef>): TableDef =>
  testTable(name, {
    ...{ tenancy: 'company', type: 'TREE', parent_field: 'parent_entity', order: 'rank' },
    ...rest,
    fields: [
      testField('rank', { data_type: 'int' }),
      testField('parent_entity', { data_type: 'entity', source: name }),
      testField('department_entity', { data_type: 'entity', source: 'department' }),
    ],
  });
const grants = (scope: 0 | 1 | 2) => ['wood', 'leaf', 'park'].map((group) => ({ group, scope, items: ['List'] }));
const role = (code: string, given: object[]) => ({
  ...{ uid: `wood.role.${code}`, code, key_name: code, key_name_en: code },
  grants: given as never,
});

/** Leaves that hang on nodes of a tree whose names go by rights, on one whose names everybody reads, and on another leaf's. */
export const wood = testSuite(
  [
    tree('wood', {}),
    tree('park', { public_name: 1 }),
    testTable('leaf', {
      fields: [
        testField('wood_entity', { data_type: 'entity', source: 'wood' }),
        testField('park_entity', { data_type: 'entity', source: 'park' }),
        testField('over_entity', { data_type: 'entity', source: 'leaf' }),
        testField('department_entity', { data_type: 'entity', source: 'department' }),
        testField('kind', { data_type: 'int' }),
        testField('amount', { data_type: 'numeric', length: '18,6', stat: 'SUM' }),
        testField('code', { data_type: 'text', length: 10 }),
        testField('day', { data_type: 'date' }),
      ],
    }),
  ],
  {
    requires: ['sys', 'lab'],
    roles: [
      role('forester', grants(0)),
      role('ranger', grants(1)),
      role('owner', grants(2)),
      role('walker', [{ group: 'leaf', scope: 2, items: ['List'] }]),
    ],
  },
);

export const PEOPLE = { forester: 61, ranger: 62, owner: 63, walker: 64 } as const;
export type Login = keyof typeof PEOPLE;

export async function openWood(): Promise<Lab> {
  const lab = await openLab({ key: 'report-wood', suites: [wood], rooms: [] });
  for (const [code, id] of Object.entries(PEOPLE)) {
    await lab.base.db.query('insert into app."role" (company_id, id, code, key_name, root) values (1, $1, $2, $2, 0)', [id, code]);
    await lab.base.db.query(
      `insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status)
       values (1, $1, $2, $2, 32, '{11}', $3, 1)`,
      [id, code, [id]],
    );
  }
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  return lab;
}

/** A node, by its place among all, below another of them; below itself or in a circle as well. */
export interface Node {
  readonly up: number | null;
  readonly by: number;
  readonly unit: number;
  readonly gone: boolean;
}
export interface Leaf {
  readonly node: number | null;
  readonly over: number | null;
  readonly by: number;
  readonly unit: number;
  readonly kind: number;
  readonly amount: number | null;
  readonly code: number;
}
const FIRST = 5000;
export const idOf = (at: number | null): number | null => (at === null ? null : FIRST + at);

/** These trees and leaves alone, and a branch of another company. */
export async function plant({ base: { db } }: Lab, nodes: readonly Node[], leaves: readonly Leaf[]): Promise<void> {
  await db.query('truncate app.wood, app.park, app.leaf');
  const of = <T>(list: readonly T[], value: (one: T, at: number) => unknown) => list.map(value);
  for (const table of ['wood', 'park'])
    await db.query(
      `insert into app.${table} (company_id, id, key_name, rank, create_entity, department_entity, deleted_time, parent_entity)
       select 1, * from unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::bigint[])`,
      [
        nodes.map((_, at) => idOf(at)),
        nodes.map((_, at) => `n${at}`),
        nodes.map((_, at) => -at),
        of(nodes, ({ by }) => by),
        of(nodes, ({ unit }) => unit),
        of(nodes, ({ gone }) => (gone ? '2026-01-01Z' : null)),
        of(nodes, ({ up }) => idOf(up)),
      ],
    );
  await db.query(
    `insert into app.leaf (company_id, subcompany_id, id, key_name, wood_entity, park_entity, over_entity, create_entity, department_entity, kind, amount, code)
     select 1, 11, id, 'leaf', node, node, over, by, unit, kind, amount, 'C' || code
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[], $7::numeric[], $8::int[]) x(id, node, over, by, unit, kind, amount, code)`,
    [
      leaves.map((_, at) => idOf(at)),
      of(leaves, ({ node }) => idOf(node)),
      of(leaves, ({ over }) => idOf(over)),
      of(leaves, ({ by }) => by),
      of(leaves, ({ unit }) => unit),
      of(leaves, ({ kind }) => kind),
      of(leaves, ({ amount }) => amount),
      of(leaves, ({ code }) => code),
    ],
  );
}

/** What a reader has of a tree and of the leaves, worked out from roles and stored rows alone. */
export async function sightOf(lab: Lab, login: Login, name: 'wood' | 'park') {
  const { departments } = await lab.as(login);
  const person = { id: PEOPLE[login], company: 1, domain: 11, departments, roles: [login], root: false };
  const read = (table: string) => lab.base.db.query<StoredRow>(`select * from app.${table}`);
  const [nodes, leaves] = [await read(name), await read('leaf')];
  const tableOf = (of: string) => wood.tables.find(({ table_name }) => table_name === of)!;
  const seenOf = (of: string, rows: readonly StoredRow[]) => {
    const seen = expected({ suites: [wood], rows: new Map([[of, rows]]) }, person, tableOf(of), 'Page');
    return new Map(rows.filter(({ id }) => seen !== 312 && seen.has(id)).map((row) => [row.id, row]));
  };
  const named = name === 'park' ? new Map(nodes.map((row) => [row.id, row])) : seenOf(name, nodes);
  return { named, leaves: [...seenOf('leaf', leaves).values()], all: seenOf('leaf', leaves), isOpen: name === 'park' };
}
export type Sight = Awaited<ReturnType<typeof sightOf>>;

/** The way to a node from the top of what the reader may name; undefined: it has none, being in a circle, below one, or no node of his. */
export function wayTo(id: number, { named }: Sight): readonly number[] | undefined {
  const way: number[] = [];
  for (let at: number | null = id; at !== null && named.has(at); at = named.get(at)!.parent_entity as number | null) {
    if (way.includes(at)) return undefined;
    way.unshift(at);
  }
  return way.length ? way : undefined;
}

export const base = (rest: Partial<ReportDef>): ReportDef => ({
  ...{ uid: 'wood.r', report_name: 'wood', key_name: '树', key_name_en: 'Tree' },
  sources: [{ name: 's', cloud: 'leaf' }],
  targets: [],
  indexs: [{ name: 'num', of: 'count' }],
  ...rest,
});
