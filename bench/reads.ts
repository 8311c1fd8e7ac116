import { compare, HEAD, spread, type Work } from './compare.ts';
import { type Ask, load } from './load.ts';
import { memoryOf, startNode } from './processes.ts';
import { onStage, type Stage } from './stage.ts';

/** Columns of a record that the ceiling reads too: the definition's own, two of them names. */
const FIELDS =
  'name_en,unit_name,kind,status,capacity_mw,technology,start_year,end_year,province_entity,place,latitude,longitude,accuracy,department_entity,owner,owner_en,unit_id,permit_text,province_text,wiki_url,remark';
const STATUSES = [1, 2, 8];
const ASKS = 300;

/** Pages of a filtered, sorted list with a joined name, the total shown (to 1,000); the ceiling counts nothing. */
async function listWork(): Promise<Work> {
  const ask = (n: number): Ask => ({
    op: 'Page',
    form: {
      ...{ cloud: 'power_unit', page: String(1 + (n % 5)), rows: '20' },
      filters: JSON.stringify({ fields: { status: STATUSES[n % STATUSES.length] }, sort: [['capacity_mw', 'desc']] }),
    },
  });
  return { name: 'list, filter, sort, a name, total', goal: 0.7, asks: Array.from({ length: 60 }, (_, n) => ask(n)) };
}

/** Ids that the reader sees, spread over the table. */
async function someIds({ db, reader }: Stage): Promise<string[]> {
  const found = await db.query<{ id: number }>(
    `select id from app.power_unit where company_id = $1 and subcompany_id = $2 and department_entity = any($3::bigint[])
     order by md5(id::text) limit ${ASKS}`,
    [reader.company.id, reader.domain.id, reader.departments],
  );
  return found.map(({ id }) => String(id));
}

async function getWork(stage: Stage): Promise<Work> {
  const ids = await someIds(stage);
  const asks = ids.map((id) => ({ op: 'Get', form: { cloud: 'power_unit', id, fields: FIELDS } }));
  return { name: 'get, 25 columns, two names', goal: 0.7, asks };
}

async function showWork(stage: Stage): Promise<Work> {
  const ids = await someIds(stage);
  return { name: 'show, whole record, four names', goal: 0.7, asks: ids.map((id) => ({ op: 'Show', form: { cloud: 'power_unit', id } })) };
}

const bench = (work: (stage: Stage) => Promise<Work>) => () =>
  onStage(async (stage) => [`${stage.rows} rows`, '', ...HEAD, ...(await compare(stage, await work(stage)))].join('\n'));

export const listBench = bench(listWork);
export const getBench = bench(getWork);
export const showBench = bench(showWork);
/** The three in one table. */
export const readsBench = () =>
  onStage(async (stage) => {
    const lines: string[] = [];
    for (const work of [listWork, getWork, showWork]) lines.push(...(await compare(stage, await work(stage))));
    return [`${stage.rows} rows`, '', ...HEAD, ...lines].join('\n');
  });

/** Memory of the server after ten seconds of lists and records over 16 connections. */
export const memoryBench = () =>
  onStage(async (stage) => {
    const before = memoryOf(stage.ours.pid).now;
    for (const work of [await listWork(), await getWork(stage)]) await load(stage.ours, work.asks, 16, 5_000);
    const { now, peak } = memoryOf(stage.ours.pid);
    return `Memory (RSS, MB): started ${before.toFixed(0)}, under load ${now.toFixed(0)}, at most ${peak.toFixed(0)}; goal 200.`;
  });

/** From `node` to the first answer, built and with the database up; beside it a Node process that does nothing. */
export const startBench = () =>
  onStage(async (stage) => {
    const times: { ours: number[]; node: number[] } = { ours: [], node: [] };
    for (let round = 0; round < 5; round += 1) {
      const begun = performance.now();
      const server = await stage.another();
      times.ours.push(performance.now() - begun);
      await server.stop();
      const again = performance.now();
      const nothing = await startNode(['-e', 'console.log("up"); setInterval(() => 0, 1e6)'], {}, /up/);
      times.node.push(performance.now() - again);
      await nothing.stop();
    }
    return `Start (ms, five in turn): ours ${spread(times.ours, 0)}; an empty Node ${spread(times.node, 0)}; goal 1500.`;
  }, 20_000);
