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
  [1, '秒', 'second', 'seconds'],
];

/** Seconds as at most two units: 2 天 2 小时. */
export function formatDuration(seconds: number, locale: Locale): string {
  let rest = Math.max(0, Math.round(seconds));
  const parts: string[] = [];
  for (const [size, zh, one, many] of UNITS) {
    const count = Math.floor(rest / size);
    if (count === 0 && !(size === 1 && parts.length === 0)) continue;
    rest -= count * size;
    parts.push(`${count} ${locale === 'zh_CN' ? zh : count === 1 ? one : many}`);
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

/** What has gone on for so long, in whole minutes: it is drawn again every half a minute, and seconds would stand still beside the clock. */
export function formatAge(seconds: number, locale: Locale): string {
  if (seconds < 60) return locale === 'zh_CN' ? '不到 1 分钟' : 'under a minute';
  return formatDuration(Math.floor(seconds / 60) * 60, locale);
}

/** 1.4 MB of a file. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${formatDecimal(bytes / 1024 ** power, power === 0 ? 0 : 1)} ${units[power]}`;
}
