import { expect, it } from 'vitest';
import { firstLocale } from './locale.ts';

it.each([
  [undefined, ['zh-CN', 'zh', 'en'], 'zh_CN'],
  [undefined, ['zh-Hant-TW'], 'zh_CN'],
  [undefined, ['en-GB', 'en'], 'en_US'],
  [undefined, ['de-DE', 'de', 'en-US', 'zh-CN'], 'en_US'],
  [undefined, ['fr'], 'zh_CN'],
  [undefined, [], 'zh_CN'],
  ['zh_CN', ['en-US'], 'zh_CN'],
  ['en_US', ['zh-CN'], 'en_US'],
  ['tlh', ['en-US'], 'en_US'],
] as const)('FRAME-11 chosen %s, browser %j: %s', (chosen, asked, shown) => {
  expect(firstLocale(chosen, asked)).toBe(shown);
});
