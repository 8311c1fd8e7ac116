/** Longest line that is read as a number, a date or a telephone number; what is longer is none. */
const LONGEST = 60;

const MARKS: Readonly<Record<string, string>> = {
  '−': '-',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '。': '.',
  '’': "'",
  '￥': '¥',
  '，': ',',
};

/**
 * What Unicode says is not drawn (Default_Ignorable_Code_Point, blank letters among it), and marks that turn the direction of what follows:
 * nobody types them, text that is copied carries them, and they make a name read as another. Joiners (ZWJ, ZWNJ), marks of a script's own
 * direction (LRM, RLM) and what chooses a letter's form stay, and so do tags in the flags of regions, which are spelt with them.
 */
const MISLEADING =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|(?![\u200c-\u200f\p{VS}])[\p{DI}\p{Bidi_C}\ufff9-\ufffb]/gu;

/** What shows that there is a text: neither a blank, nor what is not drawn, nor the sign of Braille that has no dots. */
const SEEN = /[^\s\p{DI}\u2800]/u;
const UNSEEN = /[\p{DI}\p{Bidi_C}\u2800]/gu;

/**
 * The marks that stand on one letter, but for the first 30, as many as Unicode says every language can do with (UAX 15, Stream-Safe Text). Who
 * normalises a text puts them in order, which takes the square of their number, here and in the database. The two of half width become marks by that.
 */
const MARK = /[\p{M}\uff9e\uff9f]/u;
const MOST_MARKS = 30;

function withMarksToBear(text: string): string {
  if (!MARK.test(text)) return text;
  let kept = '';
  let on = 0;
  for (const letter of text) {
    on = MARK.test(letter) ? on + 1 : 0;
    if (on <= MOST_MARKS) kept += letter;
  }
  return kept;
}

/** A text as it is kept, looked for and normalised: without marks that mislead, and without those that no letter can bear; of one in which nothing is seen no more than blanks. */
export function withoutMarks(text: string): string {
  const plain = withMarksToBear(text.replace(MISLEADING, '$1'));
  return SEEN.test(plain) ? plain : plain.replace(UNSEEN, '');
}

/**
 * A line as an input method, a spreadsheet or a page to copy from writes it, in plain letters: full-width ones as their narrow twins, every
 * minus as `-`, every blank as a space. Null when it is too long to be what is asked for. No more than that: `5²` stays what it is.
 */
export function plainWriting(typed: string, longest = LONGEST): string | null {
  if (typed.length > longest) return null;
  return typed
    .replace(UNSEEN, '')
    .replace(/\s/g, ' ')
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/[−‐‑–—。’￥，]/g, (mark) => MARKS[mark]!)
    .trim();
}
