import { expect, it } from 'vitest';
import { firstLocale } from './locale.ts';

it.each([
  [null, ['zh-CN', 'zh', 'en'], 'zh_CN'],
  [null, ['zh-Hant-TW'], 'zh_CN'],
  [null, ['en-GB', 'en'], 'en_US'],
  [null, ['de-DE', 'de', 'en-US', 'zh-CN'], 'en_US'],
  [null, ['fr'], 'zh_CN'],
  [null, [], 'zh_CN'],
  ['zh_CN', ['en-US'], 'zh_CN'],
  ['en_US', ['zh-CN'], 'en_US'],
  ['tlh', ['en-US'], 'en_US'],
] as const)('FRAME-11 chosen %s, browser %j: %s', (chosen, asked, shown) => {
  expect(firstLocale(chosen, asked)).toBe(shown);
});
