import { writeFile } from 'node:fs/promises';
import { setup } from '#server/db/testing-server.ts';

/** Runs `work` with a database server of its own, as the tests have one, and keeps what it tells under bench/results with its date. */
export async function reported(name: string, work: () => Promise<string>): Promise<string> {
  const stop = await setup();
  try {
    const text = await work();
    const file = `bench/results/${new Date().toISOString().slice(0, 10)}-${name}.md`;
    await writeFile(new URL(`../${file}`, import.meta.url), text);
    return `${text}\n(${file})`;
  } finally {
    await stop();
  }
}
