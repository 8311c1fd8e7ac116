import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import type { Asked } from '#protocol/rules/report/where.ts';
import type { Reading } from '../reading.ts';
import type { PlanTarget } from './keys.ts';

export interface PlanMeasure {
  /** its place among the figures of the report */
  readonly at: number;
  readonly of: NonNullable<ReportMeasureDef['of']>;
  readonly path?: string;
  /** of the rows those that it counts */
  readonly asked: readonly Asked[];
}

/** The rows of one source over one range, counted for themselves: by these targets, the measures with their places among the figures of the report. */
export interface ReportLeg extends Reading {
  readonly targets: readonly PlanTarget[];
  readonly measures: readonly PlanMeasure[];
}
