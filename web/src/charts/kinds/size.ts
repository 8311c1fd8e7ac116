/** Sizes in a chart, px. */
export const SMALL = 12;
const WIDE = 12.5;
const NARROW = 7;

/** About how wide a text is. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! < 0x2e80 ? NARROW : WIDE), 0);
export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));

/** A text as far as it has room, the end left out told by an ellipsis. */
export function cutTo(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return letters.length > 0 ? `${letters.join('')}…` : '';
}
