import type { Locale } from '#protocol/codes.ts';

/**
 * A definition carries each of its texts in both languages: `key_name` is Chinese, `key_name_en` English, and so for
 * `hint`, `placeholder`, `unit`, `remark`. The client picks by locale, so that switching the language reloads nothing. This
 * stands apart from label.ts so that the client's first load carries no schemas.
 *
 * Answers `base` or `base_en` of a definition or of a record on the wire, by locale; Chinese where there is no English.
 */
export function label(of: object | null | undefined, locale: Locale, base = 'key_name'): string {
  const texts = (of ?? {}) as Record<string, unknown>;
  const chosen = (locale === 'en_US' && texts[`${base}_en`]) || texts[base];
  return typeof chosen === 'string' ? chosen : '';
}
