import type { Locale } from '#protocol/codes.ts';
import { label } from '#protocol/meta/naming.ts';
import type { ReportSearchDef } from '#protocol/meta/report.ts';
import { isNothing, type ReportAsk } from '#protocol/rules/report/ask.ts';
import { type SHEET_TEXTS, sheetText } from '#protocol/texts/sheet.ts';
import { type FieldFilter, filtersIn, type OneFilter } from '#protocol/wire/filters.ts';
import { isSpan, SPANS } from '#protocol/wire/spans.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { namesOf } from '../../row/names.ts';
import { presentItem } from '../../row/present.ts';
import type { OpenReport } from '../open.ts';

export type Say = (name: keyof typeof SHEET_TEXTS, said?: Readonly<Record<string, unknown>>) => string;
export const sayIn =
  (locale: Locale): Say =>
  (name, said = {}) =>
    sheetText(200, `$${name}`, said, locale);

/** What a report was narrowed by, each search with what it asked: records by the names that the reader sees. */
export async function saidFilters(house: House, access: Access, report: OpenReport, { fields = {} }: ReportAsk): Promise<string[]> {
  const { locale } = access.session;
  const said: string[] = [];
  for (const search of report.def.searchs?.fields ?? []) {
    const asked: FieldFilter = Object.hasOwn(fields, search.name) ? fields[search.name]! : (search.value ?? null);
    if (isNothing(asked)) continue;
    const field = report.field(search.fields);
    const written = await writtenOf(house, access, field, asked);
    const value = filtersIn(asked).map((one) => saidOne(search, one, isDuring(one) ? spanIn(locale) : written, sayIn(locale)));
    said.push(sayIn(locale)('is', { name: label(search, locale) || label(field.def, locale), value: value.join(sayIn(locale)('and')) }));
  }
  return said;
}

const isDuring = (one: OneFilter): boolean => one !== null && typeof one === 'object' && 'op' in one && one.op === 'during';
const spanIn =
  (locale: Locale) =>
  (value: unknown): string =>
    isSpan(value) ? SPANS[value][locale] : '';

/** How a value of the field is read by whoever asks. */
async function writtenOf(house: House, access: Access, field: ResolvedField, asked: FieldFilter): Promise<(value: unknown) => string> {
  const { locale } = access.session;
  const ids = filtersIn(asked).flatMap(valuesOf).flatMap(idsIn);
  if (field.source) {
    const names = await namesOf(house.db, access, field.source.table, ids);
    return (value) =>
      idsIn(value)
        .map((id) => label(names.get(id), locale) || sayIn(locale)('unseen'))
        .join(', ');
  }
  return field.items
    ? (value) =>
        idsIn(value)
          .map((id) => label(presentItem(field, id, locale), locale))
          .join(', ')
    : (value) => String(value);
}

/** A number, or ids as `,1,2,`. */
const idsIn = (value: unknown): number[] =>
  String(value ?? '')
    .split(',')
    .filter((part) => /^-?\d+$/.test(part))
    .map(Number);

function valuesOf(one: OneFilter): readonly unknown[] {
  const value = one !== null && typeof one === 'object' && 'op' in one ? one.value : one;
  return Array.isArray(value) ? value : [value];
}

const SIGNS: Readonly<Record<string, string>> = { '>': '> ', '>=': '≥ ', '<': '< ', '<=': '≤ ' };
const WORDS: Readonly<Record<string, keyof typeof SHEET_TEXTS>> = {
  '!=': 'not',
  like: 'like',
  below: 'below',
  empty: 'empty',
  filled: 'filled',
};

function saidOne(search: ReportSearchDef, one: OneFilter, written: (value: unknown) => string, say: Say): string {
  if (Array.isArray(one)) return saidRange(one, written);
  const op = one !== null && typeof one === 'object' && 'op' in one ? one.op : (search.op ?? '=');
  const value = valuesOf(one).map(written).filter(Boolean).join(', ');
  const word = Object.hasOwn(WORDS, op) ? WORDS[op] : undefined;
  return word ? say(word, { value }) : (SIGNS[op] ?? '') + value;
}

function saidRange([from, to]: readonly unknown[], written: (value: unknown) => string): string {
  const isOpen = (end: unknown): boolean => end === null || end === undefined || end === '';
  if (isOpen(from)) return `≤ ${written(to)}`;
  return isOpen(to) ? `≥ ${written(from)}` : `${written(from)} – ${written(to)}`;
}
