import { describe, expect, it } from 'vitest';
import { formatBytes, formatDateTime, formatDecimal, formatStay } from './format.ts';

describe('numbers', () => {
  it.each([
    ['8640', 2, '8,640.00'],
    ['-36420.005', 2, '−36,420.01'],
    ['0', 2, '0.00'],
    ['-0.001', 2, '0.00'],
    ['999.995', 2, '1,000.00'],
    ['12345678901234567890.123456', 6, '12,345,678,901,234,567,890.123456'],
    ['0.5', 0, '1'],
    ['.5', 2, '.5'],
    [1234567, 0, '1,234,567'],
    [1e21, 0, '1,000,000,000,000,000,000,000'],
    [0.1, 1, '0.1'],
    [null, 2, '–'],
    ['', 2, '–'],
    ['12a', 2, '12a'],
  ])('writes %s with %i places as %s', (value, scale, shown) => {
    expect(formatDecimal(value, scale)).toBe(shown);
  });
});

describe('dates', () => {
  it('leaves dates alone: they are no instants', () => {
    expect(formatDateTime('2026-11-20')).toBe('2026-11-20');
    expect(formatDateTime('2026')).toBe('2026');
  });
  it('shows a time of the wire as it stands, to the minute: it is the company’s clock already', () => {
    expect(formatDateTime('2026-11-20 16:05:09')).toBe('2026-11-20 16:05');
  });
  it('shows nothing for nothing', () => {
    expect(formatDateTime(null)).toBe('–');
  });
});

it.each([
  [0, '', ''],
  [59.6, '', ''],
  [60, '1 分钟', '1 minute'],
  [119, '1 分钟', '1 minute'],
  [2_028, '33 分钟', '33 minutes'],
  [3_659, '1 小时', '1 hour'],
  [72_000, '20 小时', '20 hours'],
  [180_000, '2 天 2 小时', '2 days 2 hours'],
  [90_061, '1 天 1 小时', '1 day 1 hour'],
])('FLOW-06 writes a stay of %i s in whole minutes, and nothing under one', (seconds, zh, en) => {
  expect(formatStay(seconds, 'zh_CN')).toBe(zh);
  expect(formatStay(seconds, 'en_US')).toBe(en);
});

it('writes sizes of files', () => {
  expect(formatBytes(0)).toBe('0 B');
  expect(formatBytes(1536)).toBe('1.5 KB');
});
