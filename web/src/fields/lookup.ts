import type { EntityValue } from '#protocol/wire/envelope.ts';

/** The first rows that are called so; `isWhole`: there are no others. */
export interface Found {
  rows: readonly EntityValue[];
  isWhole: boolean;
}

/** What the server said to a keyword; only what is typed now is worth showing. */
export interface Answer {
  keyword: string;
  /** null: it could not be asked */
  found: Found | null;
}

/** What the list under a lookup shows. */
export type Shown = { is: 'asking' | 'failed' } | ({ is: 'found' } & Found);

export const keywordOf = (text: string): string => text.trim();

/** The rows that were found for what is typed now; those of another keyword are none, and what is chosen is no row by being chosen. */
export function shownOf(text: string, answer: Answer | null): Shown {
  if (answer?.keyword !== keywordOf(text)) return { is: 'asking' };
  return answer.found === null ? { is: 'failed' } : { is: 'found', ...answer.found };
}

/**
 * The row that a text can only mean: the one that was found, or the one that is called so letter for letter. Of rows beyond those that were
 * found nobody knows what they are called.
 */
export function meantBy(text: string, { rows, isWhole }: Found): EntityValue | null {
  const word = keywordOf(text).toLowerCase();
  if (word === '' || !isWhole) return null;
  const called = rows.filter(({ key_name, key_name_en }) => [key_name, key_name_en].some((name) => name?.trim().toLowerCase() === word));
  if (called.length === 1) return called[0]!;
  return rows.length === 1 ? rows[0]! : null;
}

/** The row that Enter would take: the marked one, and the first in the moment before the list has marked any of what it shows. */
export function atRow(shown: Shown, marked: number | null): { id: number | null; isMarked: boolean } {
  const rows = shown.is === 'found' ? shown.rows : [];
  const isMarked = rows.some(({ id }) => id === marked);
  return { id: isMarked ? marked : (rows[0]?.id ?? null), isMarked };
}

/** What a key does in a lookup; `pass` leaves it to the list itself. */
export type KeyDoes = 'pass' | 'stop' | 'wait' | 'first' | 'known' | 'close' | 'leave' | 'giveUp';

export interface KeyAt {
  key: string;
  /** an input method is at work: the key is its own */
  isComposing: boolean;
  /** it is held down */
  isRepeated: boolean;
  isOpen: boolean;
  text: string;
  shown: Shown;
  /** the list has marked a row of what it shows: it does so a moment after it is drawn */
  isMarked: boolean;
  /** the row that is marked, or about to be, is one that is chosen already */
  isMarkedChosen: boolean;
  /** it was gone to by arrow keys */
  isMoved: boolean;
  /** the list was opened by the arrow that goes down, which marks its first row */
  isBegun: boolean;
}

/**
 * How a lookup behaves under the keys, the same on a quick line and on a slow one:
 * Enter takes the marked row of what was found for the text as it stands, the first where none is marked yet. While that is being asked, it is remembered, and takes the row
 * when the answer leaves no doubt; else the list stays open. A text that names who is chosen already takes nobody out.
 * One that is held down counts once.
 * Tab takes only what leaves no doubt, or what was gone to by arrows. Without a text neither takes anything that was not gone to,
 * whatever the pointer crossed: Enter closes the list. Who opens the list by the arrow has gone to its first row; if that one is chosen
 * already, Enter takes nobody out.
 * What is typed and not taken stays in the box, and is told there. Escape closes the list and gives the text up: what was chosen stands.
 */
export function keyDoes({ key, isComposing, isRepeated, isOpen, text, shown, isMarked, isMarkedChosen, isMoved, isBegun }: KeyAt): KeyDoes {
  if (isComposing) return 'stop';
  const isTyped = keywordOf(text) !== '';
  const hasRows = shown.is === 'found' && shown.rows.length > 0;
  if (key === 'Escape') return isOpen || text !== '' ? 'giveUp' : 'pass';
  if (key === 'Enter' && isRepeated && (isOpen || isTyped)) return 'stop';
  if (!isOpen) return key === 'Enter' && isTyped ? 'wait' : 'pass';
  if (key === 'Tab') return isMoved && hasRows ? 'pass' : 'leave';
  if (key !== 'Enter') return 'pass';
  if (!isTyped && isBegun && shown.is === 'asking') return 'stop';
  if (!isTyped) return hasRows && (isMoved || (isBegun && !isMarkedChosen)) ? 'pass' : 'close';
  if (shown.is !== 'found') return 'wait';
  if (!hasRows) return 'stop';
  if (isMarkedChosen && !isMoved) return 'known';
  return isMarked ? 'pass' : 'first';
}
