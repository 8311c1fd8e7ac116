import type { Person } from '#protocol/testing-person.ts';
import { signIn } from './beside.ts';
import { dataFolder, startOwn } from './empty-platform.ts';
import { test } from './test.ts';

/** A server that shows the samples, and who administers it; both from the first journey of the file on. */
export interface Samples {
  readonly url: string;
  readonly admin: Person;
  /** the same at work where none of the demonstration's orders stand, for journeys that count their own */
  readonly apart: Person;
}

/** The samples are shown where somebody asks for them: the journeys of this file have a server of their own with them. */
export function samples(): Samples {
  const data = dataFolder();
  let stop: (() => Promise<void>) | undefined;
  const at: { url: string; admin?: Person; apart?: Person } = { url: '' };
  test.beforeAll(async () => {
    const DEMO_PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
    const server = await startOwn(data.folder, { DEMO: '1', SUITES: 'capex,opendata,sample', DEMO_PASSWORD });
    stop = server.stop;
    at.url = server.url;
    at.admin = await signIn(server.url, 'admin');
    at.apart = await (await signIn(server.url, 'admin')).inDomain('全国电力项目');
  });
  test.afterAll(async () => {
    await stop?.();
    data.remove();
  });
  return at as Samples;
}
