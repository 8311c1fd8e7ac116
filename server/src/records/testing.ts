import type { SuiteDef } from '#protocol/meta/suite.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { accessMigrations } from '#server/access/migrations.ts';
import type { Db } from '#server/db/db.ts';
import { type MigrationRoom, migrate } from '#server/db/migrate.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import type { Session } from '#server/meta/session.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { type SessionWish, sessionFor } from '#server/meta/testing-session.ts';
import { signinMigrations } from '#server/signin/migrations.ts';
import { sys } from '#suites/sys/suite.ts';
import { lab } from './testing-suite.ts';

/** A house on a database of its own: suites sys and lab, two companies with people, no records yet. */
export interface Lab {
  house: House;
  base: TestDatabase;
  as(login: string, wish?: SessionWish): Promise<Session>;
  /** Inserts one row by column values and answers its id. */
  put(table: string, row: Record<string, unknown>): Promise<number>;
  /** The same house, its statements written down. */
  watched(): { house: House; said: string[] };
  close(): Promise<void>;
}

/** What the house of a test has besides its database. `now` stands still. */
export const NOW = new Date('2026-11-21T02:20:00Z');
const keys = { seal: Buffer.alloc(32, 1), ticket: Buffer.alloc(32, 2), channel: Buffer.alloc(32, 3), pepper: Buffer.alloc(32, 4) };

export const houseOn = (db: Db, catalogue: Catalogue, files: House['files'] = undefined as never): House => ({
  db,
  catalogueOf: () => catalogue,
  files,
  keys,
  clock: { now: () => NOW },
  settings: { realm: 'erp.local', kdfN: 2 ** 12, mqttUrl: null },
});

const PEOPLE = `
insert into fw.company (id, key, login_name, key_name, key_name_en, time_zone, app_name, app_name_en)
values (1, 'demo', 'demo', '远山集团', 'Yuanshan', 'Asia/Shanghai', '平台', 'Platform'), (2, 'other', 'other', '别家', 'Other', 'UTC', '平台', 'Platform');
insert into app."domain" (company_id, id, key_name, name_en, currency, currency_en) values
  (1, 11, '远山集团', 'Yuanshan', '万元', 'CNY'), (1, 12, '纽约市', 'New York', '万美元', 'USD'), (2, 21, '别家', 'Other', '万元', 'CNY');
insert into app."department" (company_id, id, code, key_name, parent_entity) values
  (1, 31, 'A', '总部', null), (1, 32, 'A1', '投资部', 31), (1, 33, 'A11', '投资一处', 32), (1, 34, 'B', '电厂', null), (2, 35, 'X', '别家部门', null);
insert into app."role" (company_id, id, code, key_name, root) values (1, 40, 'root', '管理员', 1), (1, 41, 'own', '本人', 0), (1, 42, 'dept', '本部门', 0),
  (1, 43, 'all', '全部', 0), (1, 44, 'boss', '领导', 0), (1, 45, 'none', '无', 0), (1, 46, 'staff', '员工', 0), (2, 47, 'root', '管理员', 1), (2, 48, 'all', '全部', 0);
insert into app."user" (company_id, id, login_name, key_name, mobile, department_entity, domain_entities, role_entities, status) values
  (1, 1, 'admin', '管理员', '13000000001', 31, '{11,12}', '{40}', 1),
  (1, 2, 'own', '张三', '13000000002', 32, '{11,12}', '{41,46}', 1),
  (1, 3, 'dept', '李四', '13000000003', 32, '{11}', '{42,46}', 1),
  (1, 4, 'all', '王五', '13000000004', 34, '{11,12}', '{43}', 1),
  (1, 5, 'nodept', '无部门', null, null, '{11}', '{42}', 1),
  (1, 6, 'none', '无权限', null, 32, '{11}', '{45}', 1),
  (1, 7, 'mixed', '两角色', null, 32, '{11}', '{41,42}', 1),
  (1, 8, 'boss', '领导', null, 34, '{11}', '{44}', 1),
  (1, 9, 'root', '企业管理员', null, 31, '{11,12}', '{40}', 1),
  (2, 10, 'admin2', '别家管理员', null, 35, '{21}', '{47}', 1),
  (2, 100, 'all', '别家王五', null, 35, '{21}', '{48}', 1);
select setval('app."domain_id_seq"', 1000), setval('app."department_id_seq"', 1000), setval('app."role_id_seq"', 1000), setval('app."user_id_seq"', 1000);
`;
/** Of the flow's rows, what rights read; the flow's own migration brings the whole table. */
const TODO_ROWS = `
create table if not exists fw.flow_todo (company_id bigint not null, id bigserial, source text not null, rowid bigint not null,
  review_entity bigint not null, done_entity bigint, review_state int not null default 2, hides text[],
  cause_id bigint, event_id bigint, outcome smallint, remark text, finish_time timestamptz);
create table if not exists fw.flow_agent (company_id bigint not null, user_entity bigint not null, agent_entity bigint not null,
  begin_time timestamptz not null, end_time timestamptz not null, sources text[]);
create table if not exists fw.flow_def (id bigint primary key, def jsonb not null);
create table if not exists fw.flow_case (company_id bigint not null, def_id bigint not null, status smallint not null);
create table if not exists fw.file (company_id bigint not null, id bigint primary key, key_name text not null, file_name text not null, length bigint not null);`;

/** What a test's lab has beyond the records lab: further suites, and the engine tables of further rooms. */
export interface LabMore {
  key: string;
  suites: readonly SuiteDef[];
  rooms: readonly MigrationRoom[];
  files?: House['files'];
}

export async function openLab(more: LabMore = { key: 'records-lab', suites: [], rooms: [] }): Promise<Lab> {
  const catalogue = loadCatalogue([sys, lab, ...more.suites]);
  const base = await templateDatabase(more.key, async (db) => {
    await migrate(db, [metaMigrations, accessMigrations, signinMigrations, ...more.rooms]);
    await applySync(db, catalogue);
    await db.query(TODO_ROWS);
    await db.query(PEOPLE);
    for (const company of [1, 2]) await grantAll(db, company, catalogue);
  });
  const house = houseOn(base.serving, catalogue, more.files);
  return {
    house,
    base,
    as: (login, wish) => sessionFor(base.db, login, wish),
    put: (table, row) => put(base.db, table, row),
    watched: () => watched(house),
    close: base.close,
  };
}

/** Every role of the company gets what the suites say of its code. */
export function grantAll(db: Db, company: number, catalogue: Catalogue): Promise<void> {
  return db.tx(async (tx) => {
    const roles = await tx.query<{ id: number; code: string }>('select id, code from app."role" where company_id = $1', [company]);
    const known = catalogue.roles();
    await loadGrants(
      tx,
      company,
      catalogue,
      roles.flatMap(({ id, code }) => known.filter((def) => def.code === code).map((def) => ({ id, def }))),
    );
  });
}

/** Test data: names come from the test, never from a request. */
async function put(db: Db, table: string, row: Record<string, unknown>): Promise<number> {
  const columns = Object.keys(row).map((name) => `"${name}"`);
  const places = columns.map((_, at) => `$${at + 1}`);
  const [made] = await db.query<{ id: number }>(
    `insert into app."${table}" (${columns}) values (${places}) returning id`,
    Object.values(row),
  );
  return made!.id;
}

function watched(house: House): { house: House; said: string[] } {
  const said: string[] = [];
  const query: Db['query'] = (text, values) => {
    said.push(text);
    return house.db.query(text, values);
  };
  return { house: { ...house, db: { ...house.db, query } }, said };
}
