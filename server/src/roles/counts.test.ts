import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#protocol/meta/suite.ts';
import { openAccess } from '#server/access/access.ts';
import type { RoleGrant } from '#server/access/grants/rights.ts';
import { type Grant, rulesFor } from '#server/access/rules.ts';
import { fillWorld, seeded } from '#server/access/testing-world.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Asker } from '#server/query/asker.ts';
import { relation } from '#server/query/source.ts';
import { compile, sql } from '#server/query/sql.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { lab as suite } from '#server/records/testing-suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { countRows } from './counts.ts';
import { counted, fillCases } from './testing-counted.ts';

let lab: Lab;
let catalogue: Catalogue;
let people: Asker[];
beforeAll(async () => {
  lab = await openLab({ key: 'counts', suites: [counted], rooms: [] });
  await fillWorld(lab.base.db, [sys, suite, counted], 60, 11);
  await lab.base.db.query(`update app."user" set department_entity = 31, domain_entities = '{12,11}' where company_id = 1 and id = 8`);
  await fillCases(lab.base.db);
  const logins = ['admin', 'own', 'dept', 'all', 'nodept', 'none', 'mixed', 'boss', 'root'];
  people = await Promise.all(logins.map(async (login) => (await openAccess(lab.house, await lab.as(login))).asker));
  catalogue = (await openAccess(lab.house, await lab.as('root'))).catalogue;
});
afterAll(() => lab?.close());

/** How many rows the gate gives one, asked as he would. */
async function really(table: ResolvedTable, grant: Grant | undefined, asker: Asker): Promise<number> {
  if (!grant) return 0;
  const { text, values } = compile(sql`select count(*)::int as n from ${relation(table)} t where ${grant.rows('t')}`, asker);
  const [row] = await lab.base.db.query<{ n: number }>(text, [...values]);
  return row!.n;
}

const gives = (table: ResolvedTable, scope: Scope, narrower: Record<string, number> = {}): RoleGrant => ({
  ...{ group_uid: table.group, scope, items: new Set(['List', 'Modify', 'Delete']), item_scopes: narrower },
  ...{ hide_uids: new Set<string>(), readonly_uids: new Set<string>() },
});
const grantOf = (table: ResolvedTable, op: string, ...grants: RoleGrant[]) =>
  rulesFor(catalogue, { grants, flags: new Set() }, { root: false, super: false }).grant(table, op);
const TABLES = ['plan', 'plan_item', 'request', 'folder', 'kept', 'paper', 'tool', 'secret'];
const OPS = ['List', 'Modify', 'Delete', 'Recycle', 'Show'];

describe('ADMIN-02 rows of many people at once', () => {
  it('are as many as the gate gives each of them, whatever roles give, on every table and op', async () => {
    const pick = seeded(215);
    let [some, none] = [0, 0];
    for (let round = 0; round < 120; round += 1) {
      const table = catalogue.table(TABLES[round % TABLES.length]!)!;
      const wishes = Array.from({ length: 1 + pick(3) }, () => {
        const roles = Array.from({ length: pick(4) }, () => gives(table, pick(3) as Scope, { Modify: pick(3), Delete: pick(3) }));
        const askers = people.filter(() => pick(3) > 0);
        return { op: OPS[pick(OPS.length)]!, roles, askers };
      }).map(({ op, roles, askers }) => ({ op, roles, grant: grantOf(table, op, ...roles), askers }));
      const found = await countRows(lab.base.db, catalogue, table, wishes);
      for (const [at, { op, roles, grant, askers }] of wishes.entries()) {
        const each = await Promise.all(askers.map((asker) => really(table, grant, asker)));
        const told = `round ${round}: ${table.name} ${op} ${JSON.stringify(roles.map(({ scope, item_scopes }) => [scope, item_scopes]))}`;
        expect(found[at], told).toEqual(each);
        some += each.filter((rows) => rows > 0).length;
        none += each.filter((rows) => rows === 0).length;
      }
    }
    expect(Math.min(some, none)).toBeGreaterThan(150);
  });
  it('cost a table one statement, and one more where people act for others', async () => {
    const { house, said } = lab.watched();
    const asked = async (name: string) => {
      const table = catalogue.table(name)!;
      const wishes = ([[0], [1], [2], [0, 1], [1, 0]] as Scope[][]).map((scopes) => ({
        grant: grantOf(table, 'List', ...scopes.map((scope) => gives(table, scope))),
        askers: people,
      }));
      said.length = 0;
      await countRows(house.db, catalogue, table, wishes);
      return said.length;
    };
    expect([await asked('plan'), await asked('kept'), await asked('paper'), await asked('request')]).toEqual([1, 1, 1, 2]);
  });
  it('are not counted beyond so many rows, or so many kinds of them; what is asked of nobody is nothing', async () => {
    const table = catalogue.table('plan')!;
    const wishes = [{ grant: grantOf(table, 'List', gives(table, 0), gives(table, 1)), askers: people.slice(1, 4) }];
    const counted = async (rows: number, cells: number) =>
      (await countRows(lab.base.db, catalogue, table, wishes, { most: { rows, cells } }))[0];
    const whole = await counted(60, 60);
    expect(whole).toEqual(await Promise.all(people.slice(1, 4).map((asker) => really(table, wishes[0]!.grant, asker))));
    expect(await counted(5, 60)).toBeNull();
    expect(await counted(60, 5)).toBeNull();
    expect(
      await countRows(lab.base.db, catalogue, table, [
        { ...wishes[0]!, askers: [] },
        { grant: undefined, askers: people },
      ]),
    ).toEqual([[], people.map(() => 0)]);
  });
});
