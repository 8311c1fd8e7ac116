import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { expected, type Person, type World } from '#server/access/testing-oracle.ts';
import { fillWorld, seeded } from '#server/access/testing-world.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Session } from '#server/meta/session.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { grantAll, type Lab, openLab } from '#server/records/testing.ts';
import { lab as labSuite } from '#server/records/testing-suite.ts';
import { capex } from '#suites/capex/suite.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sample } from '#suites/sample/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import type { Op } from '../op.ts';
import { getCall } from './get.ts';
import { groupCall } from './group.ts';
import { listCall } from './list.ts';
import { pageCall } from './page.ts';
import { showCall } from './show.ts';
import { treeCall } from './tree.ts';

type Row = Record<string, unknown> & { id: number; num: number };
type Answer = { code: number; rows: Row[]; total: number };

/** A database with the suites, rows of two companies, and one person for each role, for pairs of roles, and for odd cases. */
async function openWorld(key: string, suites: readonly SuiteDef[], seed: number) {
  const lab = await openLab({
    key,
    suites: suites.filter((suite) => suite !== sys && suite !== labSuite),
    rooms: [recordsMigrations, flowMigrations],
  });
  const codes = lab.house
    .catalogueOf(null)
    .roles()
    .map((role) => role.code);
  await putPeople(lab, codes, seed);
  const world = await fillWorld(lab.base.db, suites, 8, seed);
  return { lab, world };
}

async function putPeople(lab: Lab, codes: readonly string[], seed: number): Promise<void> {
  const pick = seeded(seed);
  for (const company of [1, 2])
    for (const code of codes)
      await lab.base.db.query(`insert into app."role" (company_id, code, key_name, root) values ($1, $2, $2, 0) on conflict do nothing`, [
        company,
        code,
      ]);
  const sets = [...codes.map((code) => [code]), ...codes.map((code) => [code, codes[pick(codes.length)]!])];
  for (const [at, roles] of sets.entries()) {
    const company = at % 5 === 4 ? 2 : 1;
    const department = company === 2 ? 35 : [31, 32, 33, 34, null][at % 5]!;
    await lab.base.db.query(
      `insert into app."user" (company_id, key_name, login_name, department_entity, domain_entities, role_entities, status)
       values ($1, $2, $2, $3, $4, array(select id from app."role" where company_id = $1 and code = any($5::text[])), 1)`,
      [company, `m${at}`, department, company === 2 ? [21] : [11, 12], roles],
    );
  }
  for (const company of [1, 2]) await grantAll(lab.base.db, company, lab.house.catalogueOf(null));
}

async function people(lab: Lab): Promise<Session[]> {
  const users = await lab.base.db.query<{ login_name: string; company: string }>(
    `select u.login_name, c.login_name as company from app."user" u join fw.company c on c.id = u.company_id order by u.id`,
  );
  return Promise.all(users.map((user) => lab.as(user.login_name, { company: user.company })));
}

const personOf = (session: Session): Person => ({
  id: session.user.id,
  company: session.company.id,
  domain: session.domain.id,
  departments: session.departments,
  roles: session.roles.map((role) => role.code),
  root: session.root,
});

async function ask(lab: Lab, op: unknown, session: Session, request: Record<string, unknown>): Promise<Answer> {
  const caller = { address: '', userAgent: '', host: '', device: null };
  try {
    const reply = await (op as Op).run(lab.house, { request, session, caller });
    return { code: 200, rows: [], total: 0, ...reply } as unknown as Answer;
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, rows: [], total: 0 };
    throw error;
  }
}

/** Everything that shows rows of one table to one person, against the oracle. Answers how many cells were compared. */
async function compare(lab: Lab, world: World, session: Session, table: TableDef): Promise<number> {
  const cloud = table.table_name;
  const want = expected(world, personOf(session), table, 'Page');
  const at = `${session.company.login_name}/${session.user.login_name} on ${cloud}`;
  const page = await ask(lab, pageCall, session, { cloud, page: 1, rows: 1000, exact: 1 });
  if (want === 312) {
    for (const op of [pageCall, listCall, groupCall, treeCall])
      expect((await ask(lab, op, session, { cloud, field: 'id' })).code, at).toBe(312);
    for (const op of [getCall, showCall]) expect((await ask(lab, op, session, { cloud, id: 1 })).code, at).toBe(312);
    return 6;
  }
  const ids = [...want].sort((a, b) => a - b);
  const sorted = (answer: Answer) => answer.rows.map((row) => row.id).sort((a, b) => a - b);
  expect(sorted(page), `Page ${at}`).toEqual(ids);
  expect(page.total, `total ${at}`).toBe(ids.length);
  expect(sorted(await ask(lab, listCall, session, { cloud })), `List ${at}`).toEqual(ids);
  for (const field of table.fields.filter((one) => ['select', 'entity'].includes(one.data_type)).slice(0, 3)) {
    const group = await ask(lab, groupCall, session, { cloud, field: field.field_name });
    if (group.code !== 317)
      expect(
        group.rows.reduce((sum, row) => sum + row.num, 0),
        `Group ${field.field_name} ${at}`,
      ).toBe(ids.length);
  }
  if (table.type === 'TREE') expect(sorted(await ask(lab, treeCall, session, { cloud })), `Tree ${at}`).toEqual(ids);
  for (const row of world.rows.get(cloud) ?? []) {
    if (table.tenancy !== 'platform' && row.company_id !== session.company.id && ids.includes(row.id)) continue;
    const got = await ask(lab, getCall, session, { cloud, id: row.id });
    expect(got.code, `Get ${row.id} ${at}`).toBe(want.has(row.id) ? 200 : 315);
  }
  return 4 + (world.rows.get(cloud)?.length ?? 0);
}

