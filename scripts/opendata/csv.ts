/** RFC 4180: quoted cells may hold commas, quotes (doubled) and line breaks. One object a row, by the head line. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = cells(text.replace(/^\uFEFF/, ''));
  return rows.filter((row) => row.length > 1).map((row) => Object.fromEntries(head.map((name, at) => [name, (row[at] ?? '').trim()])));
}

function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length) {
    const [, raw = '', end = ''] = cell.exec(text) ?? [];
    rows.at(-1)!.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end.includes('\n')) rows.push([]);
    if (end === '') break;
  }
  return rows;
}
