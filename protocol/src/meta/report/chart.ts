import { z } from 'zod';
import { flag, identifier } from '../label.ts';

export const CHART_KINDS = ['bar', 'line', 'pie', 'map', 'gauge', 'curve', 'waterfall'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** Figures that are drawn beside each other at most. */
const MOST_FIGURES = 6;
/** Steps of a waterfall, and bounds of a gauge, at most. */
const [MOST_STEPS, MOST_BOUNDS] = [8, 3];
/** Places of a map at most. */
export const MOST_MAPPED = 100;
/** Rows and columns of the grid on which they stand at most, from 1. */
export const MOST_GRID = 50;

/** Where records stand on a map: fields of the table that its target refers to. */
export const chartPlaceDef = z.strictObject({
  /** rows of the grid from the north, columns from the west, both from 1 */
  row: identifier,
  col: identifier,
  /** what a tile is called; absent: the record's name, cut */
  short: identifier.optional(),
  short_en: identifier.optional(),
  /** by what maps of others know the place */
  code: identifier.optional(),
});
export type ChartPlaceDef = z.infer<typeof chartPlaceDef>;

/** The same of what stands under a place, with the field that names it. */
export const chartBelowDef = chartPlaceDef.extend({ in: identifier });
export type ChartBelowDef = z.infer<typeof chartBelowDef>;

/** How a report is drawn above its table. */
export const reportChartDef = z.strictObject({
  kind: z.enum(CHART_KINDS),
  /** 1: the reader switches between a pie, bars and a line */
  PIE: flag.optional(),
  /** the target along the axis; absent: the first that is not `split` */
  x: identifier.optional(),
  /** the figures that are drawn; absent: the first */
  y: z.array(identifier).min(1).max(MOST_FIGURES).optional(),
  /** the target whose values are the parts of each bar, or lines of their own */
  split: identifier.optional(),
  /** figures that are drawn dashed: what is planned */
  dash: z.array(identifier).min(1).max(MOST_FIGURES).optional(),
  /** map: where the records of its target stand */
  place: chartPlaceDef.optional(),
  /** map, with a path down: where the records of the next target stand: a place that is pressed has a map of its own */
  below: chartBelowDef.optional(),
  /** waterfall: the figures whose wholes stand beside each other, with what each differs from the one before; absent: it adds up along x */
  steps: z.array(identifier).min(2).max(MOST_STEPS).optional(),
  /** gauge: the figure of which y is a part; of a rate absent: it is full at 100 % */
  full: identifier.optional(),
  /** gauge: parts of the whole from which another colour says how far it is */
  bounds: z
    .array(z.string().regex(/^(0\.\d{1,4}|[1-9]\d?(\.\d{1,4})?)$/, "a part of the whole in quotes: '0.6'"))
    .min(1)
    .max(MOST_BOUNDS)
    .optional(),
});
export type ReportChartDef = z.infer<typeof reportChartDef>;
