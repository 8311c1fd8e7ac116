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
 * Marks that turn the direction of what follows, or are not seen and join nothing: nobody types them, text that is copied carries them, and
 * they make a name read as another. Joiners (ZWJ, ZWNJ), marks of a script's own direction (LRM, RLM) and of emoji stay.
 */
const MISLEADING = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * The marks that stand on one letter, but for the first 30, as many as Unicode says every language can do with (UAX 15, Stream-Safe Text). Who
 * normalises a text puts them in order, which takes the square of their number, here and in the database. The two of half width become marks by that.
 */
const TOO_MANY_MARKS = /(?<=[\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]/gu;

/** A text as it is kept, looked for and normalised: without marks that mislead, and without those that no letter can bear. */
export const withoutMarks = (text: string): string => text.replace(MISLEADING, '').replace(TOO_MANY_MARKS, '');

/** What is not seen: marks of direction and joints that copied cells carry. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

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
