import type { At, ReportDef, ReportMeasureDef, ReportSourceDef } from '#protocol/meta/report.ts';

/** The path by which a target or a search reaches a source: one for all, or its own. */
export const pathIn = (fields: At, source: string): string =>
  typeof fields === 'string' ? fields : Object.hasOwn(fields, source) ? fields[source]! : '';

/** The source whose rows a figure counts; of a line, whatever its figures are, the first. */
export const sourceOf = ({ sources }: Pick<ReportDef, 'sources'>, measure?: Pick<ReportMeasureDef, 'source'>): ReportSourceDef =>
  sources.find(({ name }) => name === measure?.source) ?? sources[0]!;
