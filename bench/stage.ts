import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Db } from '#server/db/db.ts';
import { startEmbedded } from '#server/db/launcher/embedded.ts';
import { createDb } from '#server/db/pool.ts';
import type { Session } from '#server/meta/session.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { openSession } from '#server/signin/session.ts';
import { fillUnits } from './fill.ts';
import type { Target } from './load.ts';
import { freePort, startNode } from './processes.ts';

/** What a bench of the wire stands on: one database with many rows, our server as it runs in production, and the ceiling beside it. */
export interface Stage {
  db: Db;
  /** the database as superuser, and where it writes its log */
  adminUrl: string;
  log: string;
  reader: Session;
  /** `power_unit` rows of the reader's domain */
  rows: number;
  ours: Target;
  ceiling: Target;
}

/**
 * Runs `work` on the stage. The database lies in a folder that is kept for the next run (BENCH_DIR, else below the temporary folder);
 * `rows` is what `npm run bench NAME ROWS` says, 1,000,000 when nothing. `viewer` reads: an ordinary user who sees his division's rows.
 */
export async function onStage<T>(work: (stage: Stage) => Promise<T>, rows = Number(process.argv[3] ?? 1_000_000)): Promise<T> {
  const folder = process.env.BENCH_DIR ?? join(tmpdir(), `formwork-bench-${basename(process.cwd())}-${rows}`);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  const stops: (() => Promise<void>)[] = [];
  try {
    const embedded = await startEmbedded({ dataDir: folder });
    stops.unshift(() => embedded.stop());
    const db = createDb(embedded.url, { statementWithinMs: 900_000 });
    stops.unshift(() => db.close());
    await startNode(['scripts/build.mjs', 'server'], {}, /$^/).catch(builtOrNot);
    const ports = { ours: await freePort(), ceiling: await freePort() };
    const env = { DATABASE_URL: embedded.url, DATA_DIR: folder, DEMO: '1', DEMO_PASSWORD: 'Passw0rd-1' };
    const serverArgs = [...(process.env.BENCH_NODE?.split(' ') ?? []), '--enable-source-maps', 'dist/server/main.js'];
    const ours = await startNode(serverArgs, { ...env, PORT: String(ports.ours) }, /Formwork is at/);
    stops.unshift(ours.stop);
    await fillUnits(db, rows);
    const reader = await sessionFor(db, 'viewer', { domain: '全国电力项目' });
    const ceilingEnv = { DATABASE_URL: embedded.url, PORT: String(ports.ceiling), READER: JSON.stringify(reader) };
    const ceiling = await startNode(['--import', 'tsx', 'bench/ceiling.ts'], ceilingEnv, /ready/);
    stops.unshift(ceiling.stop);
    return await work({
      ...{ db, adminUrl: embedded.adminUrl, log: join(folder, 'postgres.log'), reader, rows },
      ours: { name: 'ours', port: ports.ours, pid: ours.pid, token: await signIn(db, reader) },
      ceiling: { name: 'ceiling', port: ports.ceiling, pid: ceiling.pid, token: '-' },
    });
  } finally {
    for (const stop of stops) await stop();
  }
}

function builtOrNot(error: Error): void {
  if (!error.message.endsWith('ended: ')) throw error;
}

/** A session as sign-in would open it. */
export async function signIn(db: Db, who: Session): Promise<string> {
  const [credential] = await db.query<{ epoch: number }>('select epoch from fw.credential where company_id = $1 and user_id = $2', [
    ...[who.company.id, who.user.id],
  ]);
  const caller = { device: 'bench', address: '127.0.0.1', userAgent: 'bench' };
  const of = { company: who.company.id, user: who.user.id, domain: who.domain.id, locale: who.locale };
  return db.tx((tx) => openSession(tx, new Date(), { ...of, epoch: credential!.epoch, ...caller }));
}
