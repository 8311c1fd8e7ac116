/** Rows of one table, packed by columns: what suites/opendata/seed.ts spreads out again. Cells that are empty in every row's tail are cut. */
export interface Pack {
  table: string;
  fields: string[];
  rows: unknown[][];
}

export function pack(table: string, rows: readonly Record<string, unknown>[]): Pack {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { table, fields, rows: rows.map((row) => cut(fields.map((field) => row[field] ?? null))) };
}

function cut(cells: unknown[]): unknown[] {
  const last = cells.findLastIndex((cell) => cell !== null);
  return cells.slice(0, last + 1);
}

/** One row a line, so that a change of the source shows as changed lines. */
export function write({ table, fields, rows }: Pack): string {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  return `{"table":${JSON.stringify(table)},"fields":${JSON.stringify(fields)},"rows":[\n${lines}\n]}\n`;
}
