import type { Chart, ChartEdge, ChartNode } from '#protocol/rules/chart.ts';
import { formState } from '#protocol/rules/states.ts';
import { SIGNS } from '#protocol/rules/todo.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { formatStay } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';

import { SKIPPED } from './named.ts';

/** The rows of a step's last visit; of the applicant's all that he sent. */
export function rowsAt(rows: readonly ProcessRow[], state: number): ProcessRow[] {
  const own = rows.filter((row) => formState(row.back_state) === state);
  const last = Math.max(...own.map((row) => row.visit));
  return own.filter((row) => row.visit === last);
}

/** Who signs beside each other where the record is now; nobody where one alone does. */
export function signersAt(rows: readonly ProcessRow[], { kind, state }: ChartNode): ProcessRow[] {
  const signers = kind === 'now' ? rowsAt(rows, state).filter((row) => SIGNS.has(row.review_state.id)) : [];
  return signers.length > 1 ? signers : [];
}

/** Whether somebody who has it where it is now was told that it is urgent: only such rows have a limit of their own. */
export const isUrgentAt = (rows: readonly ProcessRow[], { kind, state }: Pick<ChartNode, 'kind' | 'state'>): boolean =>
  kind === 'now' && rowsAt(rows, state).some(({ finish_time, limit_time }) => finish_time === null && Boolean(limit_time));

/** How a step is signed, in words. */
export function ruleInWords({ t }: Pick<Texts, 't'>, rule: string): string {
  if (rule === 'any') return t('chart.ruleAny');
  if (rule === 'all') return t('chart.ruleAll');
  return rule === 'seq' ? t('chart.ruleSeq') : t('chart.rulePart', { rule });
}

/** The two lines that a step says below its name. */
export function linesOf(texts: Texts, node: ChartNode, rows: readonly ProcessRow[]): [string, string] {
  const { t, label, locale } = texts;
  const { kind, who, rule, end, time, skipped } = node;
  const day = time ? shortTime(time.slice(0, 10)) : '';
  if (end) return [kind === 'off' || kind === 'ahead' ? '' : day, ''];
  if (skipped) return [t(SKIPPED[skipped]), day];
  const names = who.map((one) => label(one)).filter(Boolean);
  const several =
    names.length > 1 && rule !== 'any' ? t('chart.peopleRule', { n: names.length, rule: ruleInWords(texts, rule) }) : names.join(' / ');
  if (kind === 'off') return ['', ''];
  if (kind === 'ahead') return [several || t('chart.nobody'), ''];
  const own = rowsAt(rows, node.state);
  if (kind === 'now') return [names.join(' / '), day ? t('chart.reached', { time: day }) : ''];
  const sent = node.state === 1 ? rows.filter((row) => formState(row.back_state) === 1 && row.finish_time !== null).length : 0;
  if (node.of !== undefined && node.of > 1) return [t('chart.signedOf', { n: node.signed ?? 0, of: node.of }), day];
  const stay = formatStay(Math.max(0, ...own.map((row) => row.duration)), locale);
  const lay = node.state === 1 || !stay ? '' : t('chart.stay', { stay });
  return [`${names[0] ?? ''} ${day}`.trim(), sent > 1 ? t('chart.submitted', { n: sent }) : lay];
}

/** Returns between the same two steps are one line, which says how often. */
export interface Back {
  from: number;
  to: number;
  kind: 'returned';
  words: string;
}

export function backsOf({ returns }: Pick<Chart, 'returns'>, { t }: Pick<Texts, 't'>): Back[] {
  const by = new Map<string, Chart['returns'][number][]>();
  for (const one of returns) by.set(`${one.from} ${one.to}`, [...(by.get(`${one.from} ${one.to}`) ?? []), one]);
  return [...by.values()].map((of) => {
    const { from, to, event, time, again } = of.at(-1)!;
    const places = { from: shortTime(time.slice(0, 10)), again: again ? shortTime(again.slice(0, 10)) : '' };
    const said = event ? (again ? 'chart.backThen' : 'chart.backOpen') : again ? 'chart.takenBackThen' : 'chart.takenBack';
    const words = t(said, places);
    return { from, to, kind: 'returned' as const, words: of.length > 1 ? t('chart.several', { said: words, n: of.length }) : words };
  });
}

/** What is drawn: all of the flow, or the way of this record alone. */
export function drawnOf(
  { nodes, edges }: Pick<Chart, 'nodes' | 'edges'>,
  isOwn: boolean,
): { nodes: readonly ChartNode[]; edges: readonly ChartEdge[] } {
  if (!isOwn) return { nodes, edges };
  return { nodes: nodes.filter(({ kind }) => kind !== 'off'), edges: edges.filter(({ kind }) => kind !== 'off') };
}
