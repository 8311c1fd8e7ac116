import { CODES, type Code, type Locale } from '#protocol/codes.ts';
import { label } from '#protocol/meta/naming.ts';
import type { ServerText } from './text.ts';

/** What a person reads: the code's text for an empty remark, a catalogue text for `$key`, else the remark itself. */
export type RemarkText = (code: Code, remark: string, data: Readonly<Record<string, unknown>>, locale: Locale) => string;

/** Over these texts; a `$key` that is none of them reads as the code's text. */
export const remarkFrom =
  (texts: Readonly<Record<string, ServerText>>): RemarkText =>
  (code, remark, data, locale) => {
    if (remark === '') return CODES[code][locale];
    if (!remark.startsWith('$')) return remark;
    const found = texts[remark.slice(1)];
    if (!found) return CODES[code][locale];
    return found[locale].replace(/<\{(\w+)\}>/g, (_, name: string) => placed(data[name], locale));
  };

/** A text in both languages, or a record by its name. */
function placed(value: unknown, locale: Locale): string {
  if (value && typeof value === 'object') return String((value as Record<string, unknown>)[locale] ?? label(value, locale));
  return String(value ?? '');
}
