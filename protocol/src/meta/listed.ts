import type { Locale } from '#protocol/codes.ts';

const FORMATS: Readonly<Record<Locale, Intl.ListFormat>> = {
  zh_CN: new Intl.ListFormat('zh-CN', { type: 'conjunction', style: 'narrow' }),
  en_US: new Intl.ListFormat('en-US', { type: 'conjunction', style: 'narrow' }),
};

/** Names one after the other, as the language separates them: 周敏、何苗; Zhou Min, He Miao. What has no name is left out. */
export const listed = (names: readonly (string | null | undefined)[], locale: Locale): string =>
  FORMATS[locale].format(names.filter((name): name is string => !!name));
