import { buffer } from 'node:stream/consumers';
import { type Locale, Refusal } from '#protocol/codes.ts';
import { writeFigure } from '#protocol/fields/figure.ts';
import { label } from '#protocol/meta/naming.ts';
import { isTree } from '#protocol/meta/report/kinds.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportExportOp } from '#protocol/ops/report.ts';
import { daysIn, type ReportAsk } from '#protocol/rules/report/ask.ts';
import { comparedIn } from '#protocol/rules/report/compare.ts';
import { monthSaid } from '#protocol/rules/report/past/month.ts';
import { stoodAt } from '#protocol/rules/report/past/past.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { source } from '#server/query/source.ts';
import { and, compile, sql } from '#server/query/sql.ts';
import type { Cell, Row, Sheet } from '#server/sheet/sheet.ts';
import { workbook } from '#server/sheet/workbook.ts';
import { instantAsked } from '../../read/page.ts';
import { askOf } from '../ask.ts';
import { loadReport } from '../load.ts';
import { type OpenReport, openReport } from '../open.ts';
import { countReport } from '../read.ts';
import { type Columns, headRow, type LoadedMeasure, type LoadedTarget, lineRow, totalRow, treeLine } from './lines.ts';
import { type PivotLine, pivotHeads, pivotRow, type ToldColumn } from './pivot.ts';
import { type Say, saidFilters, sayIn } from './said.ts';

export interface Exported {
  bytes: Buffer;
  file_name: string;
  /** lines in it */
  lines: number;
  /** what it was narrowed by, in the language of whoever asked */
  filters: string;
}
type Head = {
  made: string;
  range: [string, string] | null;
  targets: { name: string; period?: string }[];
  indexs: { name: string; period?: string }[];
  total: Record<string, unknown>;
  off?: string[];
  columns?: readonly ToldColumn[];
  cells?: NonNullable<PivotLine['cells']>;
};

