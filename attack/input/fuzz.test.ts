import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectModest } from '../asserts.ts';
import { openTarget, type Target } from '../target.ts';
import { knownRecords } from './corpus.ts';
import { fire, recorded, shots } from './fuzz.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target?.close());

test('A26 1,500 mutated raw requests: no fault, no leak, and the server answers as before', async () => {
  const from = await recorded(target, await knownRecords(target));
  const plain = shots(from.length, 1).map((one, of) => ({ ...one, of, head: [], body: [] }));
  const before = await fire(target, from, plain, 10_000);
  expect(before.get('200 200')).toBeGreaterThan(20);
  const heard = await expectModest(() => fire(target, from, shots(1_500, 26)));
  // they get past the parser of HTTP, past that of the body, and some are still in earnest
  for (const what of ['400 317', '200 317', '200 200', '200 403', '415 317'])
    expect([what, heard.get(what) ?? 0]).toEqual([what, expect.toSatisfy((count: number) => count > 0)]);
  expect(target.log.filter((line) => /fault of ours/.test(line))).toEqual([]);
  // those that repeat an Add made records; the others changed nothing that can be read
  expect((await fire(target, from, plain, 10_000)).get('200 200')).toBeGreaterThan(20);
});
