import type { Answer } from '#protocol/testing-person.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { loadGrants } from './grants/load-grants.ts';

const person = (login_name: string, ...roles: string[]) => ({
  ...{ _key: login_name, login_name, key_name: login_name, domain_entities: ['@domain:d'], status: 1 },
  role_entities: roles.map((role) => `@role:${role}`),
});
const company = (key: string, id: number) => ({ key, id, login_name: key, key_name: key, key_name_en: key });
const domain = { _key: 'd', key_name: '域', currency: '元', currency_en: 'CNY' };

/** Two companies: `root`, `will` (worker) and `eve` (editor) of one, `stranger`, its root, of the other. The suite brings both roles. */
export const demo = {
  companies: [company('demo', 1), company('other', 2)],
  seeds: [
    { table: 'domain', company: 'demo', rows: [domain] },
    { table: 'domain', company: 'other', rows: [domain] },
    { table: 'user', company: 'demo', rows: [{ ...person('root', 'root'), _id: 1 }, person('will', 'worker'), person('eve', 'editor')] },
    { table: 'user', company: 'other', rows: [person('stranger', 'root')] },
  ],
};

/** A server on these definitions, for tests of what a company changes of them. */
export async function openDefined(name: string, catalogue: Catalogue): Promise<{ base: TestDatabase; app: TestApp }> {
  const base = await templateDatabase(name, async (db) => {
    await makeEngineTables(db);
    await makeTables(db, catalogue);
    await loadSeeds(db, catalogue, demo, loadGrants);
  });
  return { base, app: await serve(base, diskFiles('/nonexistent'), { catalogue }) };
}

/** A call of one of them, each value as a form sends it. */
export const asking =
  (app: () => TestApp) =>
  async (who: string | null, op: string, form: Record<string, unknown>, path = '/app'): Promise<Answer> => {
    const sent = Object.fromEntries(
      Object.entries(form).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
    );
    return { data: {}, rows: [], ...(await app().call(path, op, sent, who, who === 'stranger' ? 'other' : 'demo')) } as Answer;
  };
