import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/db.ts';
import { openSessions } from '#server/signin/testing-sessions.ts';
import { median, spread } from '../compare.ts';
import { type Ask, load, type Target } from '../load.ts';
import { type Child, freePort, startNode } from '../processes.ts';
import { type Base, onBase } from '../stage.ts';
import { manySuite, type Size } from './suite.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = 500;
const root = new URL('../..', import.meta.url).pathname;

/** The product as it is built, with a suite of many tables in it: where its program lies. It goes away with the base. */
function withMany(base: Base, size: Size): string {
  const folder = join(root, 'dist', `many-${process.pid}-${size.tables}`);
  base.stops.push(async () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, 'dist', 'server'), folder, { recursive: true });
  mkdirSync(join(folder, 'suites', 'many'));
  writeFileSync(join(folder, 'suites', 'many', 'suite.js'), `export const many = ${JSON.stringify(manySuite(size))};`);
  return join(folder, 'main.js');
}

/** Runs `work` on an installation of that size; its first start makes the tables. `start` starts it once more and says how long that took, in ms. */
const onMany = <T>(name: string, size: Size, work: (base: Base, start: () => Promise<Started>) => Promise<T>): Promise<T> =>
  onBase(name, async (base) => {
    const main = withMany(base, size);
    const start = async (): Promise<Started> => {
      const port = await freePort();
      const begun = performance.now();
      const server = await base.serve(port, {}, main);
      return { server, port, took: performance.now() - begun };
    };
    await (await start()).server.stop();
    return work(base, start);
  });

interface Started {
  server: Child;
  port: number;
  took: number;
}

async function targetOf(base: Base, { server, port }: Started, user: number): Promise<Target> {
  const pepper = await readFile(join(base.folder, 'keys', 'pepper'));
  const tokens = await openSessions(base.db, pepper, { company: 1, users: [user], by: 'bench' });
  return { name: 'ours', port, pid: server.pid, tokens: [tokens.get(user)!] };
}

const FEW: Size = { tables: 20, fields: 60 };
const MANY: Size = { tables: 500, fields: 60 };

/** `npm run bench tables`: what 500 tables of 60 fields cost beside 20 of them: a definition over the wire, and a start. */
export async function tablesBench(): Promise<string> {
  return onMany('many-20', FEW, (few, startFew) =>
    onMany('many-500', MANY, async (many, startMany) => {
      const starts: { few: number[]; many: number[]; node: number[] } = { few: [], many: [], node: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, start] of [
          ['few', startFew],
          ['many', startMany],
        ] as const) {
          const started = await start();
          starts[name].push(started.took);
          await started.server.stop();
        }
        starts.node.push(await emptyNode());
      }
      const lines = [await startFew(), await startMany()];
      try {
        const of = async (base: Base, started: Started, size: Size): Promise<[Target, Ask[]]> => [
          await targetOf(base, started, 1),
          Array.from({ length: size.tables }, (_, at) => ({ path: '/sys', op: 'LoadTable', form: { key_name: `many_${at + 1}` } })),
        ];
        const sides = [await of(few, lines[0]!, FEW), await of(many, lines[1]!, MANY)] as const;
        const took: [number[], number[]] = [[], []];
        for (const [target, asks] of sides) await load(target, asks, 1, 4_000);
        for (let round = 0; round < ROUNDS; round += 1)
          for (const [at, [target, asks]] of sides.entries()) took[at]!.push((await load(target, asks, 1, ROUND_MS)).p50);
        const ratios = took[1].map((one, at) => one / took[0][at]!);
        return [
          `Start (ms, ${ROUNDS} in turn): 500 tables ${spread(starts.many, 0)}, goal 3000; 20 tables ${spread(starts.few, 0)}; an empty Node ${spread(starts.node, 0)}.`,
          `LoadTable (ms, p50 of ${ROUNDS} rounds in turn): 500 tables ${spread(took[1])}, 20 tables ${spread(took[0])}; ratio ${spread(ratios)}, goal 1.2.`,
        ].join('\n');
      } finally {
        for (const { server } of lines) await server.stop();
      }
    }),
  );
}

async function emptyNode(): Promise<number> {
  const begun = performance.now();
  const nothing = await startNode(['-e', 'console.log("up"); setInterval(() => 0, 1e6)'], {}, /up/);
  const took = performance.now() - begun;
  await nothing.stop();
  return took;
}

