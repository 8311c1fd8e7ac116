import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import { linkOf } from '#protocol/rules/report/leads/link.ts';
import { partsOf } from '#protocol/rules/report/reckon.ts';
import { today } from '#web/i18n/clock.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { type LoadedMeasure, type LoadedReport, listOf, type ReportController, shownBy } from '../use-report.ts';

export type List = NonNullable<ReturnType<typeof shownBy>>;
/** A list to which a figure leads. */
export interface Lead {
  readonly key: string;
  readonly name: string;
  readonly list: List;
  /** of the records that set the figure; else of those that are counted in it, or in a part of it */
  readonly isLink?: true;
}

/** What of a report says where a figure stands. */
export interface Standing {
  readonly keys: readonly Key[];
  readonly beside?: boolean;
  readonly across?: readonly Key[];
}
type Asking = Pick<ReportController, 'report' | 'asked'>;

/** What a figure is made of in the end: figures whose records are counted. */
export function operandsOf({ indexs }: Pick<LoadedReport, 'indexs'>, measure: ReportMeasureDef): readonly LoadedMeasure[] {
  const parts = partsOf(measure).flatMap((name) => indexs.find((one) => one.name === name) ?? []);
  const all = parts.flatMap((one) => (one.calc === undefined && one.share === undefined ? [one] : operandsOf({ indexs }, one)));
  return [...new Set(all)];
}

/** The records that a figure counts; of one that is reckoned those of each figure that it is made of. */
function recordsOf(asking: Asking, measure: LoadedMeasure, { keys, beside = false, across = [] }: Standing, { t, label }: Texts): Lead[] {
  const { report } = asking;
  const all = measure.calc !== undefined && report ? operandsOf(report, measure) : [measure];
  return all.flatMap((one) => {
    const list = listOf(asking, keys, one, beside, across);
    return list ? [{ key: one.name, name: t('report.listOf', { name: label(one) }), list }] : [];
  });
}

/** The list of the records that set a figure there; null where it has none, or none for this reader. */
export function linkedList({ report, asked }: Asking, measure: LoadedMeasure, keys: readonly Key[], across: readonly Key[] = []) {
  const drill = report && linkOf(report, { today: today(), ...asked }, keys, measure, across);
  return drill ? shownBy(drill) : null;
}

/** All lists to which a figure leads there; to that of its head only where it stands under something that narrows it further. */
export function leadsOf(asking: Asking, measure: LoadedMeasure, standing: Standing, texts: Texts): readonly Lead[] {
  const linked = linkedList(asking, measure, standing.keys, standing.across);
  const head = linkedList(asking, measure, []);
  const isOwn = linked !== null && JSON.stringify(linked) !== JSON.stringify(head);
  return [
    ...recordsOf(asking, measure, standing, texts),
    ...(isOwn ? [{ key: 'link', name: texts.label(measure.link), list: linked, isLink: true as const }] : []),
  ];
}
