import type { Page } from '@playwright/test';
import { openLarge } from '../../e2e/support/large.ts';
import { onStage, type Stage } from '../browser-stage.ts';
import { type Figures, quiet } from '../browser-visits.ts';
import { median } from '../compare.ts';

const ROUNDS = Number(process.argv[3] ?? 5);
/** Turns of the wheel one way, and as many back; px of each; ms between two. */
const [TURNS, DOWN, ASIDE, PAUSE] = [15, 300, 300, 50];

/** What is scrolled: how it is opened, and by what a turn moves it. */
type Scrolled = readonly [name: string, open: (stage: Stage) => Promise<Page>, by: readonly [x: number, y: number]];

export const SCROLLED: readonly Scrolled[] = [
  ['a list of 1,000 rows x 40 columns, down', openList, [0, DOWN]],
  ['the same, aside', openList, [ASIDE, 0]],
  ['a pivot of 200 lines x 50 columns of three figures, down', openPivot, [0, DOWN]],
  ['the same, aside', openPivot, [ASIDE, 0]],
];

/** `npm run bench frames [ROUNDS]`: what a turn of the wheel takes, the processor slowed four times. */
export const framesBench = (): Promise<string> =>
  onStage(async (stage) => {
    const lines: string[] = [];
    for (const scrolled of SCROLLED) {
      const rounds: Figures[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await turned(stage, scrolled));
      lines.push(lineOf(scrolled[0], rounds));
    }
    return [...FRAMES_HEAD, ...lines].join('\n');
  });

export const FRAMES_HEAD = [
  `| ${2 * TURNS} turns of ${DOWN} px | processor ms a turn: median, least round | tasks over 50 ms: median, least | the longest: median, least |`,
  '|---|---|---|---|',
];

export function lineOf(name: string, rounds: readonly Figures[]): string {
  const both = (figure: string) => {
    const values = rounds.map((each) => each[figure]!);
    return `${median(values).toFixed(0)}, ${Math.min(...values).toFixed(0)}`;
  };
  return `| ${name} | ${both('busy')} | ${both('long')} | ${both('longest')} |`;
}

/** One round: the wheel there and back. */
export async function turned(stage: Stage, [, open, [x, y]]: Scrolled): Promise<Figures> {
  const page = await open(stage);
  await page.mouse.move(800, 450);
  await page.waitForTimeout(1500);
  const tasks = await tasksOf(page, async () => {
    for (const way of [1, -1])
      for (let turn = 0; turn < TURNS; turn += 1) {
        await page.mouse.wheel(x * way, y * way);
        await page.waitForTimeout(PAUSE);
      }
    await page.waitForTimeout(500);
  });
  await page.context().close();
  const busy = tasks.reduce((sum, one) => sum + one, 0) / (2 * TURNS);
  return { busy, long: tasks.filter((one) => one > 50).length, longest: Math.max(0, ...tasks) };
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** microseconds of processor */
  tdur?: number;
  args: { name?: string };
}

/** Milliseconds of processor that each task of the page's main thread took meanwhile: what else the machine does is not in them. */
async function tasksOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
  return traceEvents
    .filter((one) => one.ph === 'X' && one.name.endsWith('RunTask') && mains.has(threadOf(one)))
    .map(({ tdur = 0 }) => tdur / 1000);
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

async function openList(stage: Stage): Promise<Page> {
  const page = await stage.window('admin');
  await openLarge(page, { rows: 1000 });
  await quiet(page);
  return page;
}

interface Told {
  rows: { depth: number; keys: Record<string, Key>; cells: unknown[] }[];
  total: number;
  data: { columns: { depth: number; keys: Record<string, Key> }[]; cells: unknown[] };
}
type Key = { id: unknown; key_name: string };

/** The demonstration's pivot with its months, told again and again until it has 200 lines and 50 columns. */
async function openPivot(stage: Stage): Promise<Page> {
  const page = await stage.window('admin');
  await page.route(
    (url) => url.pathname === '/report' && url.searchParams.get('op') === 'Index',
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: enlarged((await answer.json()) as Told) });
    },
  );
  await page.goto('/main/report/unit_year?period=MONTH&myCode=zb');
  await page.locator('[role=grid] [data-cell]').first().waitFor();
  await quiet(page);
  return page;
}

/** Lines of one depth, columns as they come: another key makes them others. */
function enlarged(told: Told): Told {
  const repeated = <T>(of: readonly T[], count: number): T[] => Array.from({ length: count }, (_, at) => of[at % of.length]!);
  const named = <T extends { depth: number; keys: Record<string, Key> }>(one: T, at: number): T => ({
    ...one,
    keys: Object.fromEntries(
      Object.entries(one.keys).map(([name, key]) => [name, typeof key.id === 'number' ? { ...key, id: 1000 + at } : key]),
    ),
  });
  const columns = repeated(told.data.columns, 50);
  const rows = repeated(told.rows, 200).map((line, at) => ({ ...named(line, at), cells: repeated(line.cells, 50) }));
  return { ...told, rows, total: 200, data: { ...told.data, columns, cells: repeated(told.data.cells, 50) } };
}
