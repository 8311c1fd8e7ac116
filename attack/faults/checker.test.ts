import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recorder } from './history.ts';
import { type Lab, openLab, serve } from './lab.ts';
import { verdict } from './verdict.ts';
import { work } from './workload.ts';

let lab: Lab;
beforeEach(async () => {
  lab = await openLab();
});
afterEach(() => lab.close());

describe('42 the history checker', () => {
  test('42 a sound build is clean', async () => {
    const server = await serve(lab.house);
    const seen = recorder();
    const t = performance.now();
    await work({ seed: 1, urls: [server.url], tokens: lab.tokens, recorder: seen, calls: 25 });
    console.log(performance.now() - t, seen.did.length);
    const kinds: Record<string, number> = {};
    for (const d of seen.did) kinds[`${d.kind} ${d.came} ${d.code}`] = (kinds[`${d.kind} ${d.came} ${d.code}`] ?? 0) + 1;
    console.log(kinds);
    const found = await verdict({
      url: lab.base.url,
      folder: lab.folder,
      did: seen.did,
      house: lab.house,
      server: { url: server.url, tokens: lab.tokens },
    });
    await server.close();
    expect(found).toEqual([]);
  });
});
