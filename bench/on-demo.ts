import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHouse } from '#server/compose.ts';
import type { Db } from '#server/db/db.ts';
import { startEmbedded } from '#server/db/launcher/embedded.ts';
import { createDb } from '#server/db/pool/pool.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { systemClock } from '#server/ports/clock.ts';
import { diskFiles } from '#server/ports/files-disk.ts';

/** Of a bench alone. */
export const KEYS = { seal: Buffer.alloc(32, 1), ticket: Buffer.alloc(32, 2), channel: Buffer.alloc(32, 3), pepper: Buffer.alloc(32, 4) };

/** A house on the demonstration, on a database of its own with its address. In a `folder` it is kept for the next run, else it goes with the work. */
export async function onDemo<T>(
  folder: string | undefined,
  work: (house: House, db: Db, url: string) => Promise<T>,
  catalogue?: Catalogue,
): Promise<T> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'formwork-bench-')));
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir });
  const db = createDb(embedded.ownerUrl, { statementWithinMs: 900_000 });
  try {
    const settings = { realm: 'bench', kdfN: 2 ** 12, mqttUrl: null };
    const parts = { db, clock: systemClock, files: diskFiles(join(dataDir, 'files')), keys: KEYS, settings };
    return await work(
      await openHouse(parts, { demo: true, say: () => undefined, ...(catalogue ? { catalogue } : {}) }),
      db,
      embedded.ownerUrl,
    );
  } finally {
    await db.close();
    await embedded.stop();
    if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}
