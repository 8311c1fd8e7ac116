import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer } from '#server/compose.ts';
import type { Db } from '#server/db/db.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { systemClock } from '#server/ports/clock.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { grantAll } from '#server/records/testing.ts';
import { openSessions } from '#server/signin/testing-sessions.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { sys } from '#suites/sys/suite.ts';
import { faultsSuite } from './play/suite.ts';

/** Who works here, by login name: two who see their own, one who sees his department's, one who sees all, four who countersign. */
export const PEOPLE = { ann: 2, bob: 3, cy: 4, chief: 5, sig1: 6, sig2: 7, sig3: 8, sig4: 9 } as const;
export type Person = keyof typeof PEOPLE;
export const SIGNERS = ['sig1', 'sig2', 'sig3', 'sig4'] as const satisfies readonly Person[];

const GROUND = `
insert into fw.company (id, key, login_name, key_name, key_name_en, time_zone, app_name, app_name_en)
  values (1, 'demo', 'demo', '远山集团', 'Yuanshan', 'Asia/Shanghai', '平台', 'Platform');
insert into app."domain" (company_id, id, key_name, name_en, currency, currency_en) values (1, 11, '远山', 'Yuanshan', '万元', 'CNY');
insert into app."department" (company_id, id, code, key_name, parent_entity) values (1, 31, 'A', '船队', null), (1, 32, 'B', '码头', null);
insert into app."role" (company_id, id, code, key_name, root) values (1, 40, 'root', 'root', 1), (1, 41, 'own', 'own', 0),
  (1, 42, 'dept', 'dept', 0), (1, 43, 'all', 'all', 0), (1, 44, 'signer', 'signer', 0);
insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status) values
  (1, 1, 'admin', 'admin', 31, '{11}', '{40}', 1), (1, 2, 'ann', 'ann', 31, '{11}', '{41}', 1), (1, 3, 'bob', 'bob', 32, '{11}', '{41}', 1),
  (1, 4, 'cy', 'cy', 31, '{11}', '{42}', 1), (1, 5, 'chief', 'chief', 32, '{11}', '{43}', 1), (1, 6, 'sig1', 'sig1', 32, '{11}', '{44}', 1),
  (1, 7, 'sig2', 'sig2', 32, '{11}', '{44}', 1), (1, 8, 'sig3', 'sig3', 32, '{11}', '{44}', 1), (1, 9, 'sig4', 'sig4', 32, '{11}', '{44}', 1);
insert into fw.credential (company_id, user_id, login_id, v, sealed) select 1, id, login_name, 'P1', '\\x00' from app."user";
`;

export const catalogue = (): Catalogue => loadCatalogue([sys, faultsSuite]);

export const KEYS = { seal: Buffer.alloc(32, 1), ticket: Buffer.alloc(32, 2), channel: Buffer.alloc(32, 3), pepper: Buffer.alloc(32, 4) };

const known = catalogue();

export const houseOf = (db: Db, files: House['files']): House => ({
  db,
  files,
  catalogueOf: () => known,
  clock: systemClock,
  keys: KEYS,
  settings: { realm: 'formwork', kdfN: 2 ** 12, mqttUrl: null },
});

/** Brings an empty database to the suite of the faults, with its people. */
export async function settle(db: Db): Promise<void> {
  await makeEngineTables(db);
  await makeTables(db, catalogue());
  await db.query(GROUND);
  await grantAll(db, 1, catalogue());
}

export type Tokens = Readonly<Record<Person, string>>;

export async function signAllIn(db: Db): Promise<Tokens> {
  const tokens = await openSessions(db, KEYS.pepper, { company: 1, users: Object.values(PEOPLE), by: '' });
  return Object.fromEntries(Object.entries(PEOPLE).map(([name, user]) => [name, tokens.get(user)])) as Tokens;
}

/** A database with its people signed in, a folder for files, and no server yet. */
export interface Lab {
  base: TestDatabase;
  house: House;
  folder: string;
  tokens: Tokens;
  close(): Promise<void>;
}

/** A lock is waited for as long as it takes: what two who meet at one answer is not to depend on how slow the machine is. */
export const PATIENT = { max: 12, lockWithinMs: 60_000, connectWithinMs: 60_000 };

export async function openLab(): Promise<Lab> {
  return labOn(await templateDatabase('faults-1', settle, PATIENT));
}

export async function labOn(base: TestDatabase): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-faults-'));
  return {
    base,
    folder,
    house: houseOf(base.serving, diskFiles(folder)),
    tokens: await signAllIn(base.serving),
    close: async () => {
      await base.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server of a house on a port of its own, in this process. */
export async function serve(house: House): Promise<{ url: string; close(): Promise<void> }> {
  const app = await openServer(house, { web: '/nonexistent', logger: false });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => app.close() };
}
