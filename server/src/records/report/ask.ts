import { Refusal } from '#protocol/codes.ts';
import { isTree, periodsOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportChartOp } from '#protocol/ops/report.ts';
import { dated, firstValue, isNothing, periodOf, type ReportAsk, targetsAsked } from '#protocol/rules/report/ask.ts';
import { comparedIn, sortsOf } from '#protocol/rules/report/compare.ts';
import { hasEnded } from '#protocol/rules/report/past/month.ts';
import { dayAsked, knowsPast } from '#protocol/rules/report/past/past.ts';
import { daysAsked } from '#protocol/rules/report/ranges.ts';
import type { OpenReport } from './open.ts';

/** What a request asks of a report; what the report does not have, or not for this reader, is refused. */
export function askOf(
  report: OpenReport,
  { filters, period, value, targets, sort, compare, within, as_of }: RequestOf<typeof reportChartOp>,
  now: string,
): ReportAsk {
  const { def } = report;
  const names = targets === undefined ? undefined : targets.split(',').filter(Boolean);
  if (names && new Set(names).size < names.length) throw new Refusal(317, '', { field: 'targets' });
  if (names?.some((name) => !def.targets.some((target) => target.name === name))) throw new Refusal(312);
  checkMonth(report, as_of, now);
  const today = dayAsked(as_of, now);
  const said: ReportAsk = { fields: filters?.fields, period, value, targets: names, sort, within, compare, as_of, today };
  const isSeen = !report.unseen.has(dated(def)?.name ?? '');
  const ask: ReportAsk = { ...said, value: value ?? (isSeen ? firstValue(def, said, today) : undefined) };
  if (targetsAsked(def, ask).some(({ name }) => report.unseen.has(name))) throw new Refusal(312);
  checkWithin(report, ask);
  checkDays(report, ask);
  checkSearches(report, ask);
  const sorted = sort?.replace(/^-/, '');
  if (sorted !== undefined && !sortsOf(def, ask).includes(sorted)) throw new Refusal(317, '', { field: 'sort' });
  return ask;
}

/** A month that has ended, of a report that knows a past; whose rows carry their period only for who sees it. */
function checkMonth({ def, unseen }: OpenReport, month: string | undefined, today: string): void {
  if (month === undefined) return;
  if (!knowsPast(def) || !hasEnded(month, today)) throw new Refusal(317, '', { field: 'as_of' });
  if (def.sources.some(({ past }) => past !== 'history') && unseen.has(dated(def)?.name ?? '')) throw new Refusal(312);
}

/** Keys of targets that he has, of each value alone: what else a key means is not asked by one. */
function checkWithin({ def, unseen }: OpenReport, { within = {} }: ReportAsk): void {
  for (const name of Object.keys(within)) {
    const target = def.targets.find((one) => one.name === name);
    if (!target || unseen.has(name)) throw new Refusal(312);
    if (isTree(def) || typeOfTarget(target) !== 'VALUE') throw new Refusal(317, '', { field: 'within' });
  }
}

function checkDays({ def, unseen }: OpenReport, ask: ReportAsk): void {
  const target = dated(def);
  const field = (['compare', 'value', 'period'] as const).find((one) => ask[one] !== undefined);
  if (field === undefined) return;
  if (!target) throw new Refusal(317, '', { field });
  if (unseen.has(target.name)) throw new Refusal(312);
  if (ask.period !== undefined && !periodsOf(target).includes(ask.period)) throw new Refusal(317, '', { field: 'period' });
  if (ask.value !== undefined && ask.value !== '' && !daysAsked(periodOf(def, target, ask), ask.value))
    throw new Refusal(317, '', { field: 'value' });
  if (ask.compare !== undefined && !def.compare?.includes(ask.compare)) throw new Refusal(317, '', { field: 'compare' });
  // without an end nothing is before it, and nothing was before the year 1
  if (ask.compare !== undefined && !comparedIn(def, ask)) throw new Refusal(317, '', { field: 'value' });
}

function checkSearches({ def }: OpenReport, { fields = {} }: ReportAsk): void {
  const searchs = def.searchs?.fields ?? [];
  for (const name of Object.keys(fields)) if (!searchs.some((search) => search.name === name)) throw new Refusal(317, '', { field: name });
  for (const { name, notnull, value } of searchs)
    if (notnull === 1 && isNothing(Object.hasOwn(fields, name) ? fields[name] : value)) throw new Refusal(314, '', { field: name });
}
