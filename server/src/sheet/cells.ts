import { writeFigure } from '#protocol/fields/figure.ts';
import type { Cell, Look } from './sheet.ts';
import type { Styles } from './styles.ts';

/** Digits that a spreadsheet's number keeps (IEEE 754): what has more stands as text, to the last of them. */
const MOST_DIGITS = 15;
/** Steps in that the format has. */
const MOST_INDENT = 15;
/** Letters that one cell holds. */
const MOST_LETTERS = 32_767;

/** A cell in the format's words. What somebody wrote is a text and never a formula, whatever it begins with. */
export function cellXml(cell: Cell, column: number, row: number, look: Look, styles: Styles): string {
  const place = `${lettersOf(column)}${row}`;
  if (cell === null || cell === '') return look === 'sum' || look === 'head' ? `<c r="${place}" s="${styles.at(look, 'text')}"/>` : '';
  if (typeof cell === 'string') return textXml(place, cell, styles.at(look, 'text'));
  if ('text' in cell) return textXml(place, cell.text, styles.at(look, `indent ${Math.min(cell.indent, MOST_INDENT)}`));
  if ('right' in cell) return textXml(place, cell.right, styles.at(look, 'right'));
  if ('day' in cell) return `<c r="${place}" s="${styles.at(look, 'day')}"><v>${daysSince(cell.day)}</v></c>`;
  const { number, decimals, percent = false } = cell;
  if (!/^-?\d+(\.\d+)?$/.test(number)) return textXml(place, number, styles.at(look, 'text'));
  if (digitsIn(number) > MOST_DIGITS) return textXml(place, writeFigure(number, decimals), styles.at(look, 'right'));
  return `<c r="${place}" s="${styles.at(look, percent ? `percent ${decimals}` : `number ${decimals}`)}"><v>${number}</v></c>`;
}

const textXml = (place: string, text: string, style: number): string => {
  const kept = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(kept)}</t></is></c>`;
};

const digitsIn = (number: string): number => number.replace(/[-.]/g, '').replace(/^0+/, '').length;

/** A to Z, AA and on. */
export function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}

/** Days since 30 December 1899, as a spreadsheet counts those after February 1900; a day before is told as it is written. */
export function daysSince(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text inside XML: what XML 1.0 cannot hold goes, and what the format would read as a letter of its own (`_x0041_`) stays what it was. */
export const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => NAMED[sign]!);
