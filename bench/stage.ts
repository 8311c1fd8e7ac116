import { chmod, mkdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Db } from '#server/db/db.ts';
import { startEmbedded } from '#server/db/launcher/embedded.ts';
import { createDb } from '#server/db/pool/pool.ts';
import type { Session } from '#server/meta/session.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { openSessions } from '#server/signin/testing-sessions.ts';
import { FIRST_ID, fillUnits } from './fill.ts';
import type { Target } from './load.ts';
import { type Child, freePort, startNode } from './processes.ts';

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
  /** starts one more of ours, as long as it takes until it answers */
  another(): Promise<Child>;
}

/** A database in a folder that is kept for the next run, and our server built as it runs in production. */
export interface Base {
  db: Db;
  /** addresses of the database: as the role that serves, as superuser */
  url: string;
  adminUrl: string;
  folder: string;
  /** process of the database, the parent of its others */
  postmaster: number;
  /** starts a server of ours on the port, as long as it takes until it answers; `main` is another program than what was built */
  serve(port: number, settings?: Record<string, string>, main?: string): Promise<Child>;
  /** what is to end with the base */
  stops: (() => Promise<void>)[];
}

/** Runs `work` on a base of this name, in a folder of that name below BENCH_DIR, else below the temporary one. */
export async function onBase<T>(name: string, work: (base: Base) => Promise<T>): Promise<T> {
  const { BENCH_DIR } = process.env;
  const folder = BENCH_DIR ? join(BENCH_DIR, name) : join(tmpdir(), `formwork-bench-${basename(process.cwd())}-${name}`);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  const stops: (() => Promise<void>)[] = [];
  try {
    const embedded = await startEmbedded({ dataDir: folder });
    stops.unshift(() => embedded.stop());
    const db = createDb(embedded.ownerUrl, { statementWithinMs: 900_000 });
    stops.unshift(() => db.close());
    await startNode(['scripts/build.mjs', 'server'], {}, /$^/).catch(builtOrNot);
    const env = {
      DATABASE_URL: embedded.url,
      DATABASE_OWNER_URL: embedded.ownerUrl,
      DATA_DIR: folder,
      DEMO: '1',
      DEMO_PASSWORD: 'Passw0rd-1',
    };
    const serverArgs = [...(process.env.BENCH_NODE?.split(' ') ?? []), '--enable-source-maps'];
    const serve: Base['serve'] = (port, settings = {}, main = 'dist/server/main.js') =>
      startNode([...serverArgs, main], { ...env, ...settings, PORT: String(port) }, /Formwork is at/);
    const home = await realpath(join(folder, 'postgres'));
    const postmaster = Number((await readFile(join(home, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    return await work({ db, url: embedded.url, adminUrl: embedded.adminUrl, folder, postmaster, serve, stops });
  } finally {
    for (const stop of stops) await stop();
  }
}

/**
 * Runs `work` on the stage; `rows` is what `npm run bench NAME ROWS` says, 1,000,000 when nothing. `viewer` reads: an ordinary user who
 * sees his division's rows.
 */
export const onStage = <T>(work: (stage: Stage) => Promise<T>, rows = Number(process.argv[3] ?? 1_000_000)): Promise<T> =>
  onBase(String(rows), async ({ db, url, adminUrl, folder, serve, stops }) => {
    const ports = { ours: await freePort(), ceiling: await freePort() };
    const ours = await serve(ports.ours);
    stops.unshift(ours.stop);
    await fillUnits(db, rows);
    const reader = await sessionFor(db, 'viewer', { domain: '全国电力项目' });
    const ceilingEnv = { DATABASE_URL: url, PORT: String(ports.ceiling), READER: JSON.stringify(reader) };
    const ceiling = await startNode(['--import', 'tsx', 'bench/ceiling.ts'], ceilingEnv, /ready/);
    stops.unshift(ceiling.stop);
    return work({
      ...{ db, adminUrl, log: join(folder, 'postgres.log'), reader, rows },
      ours: {
        name: 'ours',
        port: ports.ours,
        pid: ours.pid,
        tokens: await signIn(db, reader, await readFile(join(folder, 'keys', 'pepper'))),
      },
      another: async () => serve(await freePort()),
      ceiling: { name: 'ceiling', port: ports.ceiling, pid: ceiling.pid, tokens: ['-'] },
    });
  });

function builtOrNot(error: Error): void {
  if (!error.message.endsWith('ended: ')) throw error;
}

const PEOPLE = 16;

/** Sessions, as sign-in would open them, of the reader and of colleagues who have all that he has. */
export async function signIn(db: Db, who: Session, pepper: Uint8Array): Promise<string[]> {
  const columns = `key_name, review_state, department_entity, domain_entities, role_entities, status`;
  await db.query(
    `insert into app."user" (company_id, id, login_name, ${columns})
     select company_id, ${FIRST_ID} + n, 'bench' || n, ${columns} from app."user", generate_series(2, ${PEOPLE}) n
     where company_id = $1 and id = $2 on conflict do nothing`,
    [who.company.id, who.user.id],
  );
  await db.query(
    `insert into fw.credential select (jsonb_populate_record(c, jsonb_build_object('user_id', u.id, 'login_id', c.login_id || u.id))).* from fw.credential c
     join app."user" u on u.company_id = c.company_id and u.id > ${FIRST_ID}
     where c.company_id = $1 and c.user_id = $2 on conflict do nothing`,
    [who.company.id, who.user.id],
  );
  const people = await db.query<{ user: number }>(
    `select user_id as "user" from fw.credential where company_id = $1 and (user_id = $2 or user_id > ${FIRST_ID}) order by 1 limit ${PEOPLE}`,
    [who.company.id, who.user.id],
  );
  const users = people.map(({ user }) => user);
  const tokens = await openSessions(db, pepper, { company: who.company.id, users, by: 'bench' }, { domain: who.domain.id });
  return users.map((user) => tokens.get(user)!);
}
