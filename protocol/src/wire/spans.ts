/**
 * Spans of days that a filter names by where they lie to today, so that what was kept or sent on goes on meaning it: `{op: 'during', value: 'month'}`.
 * They are of the calendar; a number of days ends with today.
 */
export const SPANS = {
  today: { zh_CN: '今天', en_US: 'Today' },
  days7: { zh_CN: '近 7 天', en_US: 'Last 7 days' },
  days30: { zh_CN: '近 30 天', en_US: 'Last 30 days' },
  days90: { zh_CN: '近 90 天', en_US: 'Last 90 days' },
  month: { zh_CN: '本月', en_US: 'This month' },
  last_month: { zh_CN: '上月', en_US: 'Last month' },
  quarter: { zh_CN: '本季度', en_US: 'This quarter' },
  year: { zh_CN: '本年', en_US: 'This year' },
  last_year: { zh_CN: '去年', en_US: 'Last year' },
} as const satisfies Readonly<Record<string, { zh_CN: string; en_US: string }>>;
export type Span = keyof typeof SPANS;

export const isSpan = (value: unknown): value is Span => typeof value === 'string' && Object.hasOwn(SPANS, value);