/** Frequent, rare, of two and of many characters, of each language, and what nothing is called. */
const WORDS = ['华东', '青藏', '水电站', '青藏高原示范', '改扩建', '不存', 'wi', 'windfarm', 'zephyr', '123456', '甲乙丙丁戊己'];
const SOUGHT: Size = { tables: 30, fields: 12 };
const GOAL_MS = 150;

/** `npm run bench find [ROWS]`: the search everywhere over 30 tables of so many rows in all, by an administrator and by who sees his department's. */
export const findBench = (rows = Number(process.argv[3] ?? 1_000_000)): Promise<string> =>
  onMany(`find-${rows}`, SOUGHT, async (base, start) => {
    await fill(base.db, rows);
    const started = await start();
    try {
      const lines: string[] = [];
      const reader = await readerOf(base.db);
      for (const [who, name, department] of [
        [1, 'administrator', null],
        [reader, 'reader of a department without rows', 10],
        [reader, 'reader of a department with a ninth of them', 4],
      ] as const) {
        if (department !== null) await moveTo(base.db, reader, department);
        const target = await targetOf(base, started, who);
        for (const key_word of WORDS) lines.push(await sought(target, name, key_word));
      }
      return ['| who | word | ms, median (middle half) | slowest | goal |', '|---|---|---|---|---|', ...lines].join('\n');
    } finally {
      await started.server.stop();
    }
  });

async function sought(target: Target, name: string, key_word: string): Promise<string> {
  const asks: Ask[] = [{ op: 'Find', form: { key_word } }];
  await load(target, asks, 1, 1_500);
  const rounds: { p50: number; p99: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await load(target, asks, 1, ROUND_MS));
  const line = [
    name,
    key_word,
    spread(
      rounds.map(({ p50 }) => p50),
      0,
    ),
    median(rounds.map(({ p99 }) => p99)).toFixed(0),
    GOAL_MS,
  ];
  process.stderr.write(`| ${line.join(' | ')} |\n`);
  return `| ${line.join(' | ')} |`;
}

/** A person who may list the many tables, of his own department and those below. */
async function readerOf(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `update app."user" u set role_entities = array_append(u.role_entities, r.id) from app."role" r
     where u.company_id = 1 and u.login_name = 'viewer' and r.company_id = 1 and r.code = 'many_reader' and not r.id = any(u.role_entities) returning u.id`,
  );
  if (row) await db.query('update fw.rights_version set version = version + 1 where company_id = 1');
  const [{ id }] = (await db.query<{ id: number }>(`select id from app."user" where company_id = 1 and login_name = 'viewer'`)) as [
    { id: number },
  ];
  return id;
}

/** Into one of the company's departments, by its place among them: the first nine have rows. */
const moveTo = (db: Db, user: number, department: number) =>
  db.query(
    `update app."user" set department_entity = (select id from app.department where company_id = 1 order by id offset $2::int limit 1)
     where company_id = 1 and id = $1`,
    [user, department],
  );

/** Names of frequent and rare words, as those of `npm run bench search`, in each of the tables alike. */
async function fill(db: Db, rows: number): Promise<void> {
  const each = Math.ceil(rows / SOUGHT.tables);
  for (let at = 1; at <= SOUGHT.tables; at += 1) {
    const [{ there }] = (await db.query<{ there: number }>(`select count(*) as there from app.many_${at}`)) as [{ there: number }];
    if (there >= each) continue;
    await db.query(
      `insert into app.many_${at} (company_id, id, subcompany_id, department_entity, key_name, f7, f8, review_state, create_entity, create_time)
       select 1, 1000000 + n, 1, (select id from app.department d where d.company_id = 1 order by id offset n % 9 limit 1),
         (array['华东','华北','华南','西北','西南','东北','沿海','内陆','高原','平原'])[1 + n * 7919 % 10]
           || (array['水电站','风电场','光伏园','变电所','输煤线','仓储库','办公楼','污水厂','供热网','铁路专线'])[1 + n * 104729 % 10]
           || case when n % 10 < 3 then '改扩建' else '新建' end || '工程' || n || case when n % 20011 = 0 then '青藏高原示范' else '' end,
         (array['hydropower','windfarm','solar park','substation','warehouse','office','datacenter','sewage works','pier','bridge'])[1 + n * 17 % 10]
           || case when n % 20011 = 0 then ' zephyr' else '' end,
         (n * 7919 % 1000003)::numeric / 100, 1, 1, timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series($1::bigint, $2::bigint) n`,
      [each * (at - 1), each * at],
    );
    await db.query(`vacuum analyze app.many_${at}`);
  }
}