/** A report as a spreadsheet: the lines that Chart tells and their total, by the same statement, with what they were asked by, when, and by whom. */
export async function exportReport(house: House, access: Access, request: RequestOf<typeof reportExportOp>): Promise<Exported> {
  const report = openReport(access, request.cloud);
  const ask = askOf(report, request, access.asker.today);
  await checkTaken(house, access, report, ask);
  const filters = await saidFilters(house, access, report, ask);
  const { rows, data } = await countReport(house, access, request);
  const { session } = access;
  const say = sayIn(session.locale);
  const told = data as unknown as Head;
  const loaded = loadReport(access, request.cloud) as { targets: LoadedTarget[]; indexs: LoadedMeasure[] };
  const columns: Columns = {
    targets: told.targets.map(({ name, period }) => ({
      ...loaded.targets.find((one) => one.name === name)!,
      ...(period ? { period } : {}),
    })),
    measures: loaded.indexs.map((measure) => ({ ...measure, ...periodIn(told, measure) })),
    ...(comparedIn(report.def, ask) ? { compare: ask.compare } : {}),
  };
  const title = label(report.def, session.locale);
  const notes = notesOf(say, {
    filters,
    days: [...stoodSaid(ask, session.locale).map((said) => [say('stood'), said]), ...daysSaid(report, ask, say)],
    leftOut: report.leftOut.length,
    by: byOf(access, told.made, say),
  });
  const lines = rows as unknown as PivotLine[];
  const { heads, body } = tableOf(told, lines, { ...columns, isTree: isTree(report.def) }, say, session.locale);
  const above: Row[] = [{ look: 'title', cells: [title] }, ...notes, { cells: [] }, ...heads];
  const sheet: Sheet = {
    ...{ name: title, made: house.clock.now(), widths: widthsOf([...heads, ...body]), frozen: above.length, heads: heads.length },
    ...{ levels: Math.max(0, ...body.map(({ level = 0 }) => level)), rows: [...above, ...body] },
  };
  const file_name = `${title} ${ask.as_of ?? told.made.slice(0, 10)}.xlsx`.replace(/[\\/:*?"<>|\p{C}]/gu, '_');
  return {
    bytes: await buffer(workbook(sheet)),
    file_name,
    lines: lines.length,
    filters: [...stoodSaid(ask, session.locale), ...filters].join('; '),
  };
}

/** Of which period the whole of a balance is. */
function periodIn({ indexs }: Head, { name }: LoadedMeasure): Pick<LoadedMeasure, 'period'> {
  const period = indexs.find((one) => one.name === name)?.period;
  return period === undefined ? {} : { period };
}

/** Heads and lines; of a pivot with the columns that stand beside each other. */
function tableOf(
  told: Head,
  lines: readonly PivotLine[],
  all: Columns & { isTree: boolean },
  say: Say,
  locale: Locale,
): { heads: Row[]; body: Row[] } {
  const { columns, cells = [] } = told;
  const [down, across] = [all.targets.filter(({ axis }) => axis !== 'column'), all.targets.filter(({ axis }) => axis === 'column')];
  if (!columns) {
    const total = totalRow(told.total, told.off ?? [], all, say);
    const rowOf = (line: PivotLine, at: number): Row =>
      all.isTree ? treeLine(line, (lines[at + 1]?.depth ?? 0) > line.depth, all, say, locale) : lineRow(line, all, say, locale);
    return { heads: [headRow(all, locale, say)], body: [...lines.map(rowOf), total] };
  }
  const own: Columns = { ...all, targets: down };
  const total: PivotLine = { ...told.total, ...(told.off ? { off: told.off } : {}), cells, depth: 0, keys: {} };
  const rows = [...lines, total].map((line) => pivotRow(line, own, columns, say, locale));
  const last = rows.at(-1)!;
  const named = { look: 'sum' as const, cells: down.length ? [say('total'), ...last.cells.slice(1)] : last.cells };
  return { heads: pivotHeads(own, { targets: across, columns }, locale, say), body: [...rows.slice(0, -1), named] };
}

/** 312 unless whoever asks may take away every row that the report counts for him. */
async function checkTaken(house: House, access: Access, { def }: OpenReport, ask: ReportAsk): Promise<void> {
  for (const of of def.sources) {
    const table = access.table(of.cloud);
    const stood = stoodAt(of, ask.as_of);
    const [seen, taken] = [access.grant(table, 'Page'), access.grant(table, 'Export')];
    if (access.also(seen, 'Export', 't') !== true && (await somethingMore(house, access, seen, taken, stood)))
      throw new Refusal(312, '$exportPart');
  }
}

async function somethingMore(house: House, access: Access, seen: Grant, taken: Grant, stood: string | undefined): Promise<boolean> {
  const from = source(seen.table, 't', stood === undefined ? undefined : instantAsked(access, seen, stood));
  const where = and(seen.rows('t'), sql`(${taken.rows('t')}) is not true`);
  const { text, values } = compile(sql`select 1 as more from ${from} where ${where} limit 1`, access.asker);
  return (await house.db.query(text, values)).length > 0;
}

const byOf = ({ session }: Access, at: string, say: Say): string =>
  say('by', { person: label(session.user, session.locale), at, zone: session.company.time_zone });

/** For which days it was asked, and beside which. */
function daysSaid({ def }: OpenReport, ask: ReportAsk, say: Say): string[][] {
  const [days, compared] = [daysIn(def, ask), comparedIn(def, ask)];
  const beside = (by: 'last' | 'year', [from, to]: readonly [string, string]) => say('comparedTo', { by: say(by), from, to });
  return [
    ...(days ? [[say('period'), `${days[0]} – ${days[1]}`]] : []),
    ...(compared ? [[say('compared'), beside(ask.compare!, compared.days)]] : []),
  ];
}

/** The month at whose end things stood so. */
const stoodSaid = ({ as_of }: ReportAsk, locale: Locale): string[] =>
  as_of === undefined ? [] : [sayIn(locale)('stoodAt', { month: monthSaid(as_of, locale) })];

interface Notes {
  filters: readonly string[];
  days: readonly string[][];
  leftOut: number;
  by: string;
}

const notesOf = (say: Say, { filters, days, leftOut, by }: Notes): Row[] =>
  [
    [say('filters'), filters.join('; ') || say('all')],
    ...days,
    ...(leftOut > 0 ? [[say('leftOut'), say('leftOutWhy', { n: leftOut })]] : []),
    [say('made'), by],
  ].map((cells) => ({ look: 'note' as const, cells }));

const [NARROWEST, WIDEST] = [10, 40];

/** Of each column as its longest text needs, Chinese letters two wide. */
function widthsOf(rows: readonly Row[]): number[] {
  const widths: number[] = [];
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) {
      const wide = [...letters(cell)].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 2);
      widths[at] = Math.min(WIDEST, Math.max(NARROWEST, widths[at] ?? 0, wide));
    }
  return widths;
}

function letters(cell: Cell): string {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if ('right' in cell) return cell.right;
  if ('text' in cell) return '  '.repeat(cell.indent) + cell.text;
  return 'day' in cell ? cell.day : writeFigure(cell.number, cell.decimals);
}
