import { Refusal } from '#protocol/codes.ts';
import { asCalled } from '#protocol/rules/sheet/called.ts';
import { LONGEST_SEARCH } from '#protocol/wire/filters.ts';
import type { Names } from '../names.ts';
import { bound, FALSE, type Sql, sql } from '../sql.ts';

function demandShort(words: readonly string[]): void {
  if (words.some((word) => word.length > LONGEST_SEARCH)) throw new Refusal(316, '$searchTooLong', { limit: LONGEST_SEARCH });
}

/** Rows whose text is one of these but for the case and the width of letters; 317 for what is no text. */
export function compileCalled(path: string, value: unknown, names: Names): Sql {
  const { sql: text, kind } = names.value(path);
  if (kind !== 'text' || !Array.isArray(value)) throw new Refusal(317);
  const typed = value.flatMap((word) => (word === null ? [] : [String(word)]));
  // before and after: letters of another width may be several
  demandShort(typed);
  const words = typed.map(asCalled).filter((word) => word !== '');
  demandShort(words);
  return words.length === 0 ? FALSE : sql`lower(btrim(normalize(${text}, NFKC)) collate "C") = any(${bound(words, 'text[]')})`;
}
