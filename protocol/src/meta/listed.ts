import type { Locale } from '#protocol/codes.ts';

/** Made when first asked for: it takes longer than the rest of a small page. */
const formats = new Map<Locale, Intl.ListFormat>();

function formatOf(locale: Locale): Intl.ListFormat {
  const known = formats.get(locale);
  if (known) return known;
  const made = new Intl.ListFormat(locale.replace('_', '-'), { type: 'conjunction', style: 'narrow' });
  formats.set(locale, made);
  return made;
}

/** Names one after the other, as the language separates them: 周敏、何苗; Zhou Min, He Miao. What has no name is left out. */
export const listed = (names: readonly (string | null | undefined)[], locale: Locale): string =>
  formatOf(locale).format(names.filter((name): name is string => !!name));
