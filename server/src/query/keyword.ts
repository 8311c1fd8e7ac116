import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import { LONGEST_SEARCH } from '#protocol/wire/filters.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Gate } from './gate.ts';
import type { Names } from './names.ts';
import { holdsPart, repeatsItself } from './part.ts';
import { and, bound, column, FALSE, joined, type Sql, sql, TRUE } from './sql.ts';

/** The fields that the database gathers in `keywords` (meta/sync/columns.ts), also those that a variant leaves out. */
function searchedFields(table: ResolvedTable): ResolvedField[] {
  const own = (field: ResolvedField) => !field.standard && field.def.search === 1 && field.storage === 'text';
  return [...table.fields.values()].filter(
    (field) => field.name === 'key_name' || (field.name === 'remark' && field.def.search === 1) || own(field),
  );
}

/** By the index of pairs, or by reading the text of rows that are found in another way: until a page is full, or of all of them. */
export type KeywordWay = 'pairs' | 'reading' | 'reading all';

/**
 * Rows that contain the keyword. Two characters and more: anywhere, by the bigram index; one character: where a searched text
 * begins with it, which `isPrefixOnly` tells the reader. Where a searched field is hidden from him, on some rows
 * or on all, only the texts that he does see count, so that no row is found by what he may not read (B5).
 */
export function compileKeyword(
  keyWord: string | undefined,
  gate: Gate,
  names: Names,
  catalogue: Catalogue,
  way: KeywordWay = 'pairs',
): Sql {
  const needle = plain(keyWord);
  if (needle === '') return TRUE;
  const part = way === 'reading all' ? foldedOnce(needle) : folded(needle);
  const found = matches(column('t', 'keywords'), part, needle, way);
  const fields = searchedFields(catalogue.table(gate.table.name) ?? gate.table);
  if (fields.every((field) => gate.sees(field.name, 't') === true)) return found;
  const seen = fields.filter((field) => gate.sees(field.name, 't') !== false);
  return and(
    found,
    holds(
      seen.flatMap((field) => textsOf(field, names)),
      part,
      needle,
    ),
  );
}

/** What of a field is searched: itself, and the first letters of its reading where it says so. */
const textsOf = (field: ResolvedField, names: Names): Sql[] =>
  field.def.initials === 1 ? [names.raw(field), sql`fw.initials(${names.raw(field)})`] : [names.raw(field)];

/**
 * How well a row is what is looked for, as this reader sees it: 0 its name is, 1 its name, the initials of that or a number of its own
 * begins with it, 2 its name holds it, 3 it was found elsewhere.
 */
export function rankOfRow({ gate, key_word }: { gate: Gate; key_word: string }, names: Names): Sql {
  const needle = plain(key_word);
  const part = foldedOnce(needle);
  const shown = ['key_name', gate.table.englishName?.name].flatMap((name) => (name ? (gate.table.fields.get(name) ?? []) : []));
  const ranks = shown
    .filter((field) => gate.sees(field.name, 't') !== false)
    .map((field) => rankOf(sql`lower(normalize(${names.raw(field)}, NFKC))`, part, asFolded(needle)));
  return sql`least(${joined([...ranks, beginsOtherwise(gate, part, asFolded(needle), names)], ', ')})`;
}

/**
 * 1 where the initials of its name, or a number that no other record has, begin with it, else 3. Each searched text stands in `keywords` on a
 * line of its own: only where a line begins so it is asked which one.
 */
