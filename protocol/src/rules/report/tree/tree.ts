import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { type Report, type ReportAsk, targetsAsked } from '../ask.ts';
import { isAlone, type Key } from '../drill.ts';
import { type Finished, finish } from '../finish.ts';
import type { Counted, Line } from '../line.ts';

/**
 * What was counted of a tree: a line for each node with all that stands below it, `depth` how far below the top it stands. Directly below a node that
 * has lines below it stands what names the node itself, so that the lines below each come to it. The order is that of the lines beside each other.
 * A key is that of the node alone; `up` says what stands above it.
 */
export function finishTree(
  report: Report,
  ask: ReportAsk,
  measures: readonly ReportMeasureDef[],
  counted: readonly Counted[],
  page: { from: number; to: number },
): Finished {
  const [target] = targetsAsked(report, ask);
  const isTurned = target !== undefined && (ask.sort ?? report.order) === `-${target.name}`;
  const lines = placed(counted, isTurned);
  const all = { from: 0, to: Number.POSITIVE_INFINITY };
  const finished = finish(report, isTurned ? { ...ask, sort: target.name } : ask, measures, lines, all);
  const told = ownFirst(finished.lines).map((line): Line => ({ ...line, keys: line.keys.slice(-1), ranks: line.ranks.slice(-1) }));
  return { lines: told.slice(page.from, page.to), total: finished.total, count: told.length };
}

/** Each line with the keys of all that stand above it, and where these stand in their order. */
function placed(counted: readonly Counted[], isTurned: boolean): readonly Counted[] {
  // the total has no key
  const nodes = new Map(counted.flatMap((one) => (one.keys[0] === undefined ? [] : [[one.keys[0], one] as const])));
  const above = new Set(counted.flatMap(({ keys: [key], up }) => (isAlone(key ?? null) ? [] : (up ?? []))));
  const paths = new Map<Key, readonly Key[]>();
  const pathOf = (key: Key): readonly Key[] => {
    const known = paths.get(key);
    if (known) return known;
    const over = isAlone(key) ? -Number(key) : (nodes.get(key)?.up ?? null);
    const path = over !== null && nodes.has(over) ? [...pathOf(over), key] : [key];
    paths.set(key, path);
    return path;
  };
  const rankOf = (key: Key): number => (nodes.get(key)?.ranks[0] ?? 0) * (isTurned && key !== null ? -1 : 1);
  return counted.flatMap((one) => {
    const [key] = one.keys;
    if (key === undefined) return [one];
    const path = pathOf(key);
    // what names a node below which nothing stands is all of it
    if (isAlone(key) && path.length > 1 && !above.has(-Number(key))) return [];
    return [{ ...one, keys: path, ranks: path.map(rankOf) }];
  });
}

/** What names a node itself stands directly below it, however large it is. */
function ownFirst(lines: readonly Line[]): readonly Line[] {
  const isOwn = ({ keys }: Line): boolean => keys.length > 1 && isAlone(keys.at(-1)!);
  const own = new Map(lines.filter(isOwn).map((line) => [-Number(line.keys.at(-1)), line]));
  return lines.flatMap((line) => {
    if (isOwn(line)) return [];
    const below = own.get(Number(line.keys.at(-1)));
    return below ? [line, below] : [line];
  });
}
