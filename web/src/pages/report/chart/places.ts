import { periodOf, type ReportAsk } from '#protocol/rules/report/ask.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import { bucketsBetween } from '#protocol/rules/report/ranges.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { keyText } from '../figures.ts';
import type { LoadedReport, ReportLine } from '../use-report.ts';

/** A value of a target with the lines that stand for it. */
export interface Place {
  readonly key: Key | 'rest';
  readonly name: string;
  readonly lines: readonly ReportLine[];
}

/** Periods that stand there without lines at most: time goes on where nothing was. */
const MOST_PERIODS = 200;

/**
 * What stands along the axis: the values of the first target that is asked for, as the lines come; between periods those without lines too. Lines
 * of subtotals are none of it.
 */
export function placesOf(
  report: Pick<LoadedReport, 'targets'>,
  ask: ReportAsk,
  lines: readonly ReportLine[],
  texts: Texts,
): readonly Place[] {
  const target = report.targets.find(({ name }) => name === ask.targets?.[0]);
  if (!target) return [];
  const depth = Math.max(0, ...lines.map((line) => line.depth));
  const by = new Map<Key | 'rest', ReportLine[]>();
  for (const line of lines) {
    if (line.depth < depth) continue;
    const key = line.rest ? 'rest' : keyIn(line.keys[target.name]);
    const known = by.get(key);
    if (known) known.push(line);
    else by.set(key, [line]);
  }
  const found = (key: Key | 'rest', of: readonly ReportLine[]): Place => {
    const named = of[0]?.keys[target.name] ?? { id: key, key_name: key === null ? '' : String(key) };
    return { key, name: key === 'rest' ? texts.t('report.rest') : keyText(named, target, texts), lines: of };
  };
  const keys = target.type === 'DATE' ? periods(report, target, ask, [...by.keys()]) : [...by.keys()];
  return keys.map((key) => found(key, by.get(key) ?? []));
}

function periods(
  report: Pick<LoadedReport, 'targets'>,
  target: LoadedReport['targets'][number],
  ask: ReportAsk,
  keys: readonly Key[],
): readonly Key[] {
  const there = keys.filter((key): key is string => typeof key === 'string').sort();
  const [from, to] = [there[0], there.at(-1)];
  const all = from === undefined || to === undefined ? [] : bucketsBetween(periodOf(report, target, ask), from, to, MOST_PERIODS);
  return all === null ? keys : [...all, ...keys.filter((key) => typeof key !== 'string')];
}