const REAL = [sys, labSuite, sample, capex, opendata];

describe('B2 B3 B4 B20 B27 op x table x role x scope, expected from the definitions alone', () => {
  let lab: Lab;
  let world: World;
  beforeAll(async () => {
    ({ lab, world } = await openWorld('matrix-real', REAL, 5));
  });
  afterAll(() => lab.close());
  it.each(REAL.flatMap((suite) => suite.tables.filter((table) => table.storage !== 'view').map((table) => table.table_name)))(
    '%s',
    async (name) => {
      const table = REAL.flatMap((suite) => suite.tables).find((one) => one.table_name === name)!;
      let cells = 0;
      for (const session of await people(lab)) cells += await compare(lab, world, session, table);
      expect(cells).toBeGreaterThan(100);
    },
  );
});

describe('B2 the same on generated suites', () => {
  it.each([1, 2, 3])('seed %i', async (seed) => {
    const suite = generated(seed);
    const { lab, world } = await openWorld(`matrix-${seed}`, [sys, labSuite, suite], seed);
    for (const session of await people(lab)) for (const table of suite.tables) await compare(lab, world, session, table);
    await lab.close();
  });
});

function generated(seed: number): SuiteDef {
  const pick = seeded(seed * 77);
  const label = { key_name: 'g', key_name_en: 'g' };
  const field = (table: string, field_name: string, source: string) => ({
    uid: `g.${table}.${field_name}`,
    field_name,
    ...label,
    data_type: 'entity' as const,
    source,
  });
  const tables: TableDef[] = [0, 1, 2, 3].map((at) => {
    const name = `g${at}`;
    const isTree = pick(3) === 0;
    const fields = [
      field(name, 'keeper', 'user'),
      ...(pick(2) ? [field(name, 'department_entity', 'department')] : []),
      field(name, 'place', 'department'),
      ...(isTree ? [field(name, 'above', name)] : []),
    ];
    return {
      uid: `g.${name}`,
      table_name: name,
      ...label,
      tenancy: (['company', 'domain'] as const)[pick(2)]!,
      ...(pick(2) ? { owner_field: 'keeper' } : {}),
      ...(pick(2) ? { department_field: 'place' } : {}),
      ...(isTree ? { type: 'TREE' as const, parent_field: 'above' } : {}),
      fields,
      states: [{ uid: `g.${name}.1`, value: '1', ...label }],
      subtables: [
        {
          uid: `g.${name}.sub`,
          ...label,
          table_name: `${name}_sub`,
          parent_field: 'owner',
          inline: 1,
          inherit: (pick(4) ? 1 : 0) as 0 | 1,
        },
      ],
    };
  });
  const subs: TableDef[] = tables.map(({ table_name, tenancy }) => ({
    uid: `g.${table_name}_sub`,
    table_name: `${table_name}_sub`,
    ...label,
    tenancy,
    permission: table_name,
    fields: [field(`${table_name}_sub`, 'owner', table_name)],
    states: [{ uid: `g.${table_name}_sub.1`, value: '1', ...label }],
  }));
  const roles = [0, 1, 2, 3].map((at) => ({
    uid: `g.role${at}`,
    code: `grole${at}`,
    ...label,
    grants: tables
      .filter(() => pick(3) > 0)
      .map((table) => ({ group: table.table_name, scope: pick(3) as 0 | 1 | 2, items: pick(4) ? ['List', 'Modify'] : ['Modify'] })),
  }));
  return {
    uid: 'g',
    code: 'g',
    version: '0.1.0',
    ...label,
    requires: ['sys'],
    modules: [],
    dicts: [],
    roles,
    tables: [...tables, ...subs],
    seed: [],
  };
}
