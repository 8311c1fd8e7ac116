import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { houseOf, type Lab, openLab, serve } from './lab.ts';
import { recorder } from './play/history.ts';
import { SCENARIOS } from './play/scenarios.ts';
import { verdict } from './play/verdict.ts';
import { type Cable, openProxy } from './run/proxy.ts';

let lab: Lab;
let cable: Cable;
let db: Db;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  lab = await openLab();
  cable = await openProxy(lab.base.servingUrl);
  db = createDb(cable.through(lab.base.servingUrl), { max: 4 });
  server = await serve(houseOf(db, lab.house.files));
});
afterAll(async () => {
  await server.close();
  await db.close();
  await cable.close();
  await lab.close();
});
const at = () => ({ url: server.url, tokens: lab.tokens });
const notes = (rid: string) => lab.base.db.query<{ answer: unknown }>('select answer from fw.rid where rid = $1', [rid]);

describe('R5 the connection to the database breaks at COMMIT', () => {
  const writes = SCENARIOS.filter((scenario) => !scenario.name.startsWith('3'));
  test.each(writes)('8 after COMMIT was sent: $name: 103, and sent again the same answer and no second effect', async ({ prepare }) => {
    const { wish, call } = await prepare(at());
    const seen = recorder();
    const cut = cable.cutAfter('commit');
    const lost = await call(at());
    await cut;
    expect(lost.code).toBe(103);
    const noted = await notes(wish.rid);
    expect(noted).toHaveLength(1);
    const again = [await seen.run(wish, () => call(at())), await seen.run(wish, () => call(at()))].map(({ answer }) => answer!);
    expect(again.map((one) => one.code)).toEqual([200, 200]);
    expect(again[1]!.data).toEqual(again[0]!.data);
    expect(await notes(wish.rid)).toEqual(noted);
    expect(await verdict({ url: lab.base.servingUrl, folder: lab.folder, did: seen.did.slice(0, 1), house: lab.house })).toEqual([]);
  });

  test.each(writes.slice(0, 1))('8 before COMMIT arrives: $name: 103, nothing there, and sent again it is done', async ({ prepare }) => {
    const { wish, call } = await prepare(at());
    const cut = cable.cutBefore('commit');
    expect((await call(at())).code).toBe(103);
    await cut;
    expect(await notes(wish.rid)).toEqual([]);
    expect((await call(at())).code).toBe(200);
  });
});
