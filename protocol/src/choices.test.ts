import { expect, it } from 'vitest';
import { isChoice } from './choices.ts';

it.each([
  ['locale', 'en_US', true],
  ['theme', 'dark', true],
  ['side', 'folded', true],
  ['side', 'hidden', true],
  ['side', 'top', false],
  ['density', 'roomy', true],
  ['density', 'tall', false],
  ['rows.project', '50', true],
  ['density.city_project_report', 'roomy', true],
  ['defmenu', 'SYS sys.menu.user', true],
  ['defmenu', 'own12 own.7', true],
  ['defmenu', 'none', true],
  ['defmenu', 'SYS', false],
  ['defmenu', 'SYS javascript:x', false],
  ['messages', '12', true],
  ['messages', '12,40,7', true],
  ['messages', '', false],
  ['messages', '12,', false],
  ['messages', '1;2', false],
  ['messages', Array.from({ length: 41 }, (_, at) => at).join(','), false],
  ['recent.user', '12,40,7', true],
  ['recent.user', '12,', false],
  ['recent', '12', false],
  ['locale', 'fr_FR', false],
  ['rows.project', '51', false],
  ['rows', '50', false],
  ['rows.', '50', false],
  ['rows.a.b', '50', false],
  [`rows.${'a'.repeat(60)}`, '50', false],
  ['locale.project', 'en_US', false],
  ['constructor', 'zh_CN', false],
  ['__proto__.project', '10', false],
])('%s may be %s: %s', (name, value, may) => {
  expect(isChoice(name, value)).toBe(may);
});
