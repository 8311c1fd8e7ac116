import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { forwardOnce } from '#server/jobs/forward.ts';
import { cursorNow } from '#server/jobs/outbox.ts';
import { relayOnce } from '#server/jobs/relay.ts';
import { FAULT_POINTS, faultOf, injectFault } from '#server/ports/fault.ts';
import { settleUploads } from '#server/records/files/files.ts';
import { type Lab, openLab, serve } from './lab.ts';
import { cameOf, recorder } from './play/history.ts';
import { DONE, SCENARIOS, type Scenario } from './play/scenarios.ts';
import { verdict } from './play/verdict.ts';
import { readDisk } from './run/snapshot.ts';

let lab: Lab;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  lab = await openLab();
  server = await serve(lab.house);
});
afterEach(() => injectFault());
afterAll(async () => {
  await server.close();
  await lab.close();
});
const at = () => ({ url: server.url, tokens: lab.tokens });

/** The points that a scenario passes, each with how often: `save.rows@2` is its second time. */
async function walk(scenario: Scenario): Promise<Set<string>> {
  const { call } = await scenario.prepare(at());
  const passed: string[] = [];
  injectFault((point) => void passed.push(point));
  const answer = await call(at());
  injectFault();
  expect(answer.code).toBe(200);
  return new Set(passed.map((point, n) => nth(point, passed.slice(0, n + 1).filter((one) => one === point).length)));
}
const nth = (point: string, time: number): string => (time === 1 ? point : `${point}@${time}`);

/** Nobody listens but the one whose rows have just been written. */
const channel = (then: () => void): Parameters<typeof relayOnce>[1] => ({
  announce: () => undefined,
  isListening: () => true,
  send: () => {
    then();
    return 1;
  },
  size: 1,
  silent: 0,
  attach: () => undefined,
  recheck: async () => undefined,
  close: async () => undefined,
});

describe('the points at which a server may die', () => {
  test('are all passed by the scenarios and the messages, and the scenarios pass what they say', async () => {
    const passed = new Set<string>();
    const from = await cursorNow(lab.house.db);
    for (const scenario of SCENARIOS) {
      const here = await walk(scenario);
      expect({ scenario: scenario.name, missing: scenario.points.filter((point) => !here.has(point)) }).toEqual({
        scenario: scenario.name,
        missing: [],
      });
      for (const point of here) passed.add(point.split('@')[0]!);
    }
    injectFault((point) => void passed.add(point));
    await relayOnce(
      lab.house,
      channel(() => undefined),
      from,
    );
    expect(Object.keys(FAULT_POINTS).filter((point) => !passed.has(point))).toEqual([]);
  });

  test.each(SCENARIOS)('$name: a call that breaks at any point is whole or absent, and its repeat has one effect', async (scenario) => {
    const seen = recorder();
    for (const point of scenario.points) {
      const { wish, call } = await scenario.prepare(at());
      injectFault(faultOf(point.replace(/@|$/, (mark) => `:throw${mark}`)));
      const broken = await call(at());
      injectFault();
      expect([point, cameOf(broken.code)]).toEqual([point, point.startsWith('file.') && broken.code === 321 ? 'fail' : 'unknown']);
      const stands = await lab.base.serving.query('select 1 from fw.rid where rid = $1 and answer is not null', [wish.rid]);
      if (wish.kind !== 'Upload') expect([point, stands.length]).toEqual([point, DONE.includes(point) ? 1 : 0]);
      expect((await seen.run(wish, () => call(at()))).answer?.code).toBe(200);
    }
    expect(await verdict({ url: lab.base.servingUrl, folder: lab.folder, did: seen.did, house: lab.house })).toEqual([]);
  });

  test('3 ten minutes later files without a row are gone, and rows have their file in its place', async () => {
    const at = (minutes: number) => ({ ...lab.house, clock: { now: () => new Date(Date.now() + minutes * 60_000) } });
    const before = (await readDisk(lab.folder)).size;
    expect(await settleUploads(at(5))).toBe(0);
    expect((await readDisk(lab.folder)).size).toBe(before);
    expect(await settleUploads(at(11))).toBeGreaterThan(0);
    expect(await readdir(join(lab.folder, 'staging'))).toEqual([]);
    const rows = await lab.base.serving.query<{ key: string }>('select key_name as key from fw.file');
    expect([...(await readDisk(lab.folder)).keys()].sort()).toEqual(rows.map((row) => row.key).sort());
  });

  test.each(['outbox.read', 'outbox.sent'])(
    '24 a relay that dies at %s sends again from its old place, and loses nothing',
    async (point) => {
      const from = await cursorNow(lab.house.db);
      const { call } = await SCENARIOS[3]!.prepare(at());
      await call(at());
      let sent = 0;
      injectFault(faultOf(`${point}:throw`));
      await expect(
        relayOnce(
          lab.house,
          channel(() => (sent += 1)),
          from,
        ),
      ).rejects.toThrow(point);
      const once = sent;
      expect(
        await relayOnce(
          lab.house,
          channel(() => (sent += 1)),
          from,
        ),
      ).not.toEqual(from);
      expect([once, sent]).toEqual(point === 'outbox.read' ? [0, 5] : [5, 10]);
    },
  );

  test.each(['outbox.read', 'outbox.sent'])('24 a forward to an outside broker that dies at %s keeps its place', async (point) => {
    const { call } = await SCENARIOS[3]!.prepare(at());
    await call(at());
    const heard: string[] = [];
    const publish = async (topic: string) => void heard.push(topic);
    injectFault(faultOf(`${point}:throw`));
    await expect(forwardOnce(lab.house, publish)).rejects.toThrow(point);
    const first = heard.splice(0);
    expect(await forwardOnce(lab.house, publish)).toBeGreaterThan(0);
    expect(point === 'outbox.read' ? [] : heard).toEqual(first);
    expect(await forwardOnce(lab.house, publish)).toBeGreaterThanOrEqual(0);
  });
});
