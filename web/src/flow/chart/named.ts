import type { ChartNode } from '#protocol/rules/chart.ts';
import type { Resume } from '#protocol/wire/process.ts';
import type { TextKey } from '#web/i18n/catalogue.ts';

/** What the parts of a chart are called. */
export const KINDS = {
  done: 'chart.kindDone',
  now: 'chart.kindNow',
  ahead: 'chart.kindAhead',
  refused: 'chart.kindRefused',
  off: 'chart.kindOff',
} as const satisfies Record<ChartNode['kind'], TextKey>;

export const SKIPPED = {
  self: 'chart.skippedSelf',
  empty: 'chart.skippedEmpty',
  same: 'chart.skippedSame',
  late: 'chart.skippedLate',
} as const satisfies Record<NonNullable<ChartNode['skipped']>, TextKey>;

/** Where what was returned `direct` goes when it is sent on. */
export const RESUMES = {
  direct: 'chart.resumes',
  step: 'chart.resumesStep',
  version: 'chart.resumeVersion',
  way: 'chart.resumeWay',
  changed: 'chart.resumeChanged',
} as const satisfies Record<Exclude<Resume['off'], ''> | 'direct' | 'step', TextKey>;

export const LINES = { taken: 'chart.taken', returned: 'chart.returned', ahead: 'chart.ahead', off: 'chart.off' } as const;

/** The columns of the people of a step. */
export const COLUMNS = {
  person: 'chart.person',
  state: 'chart.state',
  open: 'chart.open',
  stayed: 'chart.stayed',
  limit: 'chart.limit',
  opinion: 'chart.opinion',
} as const;
