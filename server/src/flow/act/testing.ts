import type { SuiteDef } from '#protocol/meta/suite.ts';
import { accessMigrations } from '#server/access/migrations.ts';
import type { Db } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import type { Session } from '#server/meta/session.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { type SessionWish, sessionFor } from '#server/meta/testing-session.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { grantAll, houseOn, NOW } from '#server/records/testing.ts';
import { signinMigrations } from '#server/signin/migrations.ts';
import { capex } from '#suites/capex/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { flowMigrations } from '../store/migrations.ts';

/** The people of the seven steps by login name. */
export const PEOPLE = {
  applicant: 2,
  depthead: 3,
  investmgr: 4,
  finance: 5,
  legal: 6,
  tech: 7,
  safety: 8,
  vicepres: 9,
  member1: 10,
  member2: 11,
  member3: 12,
  president: 13,
  viewer: 14,
} as const;
export type Person = keyof typeof PEOPLE;

const role = (login: string): string => (login.startsWith('member') ? 'member' : login);
const codes = [...new Set(Object.keys(PEOPLE).map(role))];
const roleId = (code: string): number => 100 + codes.indexOf(code);

const GROUND = `
insert into fw.company (id, key, login_name, key_name, key_name_en, time_zone, app_name, app_name_en)
values (1, 'demo', 'demo', '远山集团', 'Yuanshan', 'Asia/Shanghai', '平台', 'Platform'), (2, 'other', 'other', '别家', 'Other', 'UTC', '平台', 'Platform');
insert into app."domain" (company_id, id, key_name, name_en, currency, currency_en) values
  (1, 11, '远山集团', 'Yuanshan', '万元', 'CNY'), (1, 12, '纽约市', 'New York', '万美元', 'USD'), (2, 21, '别家', 'Other', '万元', 'CNY');
insert into app."department" (company_id, id, code, key_name, parent_entity) values (1, 31, 'A', '总部', null), (1, 32, 'B', '物流', 31);
insert into app."province" (id, key_name) values (71, '浙江');
`;

const PERSON = `insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status)
  values ($1, $2, $3, $3, $4, $5, $6, 1)`;

async function settle(db: Db): Promise<void> {
  await db.query(GROUND);
  for (const code of codes)
    await db.query(`insert into app."role" (company_id, id, code, key_name, root) values (1, $1, $2, $2, 0)`, [roleId(code), code]);
  await db.query(
    `insert into app."role" (company_id, id, code, key_name, root) values (1, 99, 'root', '管理员', 1), (1, 98, 'staff', '员工', 0)`,
  );
  await db.query(PERSON, [1, 1, 'admin', 31, [11, 12], [99]]);
  for (const [login, id] of Object.entries(PEOPLE)) await db.query(PERSON, [1, id, login, 32, [11, 12], [roleId(role(login)), 98]]);
  for (let id = 201; id <= 221; id += 1) await db.query(PERSON, [1, id, `clerk${id}`, 32, [11], [98]]);
  await db.query(PERSON, [1, 15, 'gone', 32, [11], []]);
  await db.query(`update app."user" set status = 2 where id = 15`);
  await db.query(`update app."department" set manager_entity = 3, leader_entity = 9 where id = 32`);
  await db.query(
    `insert into app."invest_subject" (company_id, subcompany_id, id, key_name, create_entity) values (1, 11, 61, '远山物流', 2)`,
  );
  await db.query(PERSON, [2, 20, 'stranger', null, [21], []]);
  await db.query(
    `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
     select 1, lpad(n::text, 24, 'k'), n || '.pdf', 'application/pdf', 9, '', 'initiation', case when n > 500 then '_attachs' else 'proposal' end, 2, now() from generate_series(1, 600) n`,
  );
}

/** A house with the suites sys and capex, the twelve people, and files that the applicant has uploaded. Its clock moves a second a look. */
export interface FlowLab {
  house: House;
  base: TestDatabase;
  as(login: string, wish?: SessionWish): Promise<Session>;
  close(): Promise<void>;
}

/** `suite` may say of capex what its flows do otherwise; its tables and fields are those that the database has. */
export async function openFlowLab(suite: SuiteDef = capex): Promise<FlowLab> {
  const catalogue = loadCatalogue([sys, suite]);
  const base = await templateDatabase(
    'flow-lab-7',
    async (db) => {
      await migrate(db, [metaMigrations, accessMigrations, signinMigrations, recordsMigrations, flowMigrations]);
      await applySync(db, catalogue);
      await settle(db);
      await grantAll(db, 1, catalogue);
      // what two who meet at a lock answer is not to depend on how slow the machine is
    },
    { lockWithinMs: 60_000, connectWithinMs: 60_000 },
  );
  let tick = 0;
  const house: House = { ...houseOn(base.serving, catalogue), clock: { now: () => new Date(NOW.getTime() + 1000 * tick++) } };
  return { house, base, as: (login, wish) => sessionFor(base.serving, login, wish), close: base.close };
}

let file = 0;
/** What the applicant types; funding adds up to the amount. */
export function application(
  est_price: string,
  rest: Record<string, unknown> = {},
): Pick<import('./decision.ts').DecideRequest, 'fields' | 'subtables'> {
  file += 1;
  return {
    fields: {
      key_name: `物流枢纽 ${file}`,
      project_type: 2,
      department_entity: 32,
      invest_subject_entity: 61,
      industry: 1,
      construct_nature: 1,
      benefit_type: 1,
      province_entity: 71,
      manager_entity: 2,
      est_price,
      plan_begin: '2027-01-01',
      plan_end: '2028-12-31',
      in_year_plan: 1,
      scale: '两座仓库',
      necessity: '现有仓库已满',
      proposal: String(file).padStart(24, 'k'),
      ...rest,
    },
    subtables: { 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, price: est_price }] },
  };
}