function beginsOtherwise(gate: Gate, part: Sql, looked: string, names: Names): Sql {
  const { def } = gate.table;
  const isOwn = ({ name, def: { unique } }: ResolvedField): boolean =>
    unique === 1 || (def.unique ?? []).some((those) => those.length === 1 && those[0] === name);
  const texts = searchedFields(gate.table)
    .filter((field) => gate.sees(field.name, 't') !== false)
    .flatMap((field) => {
      if (field.name !== 'key_name') return isOwn(field) ? [names.raw(field)] : [];
      return field.def.initials === 1 && LATIN.test(looked) ? [sql`fw.initials(${names.raw(field)})`] : [];
    });
  if (texts.length === 0) return sql`3`;
  const begins = texts.map((text) => sql`coalesce(starts_with(lower(normalize(${text}, NFKC)), ${part}), false)`);
  const line = holdsPart(column('t', 'keywords'), sql`chr(10) || ${part}`, looked);
  return sql`case when ${line} then case when ${joined(begins, ' or ')} then 1 else 3 end else 3 end`;
}

/** Initials are letters. */
const LATIN = /[a-z]/;

/** Of one name. It is folded for each time that it stands here: where its place tells all, once. */
function rankOf(text: Sql, part: Sql, looked: string): Sql {
  const begins = sql`case when ${text} = ${part} then 0 else 1 end`;
  if (!repeatsItself(looked)) return sql`case coalesce(strpos(${text}, ${part}), 0) when 0 then 3 when 1 then ${begins} else 2 end`;
  return sql`case when starts_with(${text}, ${part}) then ${begins} when ${holdsPart(text, part, looked)} then 2 else 3 end`;
}

/** Whether there is anything to look for. */
export const isKeyword = (keyWord: string | undefined): boolean => plain(keyWord) !== '';

/** Rows of a text, kept nowhere else, that holds the keyword: by an index of its pairs. */
export const holdsKeyword = (keywords: Sql, keyWord: string): Sql => matches(keywords, folded(plain(keyWord)), plain(keyWord), 'pairs');

/** A long one in a query of its own, which is asked once (A5). */
const folded = (needle: string): Sql =>
  needle.length > MOST_PAIRED ? foldedOnce(needle) : sql`lower(normalize(${bound(needle, 'text')}, NFKC))`;

/** In a query of its own: a prepared statement folds what stands by itself for each row that it reads. */
const foldedOnce = (needle: string): Sql => sql`(select lower(normalize(${bound(needle, 'text')}, NFKC)))`;

/** Letters of a keyword that the index is asked for: each is a look-up, one letter may fold to 18 (A5), and the first hundred find few rows enough. */
const MOST_PAIRED = 100;

function matches(keywords: Sql, part: Sql, needle: string, way: KeywordWay): Sql {
  const text = isPrefixOnly(needle) ? sql`chr(10) || ${part}` : part;
  const holds = holdsPart(keywords, text, asFolded(needle));
  const start = needle.length > MOST_PAIRED ? sql`left(${text}, 100)` : text;
  return way !== 'pairs' ? holds : sql`(fw.bigrams(${keywords}) @> fw.bigrams(${start}) and ${holds})`;
}

/** The same said of some texts of a row that is found already: what fw.keywords does, written out, which is eight times as fast. */
function holds(texts: readonly Sql[], part: Sql, needle: string): Sql {
  if (texts.length === 0) return FALSE;
  const all = sql`lower(normalize(chr(10) || concat_ws(chr(10), ${joined(texts, ', ')}), NFKC))`;
  return holdsPart(all, isPrefixOnly(needle) ? sql`chr(10) || ${part}` : part, asFolded(needle));
}

/** What the database makes of it, but for some letters; of one that repeats itself a pattern is made, whose cost is the square of its length. */
function asFolded(needle: string): string {
  const looked = needle.normalize('NFKC').toLowerCase();
  if (looked.length > LONGEST_SEARCH && repeatsItself(looked)) throw new Refusal(316, '$searchTooLong', { limit: LONGEST_SEARCH });
  return looked;
}

/** As texts are kept, so that it finds them; one of several lines stands on one, as a search box would have it. */
const plain = (keyWord: string | undefined): string =>
  withoutMarks(keyWord ?? '')
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

/** One character has no pair to find it by. */
export const isPrefixOnly = (keyWord: string | undefined): boolean => [...plain(keyWord).normalize('NFKC')].length === 1;
