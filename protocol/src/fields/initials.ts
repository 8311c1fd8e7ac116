/** First letters of Chinese readings as they are sorted by: where each letter begins, ICU has a mark of its own. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTWXYZ';
const MARK = '\uFDD0';
/** The last character that has a reading: what is sorted behind it has none. */
const LAST = '蓙';

let collator: Intl.Collator | undefined;
const known = new Map<string, string>();

/** The first letter of a character's commonest reading, in lower case; anything that is no Chinese character as it stands. */
function initialOf(letter: string): string {
  if (letter < '\u4e00' || letter > '\u9fff') return letter.toLowerCase();
  const before = known.get(letter);
  if (before !== undefined) return before;
  collator ??= new Intl.Collator('zh-u-co-pinyin');
  const { compare } = collator;
  const has = compare(letter, LAST) <= 0;
  const at = has ? [...LETTERS].findLastIndex((one) => compare(MARK + one, letter) < 0) : -1;
  const found = at < 0 ? letter : LETTERS[at]!.toLowerCase();
  known.set(letter, found);
  return found;
}

/** What a text is found by where only the first letters of its reading are typed: 项目台账 is `xmtz`. `fw.initials` says the same of rows. */
export const initialsOf = (text: string): string => [...text].map(initialOf).join('');
