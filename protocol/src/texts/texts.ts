import { CODES, type Code, type Locale } from '#protocol/codes.ts';
import { flow } from './flow.ts';
import { form } from './form.ts';
import { records } from './records.ts';
import { save } from './save.ts';
import { signin } from './signin.ts';
import type { ServerText } from './text.ts';

/** Every text that a remark beginning with `$` may name (WIRE-10). One file a room. */
export const TEXTS: Readonly<Record<string, ServerText>> = { ...records, ...form, ...save, ...signin, ...flow };

/** What a person reads: the code's text for an empty remark, a catalogue text for `$key`, else the remark itself. */
export function remarkText(code: Code, remark: string, data: Readonly<Record<string, unknown>>, locale: Locale): string {
  if (remark === '') return CODES[code][locale];
  if (!remark.startsWith('$')) return remark;
  const found = TEXTS[remark.slice(1)];
  if (!found) return CODES[code][locale];
  return found[locale].replace(/<\{(\w+)\}>/g, (_, name: string) => placed(data[name], locale));
}

function placed(value: unknown, locale: Locale): string {
  if (value && typeof value === 'object') return String((value as Record<string, unknown>)[locale] ?? '');
  return String(value ?? '');
}
