/** Rows and columns that are taken over at once, and letters that they may have in all. */
export const MOST_ROWS = 200;
export const MOST_COLUMNS = 100;
export const MOST_LETTERS = 500_000;

/** Rows of cells as texts, as a spreadsheet has them. */
export type Block = readonly (readonly string[])[];

/**
 * Rows that were copied from a spreadsheet: cells between tabs, rows between line breaks. A cell that holds a tab or a line break stands in
 * quotes, its own quotes twice; any other quote is a letter. Blanks at the ends of cells and empty rows at the end are no content.
 */
export function parseBlock(text: string): Block {
  const plain = text.replace(/\r\n?/g, '\n');
  const rows: string[][] = [[]];
  for (let at = 0; ; ) {
    const quoted = plain[at] === '"' ? quotedAt(plain, at) : null;
    const end = quoted?.end ?? endOfCell(plain, at);
    rows.at(-1)!.push((quoted?.content ?? plain.slice(at, end)).trim());
    if (end >= plain.length) break;
    if (plain[end] === '\n') rows.push([]);
    at = end + 1;
  }
  while (rows.length > 0 && isBlank(rows.at(-1)!)) rows.pop();
  return rows;
}

/** The columns of its longest row. */
export const widthOf = (block: Block): number => block.reduce((width, row) => Math.max(width, row.length), 0);

export const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell === '');

/** Whether a text is more than one cell: what is less is typed, not laid over others. */
export const isBlock = (text: string): boolean => {
  const [first, ...others] = parseBlock(text);
  return others.length > 0 || (first?.length ?? 0) > 1;
};

function endOfCell(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\t' && text[at] !== '\n') at += 1;
  return at;
}

/** A cell in quotes that needs them, and where it ends; null where the quote is a letter of the cell. */
function quotedAt(text: string, from: number): { content: string; end: number } | null {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  if (at < 0 || (at + 1 < text.length && text[at + 1] !== '\t' && text[at + 1] !== '\n')) return null;
  const inner = text.slice(from + 1, at);
  return /[\t\n]/.test(inner) ? { content: inner.replaceAll('""', '"'), end: at + 1 } : null;
}
