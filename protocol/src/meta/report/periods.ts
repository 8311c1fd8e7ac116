/** How long a bucket of a DATE target is. */
export const PERIODS = ['DAILY', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Period = (typeof PERIODS)[number];

/** What the days that are asked for are laid beside: the range before them, the same one a year earlier. */
export const COMPARES = ['last', 'year'] as const;
export type Compare = (typeof COMPARES)[number];
