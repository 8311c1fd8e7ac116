import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { chooseZone } from '#web/i18n/clock.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { Limit } from './Limit.tsx';

beforeEach(() => {
  addTexts(LATER_ZH, LATER_EN);
  chooseZone('Asia/Shanghai');
  vi.useFakeTimers({ now: Date.parse('2026-11-22T04:00:00Z') });
});
afterEach(() => vi.useRealTimers());
/** What is read of it on screen. */
const read = (limit: string, rest: Partial<Parameters<typeof Limit>[0]> = {}) =>
  renderToStaticMarkup(<Limit limit={limit} {...rest} />)
    .replaceAll(/<span class="on-paper">.*?<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

it.each([
  ['2026-11-22 15:00:00', '加急 剩 3 小时'],
  ['2026-11-22 12:00:30', '加急 剩 不到 1 分钟'],
  ['2026-11-20 12:00:00', '加急 超时 2 天'],
])('FLOW-07 until %s it is %s', (limit, words) => expect(read(limit)).toBe(words));

it('FLOW-07 with the time itself, and without the mark where only the step has a limit', () => {
  expect(read('2026-11-22 15:00:00', { whole: true })).toBe('加急 剩 3 小时，11-22 15:00 到期');
  expect(read('2026-11-22 15:00:00', { isUrgent: false })).toBe('剩 3 小时');
});
it('FLOW-07 of what was done only how late it was, and no mark: the clock of now says nothing of it', () => {
  expect(read('2026-11-21 15:00:00', { whole: true, done: '2026-11-21 14:00:00' })).toBe('11-21 15:00 到期');
  expect(read('2026-11-21 15:00:00', { whole: true, done: '2026-11-21 17:00:00' })).toBe('超时 2 小时，11-21 15:00 到期');
});
it('FLOW-07 paper, which is read later, has the time alone', () => {
  expect(renderToStaticMarkup(<Limit limit="2026-11-22 15:00:00" />)).toContain('<span class="on-paper">2026-11-22 15:00 到期</span>');
});
