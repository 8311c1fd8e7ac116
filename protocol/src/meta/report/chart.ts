import { z } from 'zod';
import { flag, identifier } from '../label.ts';

export const CHART_KINDS = ['bar', 'line', 'pie', 'map', 'gauge', 'curve', 'waterfall'] as const;
/** Those that are drawn. */
export type ChartKind = 'bar' | 'line' | 'pie';

/** Figures that are drawn beside each other at most. */
const MOST_FIGURES = 6;
const later = z.unknown().optional();

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
  steps: later,
  full: later,
  bounds: later,
});
export type ReportChartDef = z.infer<typeof reportChartDef>;
