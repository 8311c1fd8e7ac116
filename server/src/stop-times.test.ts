import { expect, it } from 'vitest';
import { SETTINGS } from './config.ts';
import { stopTimes } from './stop-times.ts';

it.each(['0', '1', '30', '60'])('6 LEAVE_SECONDS=%s: no part of a stop is cut off by the limit of the whole', (seconds) => {
  const { notice, finish, process, whole } = stopTimes(SETTINGS.LEAVE_SECONDS.schema.parse(seconds));
  expect(notice).toBe(Number(seconds) * 1_000);
  expect(process - notice - finish).toBeGreaterThanOrEqual(10_000);
  expect(whole - process).toBeGreaterThanOrEqual(20_000);
});
