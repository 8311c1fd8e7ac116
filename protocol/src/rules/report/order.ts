import { BESIDE, endsOf, kindOf, type ReportMeasureDef } from '#protocol/meta/report.ts';
import { type Report, type ReportAsk, targetsAsked } from './ask.ts';

/** The figures by which lines are sorted, with what stands beside each where it is compared; a share stands in the order of its whole. */
export const figuresSorted = ({ indexs }: Pick<Report, 'indexs'>, { compare }: ReportAsk): readonly string[] =>
  indexs.flatMap((measure) => {
    const kind = kindOf(measure);
    return kind === 'share' ? [] : endsOf(kind, compare !== undefined).map((end) => measure.name + end);
  });

/** All by which lines are sorted: these, and the targets that are asked for. */
export const sortsOf = (report: Pick<Report, 'targets' | 'indexs'>, ask: ReportAsk): readonly string[] => [
  ...targetsAsked(report, ask).map(({ name }) => name),
  ...figuresSorted(report, ask),
];

/** It names a column of a comparison: what a figure was, the difference, its rate. */
export const isBeside = (measures: readonly ReportMeasureDef[], name: string, { compare }: ReportAsk): boolean =>
  compare !== undefined && BESIDE.some((end) => measures.some((one) => one.name + end === name));
