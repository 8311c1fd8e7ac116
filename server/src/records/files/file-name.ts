import { endingOf } from '#protocol/fields/endings.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';

const LONGEST = 150;
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * The name under which a file is shown and given back (C1): the last part of any path, without control, direction and reserved
 * characters, with joiners that scripts and emoji need but none in its ending, without leading or trailing dots and blanks, at most 150 characters with its ending kept.
 */
export function safeFileName(sent: string): string {
  const last =
    withoutMarks(sent.replace(/\p{Surrogate}/gu, ''))
      .normalize('NFC')
      .split(/[\\/]/)
      .at(-1) ?? '';
  const joined = withoutMarks(last).replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '');
  // where a name is cut it ends anew: `.hta ` is what Windows reads as `.hta`
  return shorten(plain(shorten(plain(joined)))) || 'file';
}

/** A name that ends and begins as every machine reads it. */
function plain(name: string): string {
  const bared = bare(name).replace(/\.[^.]*$/, (ending) => ending.replace(/\p{DI}/gu, ''));
  return RESERVED.test(bared) ? `_${bared}` : bared;
}

/** Without dots and blanks at its ends, nor what nobody sees at the last: behind a dot it would hide that the name ends with one. */
function bare(name: string): string {
  const signs = [...name];
  let from = 0;
  let to = signs.length;
  while (from < to && EDGE.test(signs[from]!)) from += 1;
  while (to > from && LAST.test(signs[to - 1]!)) to -= 1;
  return signs.slice(from, to).join('');
}
const EDGE = /[\s.]/;
const LAST = /[\s.\p{DI}]/u;

function shorten(name: string): string {
  const letters = [...name];
  if (letters.length <= LONGEST) return name;
  const ending = [...endingOf(name)];
  const kept = ending.length > 0 && ending.length < 20 ? ['.', ...ending] : [];
  return [...letters.slice(0, LONGEST - kept.length), ...kept].join('');
}
