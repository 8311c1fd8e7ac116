import { z } from 'zod';
import { flag, identifier, named, text, uid } from './label.ts';
import { reportChartDef } from './report/chart.ts';
import { COMPARES, PERIODS } from './report/periods.ts';

/** A field of the source, or of the record that an entity field of it names. */
const path = z.string().regex(/^[A-Za-z]\w{0,58}(\.[A-Za-z]\w{0,58})?$/, 'a field, or entity_field.field');
/** One path for all sources, or one for each by its name. */
const at = z.union([path, z.record(identifier, path)]);
export type At = z.infer<typeof at>;
const where = z.string().max(500);
/** Absent: as the field is called; of a count 数量. */
const labels = { key_name: text.optional(), key_name_en: text.optional() };
/** Tiers of a tree at most: what stands deeper is told with the node above it that stands there. */
export const MOST_TIERS = 32;

/** A month that was frozen, in a table of its own. */
const frozen = z.strictObject({ table: identifier, link: identifier, at: identifier });

/** Where the record is that set a figure: the list of another table, narrowed by a reference that both have. */
const link = z.strictObject({ cloud: z.string().max(130), on: identifier });
/** Further fields of one record at most. */
const MOST_ATTR = 6;

export const reportSourceDef = z.strictObject({
  name: identifier,
  cloud: z.string().max(130),
  /** which of its rows are counted: comparisons of own fields with values, joined by & */
  where: where.optional(),
  /**
   * what is read of a month of the past (`as_of`): history, rows as they stood when it ended; period, rows that carry their period, as they are
   * known now; until, of those the ones whose period had come
   */
  past: z.union([z.enum(['history', 'period', 'until']), frozen]).optional(),
});

export type ReportSourceDef = z.infer<typeof reportSourceDef>;

/** What a reader narrows a report by. */
export const reportSearchDef = z.strictObject({
  name: identifier,
  ...labels,
  fields: at,
  /** below: the branch of a node; absent: as a list takes a value of the field */
  op: z.enum(['=', 'in', 'range', 'like', 'below']).optional(),
  /** what it begins with */
  value: z.string().max(200).optional(),
  notnull: flag.optional(),
});
export type ReportSearchDef = z.infer<typeof reportSearchDef>;

/** What is grouped by, one after the other. */
export const reportTargetDef = z.strictObject({
  name: identifier,
  ...labels,
  fields: at,
  /** VALUE (default) each value, DATE days and moments by a period, BAND numbers between bounds, TIER nodes of a tree by the one above them */
  type: z.enum(['VALUE', 'DATE', 'BAND', 'TIER']).optional(),
  /** DATE: those that the reader may switch to; the first is what it begins with */
  periods: z.array(z.enum(PERIODS)).min(1).max(4).optional(),
  /** BAND: bounds, smallest first; a band holds its lower bound and not its upper */
  bands: z
    .array(z.string().regex(/^-?\d{1,20}(\.\d{1,6})?$/, "a number in quotes: '100' or '0.5'"))
    .min(1)
    .max(50)
    .optional(),
  /** 1: each of its values has a line of its own above what stands below it */
  sub: flag.optional(),
  /** 1: periods without rows stand there too */
  fill: flag.optional(),
  /** now: it begins with the year of its months, the month of its days, in which one looks */
  value: z.literal('now').optional(),
  /** TIER: at which depth that one stands, 1 the top; a node above it stands for itself */
  tier: z.number().int().min(1).max(MOST_TIERS).optional(),
  /** PIVOT: column, where its values stand beside each other; absent: below each other */
  axis: z.enum(['row', 'column']).optional(),
  /** of a reference: further fields of its record, told beside its name; nothing is grouped by them */
  attr: z.array(identifier).min(1).max(MOST_ATTR).optional(),
});
export type ReportTargetDef = z.infer<typeof reportTargetDef>;

/** A figure: counted of rows (`of`), or reckoned from other figures (`calc`, `share`, `run`). */
export const reportMeasureDef = z.strictObject({
  name: identifier,
  ...labels,
  of: z.enum(['count', 'sum', 'min', 'max', 'distinct']).optional(),
  /** whose rows it counts, where there are several sources */
  source: identifier.optional(),
  field: path.optional(),
  where: where.optional(),
  /** + - * / over figures of the same report */
  calc: z.string().max(500).optional(),
  /** the part that a figure is of the whole */
  share: identifier.optional(),
  /** a count or a sum of the same report, added up along its target of dates */
  run: identifier.optional(),
  /** as_of: not beyond the period in which it is asked, of what is counted the shortest that the report has */
  until: z.literal('as_of').optional(),
  /** 1: told in parts of 100 */
  percent: flag.optional(),
  unit: z.string().max(20).optional(),
  unit_en: z.string().max(20).optional(),
  /** sum: each value of the field is multiplied by this one, of the same row or one step from it */
  times: path.optional(),
  /** 1: a balance: added up across records, never along time, where the last period tells */
  last: flag.optional(),
  /** whoever has that list may go there from the figure */
  link: link.optional(),
});
export type ReportMeasureDef = z.infer<typeof reportMeasureDef>;

/** A report (design of reports): what is counted of which rows, by what it is grouped, and what is reckoned from that. */
export const reportDef = z.strictObject({
  uid,
  report_name: identifier,
  ...named,
  type: z.enum(['TABLE', 'REPORT', 'PIVOT', 'TREE']).optional(),
  sources: z.array(reportSourceDef).min(1).max(4),
  searchs: z.strictObject({ fields: z.array(reportSearchDef).max(20) }).optional(),
  targets: z.array(reportTargetDef).max(4),
  indexs: z.array(reportMeasureDef).min(1).max(20),
  /** a figure or a target that the lines are sorted by, with - in front from the largest; absent: as the values of the targets are */
  order: z
    .string()
    .regex(/^-?[A-Za-z]\w{0,58}$/)
    .optional(),
  /** lines at most; what the others add up to follows as one */
  top: z.number().int().min(1).max(1000).optional(),
  /** 0: no figure leads to its records; path: of a map, the target by which a place is parted when it is pressed */
  drill: z.union([z.literal(0), z.strictObject({ path: z.array(identifier).length(2) })]).optional(),
  /** what its days can be laid beside */
  compare: z.array(z.enum(COMPARES)).min(1).max(2).optional(),
  /** with type REPORT: how it is drawn above its table */
  chart: reportChartDef.optional(),
});
export type ReportDef = z.infer<typeof reportDef>;

/** Gives a report its type while it is written; loading checks it (check/report). */
export const defineReport = (report: ReportDef): ReportDef => report;
