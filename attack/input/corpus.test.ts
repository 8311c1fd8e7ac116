import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget, type Target } from '../target.ts';
import { corpus, knownRecords, sayingOf } from './corpus.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target?.close());

test('A26 the corpus asks every op in earnest: what is attacked below is no refusal to begin with', async () => {
  const known = await knownRecords(target);
  const codes = new Map<string, number | string>();
  for (const sample of corpus(known)) {
    const told = await target.say(sample.url, sayingOf(sample));
    codes.set(sample.url, told.code ?? told.body);
  }
  const refused = Object.fromEntries([...codes].filter(([, code]) => code !== 200 && code !== 'bytes'));
  expect([...codes.values()].filter((code) => code === 200).length).toBeGreaterThanOrEqual(23);
  expect(refused).toMatchObject({
    '/app?op=Delete': 315,
    '/app?op=Restore': 315,
    '/cloud/app/sys/user/api/UserApi?op=SetDomain': 312,
    '/flow?op=Reject': 314,
    '/sys?op=Login': 401,
  });
});
