import { PASSWORD, proveSignIn } from '#protocol/testing-person.ts';
import { accessMigrations } from '#server/access/migrations.ts';
import type { Db } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { createCatalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { sys } from '#suites/sys/suite.ts';
import { watchSeats } from './company/seats.ts';
import { createCredential, verifierOf } from './credential.ts';
import type { LoginCaller, SignedIn } from './entering.ts';
import { type LoginRequest, login } from './login.ts';
import { signinMigrations } from './migrations.ts';
import { watchSessionEnds } from './session-ends.ts';
import { loadSite } from './site.ts';

const NO_DEFINITIONS = createCatalogue([]);
export const REALM = 'erp.local';
export const KDF_N = 2 ** 12;
const keys: House['keys'] = {
  seal: Buffer.alloc(32, 1),
  ticket: Buffer.alloc(32, 2),
  channel: Buffer.alloc(32, 3),
  pepper: Buffer.alloc(32, 4),
};

/** Two companies with people of each kind; columns that sign-in does not read are left to their defaults. */
const PEOPLE = `
insert into fw.company (id, key, login_name, key_name, key_name_en, time_zone, hosts, app_name, app_name_en, logo, copyright) values
  (1, 'demo', 'demo', '远山集团', 'Yuanshan', 'Asia/Shanghai', '{erp.local}', '远山项目平台', 'Yuanshan projects', '/logo.svg', '© 2026 远山集团'),
  (2, 'other', 'other', '别家', 'Other', 'UTC', '{}', '别家平台', 'Other platform', null, null);
insert into fw.rights_version values (1, 7);
insert into app."domain" (company_id, id, key_name, name_en, currency, currency_en) values
  (1, 11, '远山集团', 'Yuanshan', '万元', 'CNY'), (1, 12, '纽约市', 'New York', '万美元', 'USD'), (1, 13, '电力', null, '万元', 'CNY'),
  (2, 21, '别家', null, '万元', 'CNY');
insert into app."department" (company_id, id, code, key_name, name_en, parent_entity, deleted_time) values
  (1, 31, '1', '总部', null, null, null), (1, 32, '2', '投资部', 'Investment', 31, null), (1, 33, '3', '投资一处', null, 32, null),
  (1, 34, '4', '撤销的', null, 32, now()), (2, 35, '1', '别家', null, null, null);
insert into app."role" (company_id, id, key_name, code, root) values
  (1, 41, '管理员', 'root', 1), (1, 42, '投资经理', 'investmgr', 0), (1, 43, '领导', 'leader', 0), (2, 44, '管理员', 'root', 1);
insert into fw.role_flag values (1, 42, 'zb'), (1, 43, 'EI');
insert into app."user" (company_id, id, key_name, login_name, title, department_entity, domain_entities, role_entities, status) values
  (1, 1, '管理员', 'admin', null, null, '{11,12,13}', '{41}', 1),
  (1, 2, '张三', 'zhang3', '投资经理', 32, '{12,11}', '{42,43}', 1),
  (1, 3, '停用的', 'gone', null, 31, '{11}', '{42}', 2),
  (1, 4, '无域', 'nodomain', null, 31, '{}', '{42}', 1),
  (2, 5, '别家管理员', 'admin2', null, 35, '{21}', '{44}', 1);
`;

/** A house whose clock stands still until a test moves it. */
export interface TestHouse extends House {
  at: Date;
  base: TestDatabase;
}

export async function testHouse(): Promise<TestHouse> {
  const base = await templateDatabase('signin', async (db) => {
    await migrate(db, [metaMigrations, accessMigrations, signinMigrations]);
    await applySync(db, loadCatalogue([sys]));
    await watchSessionEnds(db, loadCatalogue([sys]));
    await watchSeats(db, loadCatalogue([sys]));
    await db.query(PEOPLE);
    await seedCredentials(db);
  });
  const house: TestHouse = {
    base,
    db: base.serving,
    at: new Date('2026-11-21T02:20:00Z'),
    clock: { now: () => house.at },
    catalogueOf: () => NO_DEFINITIONS,
    files: undefined as never,
    keys,
    settings: { realm: REALM, kdfN: KDF_N, mqttUrl: null },
  };
  return house;
}

async function seedCredentials(db: Db): Promise<void> {
  const site = await loadSite(db, KDF_N);
  const people = await db.query<{ company_id: number; id: number; subname: string; login_name: string }>(
    `select u.company_id, u.id, c.login_name as subname, u.login_name from app."user" u join fw.company c on c.id = u.company_id order by u.id`,
  );
  for (const person of people) {
    const verifier = await verifierOf(person.subname, person.login_name, PASSWORD, site.salt, site.N);
    await createCredential(db, keys, person, verifier);
  }
}

/** The body that the sign-in page would send now, each with a random number of its own. */
export async function loginBody(house: TestHouse, username: string, password = PASSWORD, subname = 'demo'): Promise<LoginRequest> {
  const { salt, N } = await loadSite(house.db, KDF_N);
  const kdf = { N, r: 8, p: 1 };
  const auth = { v: 'P1', realm: REALM, salt: salt.toString('base64url'), kdf, now: house.at.getTime() } as const;
  return { ...(await proveSignIn(auth, username, subname, password)).form, subname, username };
}

/** A sign-in that nothing more is asked for. */
export async function loginWhole(house: TestHouse, body: LoginRequest, caller: LoginCaller): Promise<SignedIn> {
  const done = await login(house, body, caller);
  if ('ticket' in done) throw new Error('a second factor is asked for');
  return done;
}

let addresses = 0;
/** A caller from an address that nobody used before. */
export function stranger(device: string | null = null): LoginCaller {
  addresses += 1;
  return { address: `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`, userAgent: 'test', device };
}

/** The same house, its statements written down. */
export function watched(house: TestHouse): { house: TestHouse; said: string[] } {
  const said: string[] = [];
  const db: Db = {
    ...house.db,
    query: (text, values) => {
      said.push(text.trim());
      return house.db.query(text, values);
    },
    front: {
      query: (text, values) => {
        said.push(text.trim());
        return house.db.front.query(text, values);
      },
    },
    aside: {
      query: (text, values) => {
        said.push(text.trim());
        return house.db.aside.query(text, values);
      },
    },
  };
  return { house: Object.assign(Object.create(house), { db }), said };
}
