import type { Period } from '#protocol/meta/report/periods.ts';
import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import type { Asked } from '#protocol/rules/report/where.ts';
import type { Reading } from '../reading.ts';
import type { PlanTarget } from './keys.ts';

export interface PlanMeasure {
  /** its place among the figures of the report */
  readonly at: number;
  readonly of: NonNullable<ReportMeasureDef['of']>;
  readonly path?: string;
  /** by what each value is multiplied */
  readonly times?: string;
  /** of the rows those that it counts */
  readonly asked: readonly Asked[];
  /** it is a balance: of those that stand under a line the rows of its last period */
  readonly last?: 1;
}

/** Of which periods the balances of a leg are. */
export interface PlanLast {
  /** the field of their days */
  readonly path: string;
  /** how long they are */
  readonly grain: Period;
  /** the rows of the last of all */
  readonly asked: Asked;
  /** days in the last periods of what ends before its bucket does: that in which one looks, the last that is asked for */
  readonly ends: readonly string[];
}

/** The rows of one source over one range, counted for themselves: by these targets, the measures with their places among the figures of the report. */
export interface ReportLeg extends Reading {
  readonly targets: readonly PlanTarget[];
  readonly measures: readonly PlanMeasure[];
  readonly last?: PlanLast;
}
