import type { Locale } from '#protocol/codes.ts';
import { writeFigure } from '#protocol/fields/figure.ts';

/** What stands where there is nothing. */
export const NOTHING = '–';

/** A number with so many decimals, thousands separated; – where there is none. */
export const formatDecimal = (value: string | number | null | undefined, decimals: number): string =>
  writeFigure(value, decimals) || NOTHING;

export const formatCount = (value: number): string => formatDecimal(value, 0);

/** A time of the wire, the company's wall time, to the minute; a date stays what it is. */
export function formatDateTime(value: unknown): string {
  if (typeof value !== 'string' || value === '') return NOTHING;
  return value.replace('T', ' ').slice(0, 16);
}

const UNITS: readonly [number, string, string, string][] = [
  [86_400, '天', 'day', 'days'],
  [3_600, '小时', 'hour', 'hours'],
  [60, '分钟', 'minute', 'minutes'],
];

/**
 * A stay in at most two units (`most`), 2 天 2 小时, and no less than minutes; '' under one. What goes on is drawn again every half a minute: seconds
 * would stand still beside the clock, and of what is over nobody counts them.
 */
export function formatStay(seconds: number, locale: Locale, most = 2): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [size, zh, one, many] of UNITS) {
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    rest -= count * size;
    parts.push(`${count} ${locale === 'zh_CN' ? zh : count === 1 ? one : many}`);
    if (parts.length === most) break;
  }
  return parts.join(' ');
}

/** 1.4 MB of a file. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${formatDecimal(bytes / 1024 ** power, power === 0 ? 0 : 1)} ${units[power]}`;
}
