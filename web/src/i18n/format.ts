import type { Locale } from '#protocol/codes.ts';

/** What stands where there is nothing. */
export const NOTHING = '–';

/** A decimal text of the wire with `scale` places, thousands separated, half away from zero, exact for any length. */
export function formatDecimal(value: string | number | null | undefined, scale: number): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(plain(value));
  if (!match) return String(value);
  const [, sign, whole = '', fraction = ''] = match;
  const padded = (whole + fraction.padEnd(scale + 1, '0').slice(0, scale)).replace(/^0+(?=\d)/, '');
  const up = Number(fraction.padEnd(scale + 1, '0')[scale]) >= 5 ? 1n : 0n;
  const digits = (BigInt(padded || '0') + up).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const grouped = inThrees(digits.slice(0, cut)).join(',');
  const minus = sign === '-' && /[1-9]/.test(digits) ? '−' : '';
  return minus + grouped + (scale > 0 ? `.${digits.slice(cut)}` : '');
}

/** The digits of a number in groups of three, from its end. */
function inThrees(digits: string): string[] {
  const first = digits.length % 3;
  const rest = Array.from({ length: Math.floor(digits.length / 3) }, (_, at) => digits.slice(first + 3 * at, first + 3 * at + 3));
  return first > 0 ? [digits.slice(0, first), ...rest] : rest;
}

/** Places of a decimal text, without zeros at its end. */
export function placesIn(decimal: string): number {
  const dot = decimal.indexOf('.');
  let end = decimal.length;
  while (end > dot && decimal[end - 1] === '0') end -= 1;
  return dot < 0 ? 0 : Math.max(0, end - dot - 1);
}

/** Numbers in exponent form are written out; texts are left as they are. */
function plain(value: string | number): string {
  if (typeof value === 'string') return value.trim();
  return Number.isInteger(value)
    ? BigInt(value).toString()
    : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

export const formatCount = (value: number): string => formatDecimal(value, 0);

/** Parts of 100 with one decimal: 53.6%. */
export const formatRate = (value: string | number | null | undefined): string => {
  const shown = formatDecimal(value, 1);
  return shown === NOTHING ? shown : `${shown}%`;
};

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

/** 1.4 MB of a file. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${formatDecimal(bytes / 1024 ** power, power === 0 ? 0 : 1)} ${units[power]}`;
}
