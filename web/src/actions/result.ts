import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import { toast } from '#web/ui/overlay/toast.ts';

/** What a record is called on screen. */
export type NameOf = (row: WireRow) => string;

/** One line for each record that failed: its name and why. */
export const failedRows = (answer: Pick<Envelope, 'rows'>, asked: readonly WireRow[], nameOf: NameOf): readonly string[] =>
  linesOf(
    (answer.rows ?? []).filter(({ code }) => code !== 200 && code !== 102),
    asked,
    nameOf,
  );

/** One line for each record of which something is said. */
export const remarkedRows = (answer: Pick<Envelope, 'rows'>, asked: readonly WireRow[], nameOf: NameOf): readonly string[] =>
  linesOf(
    (answer.rows ?? []).filter(({ remark }) => Boolean(remark)),
    asked,
    nameOf,
  );

/** How long lines stand: 2500 ms (WIRE-13), and as long as it takes to read them. */
export const lastsFor = (lines: readonly string[]): number => 2500 + 1500 * lines.length;

/** Why nothing was done, and of each record where that is known. */
export function tellFault(error: unknown, rows: readonly WireRow[], nameOf: NameOf): void {
  const fault = asApiError(error);
  const lines = failedRows({ rows: fault.rows }, rows, nameOf);
  toast.error(fault.remark, lines.length ? { lines, lasts: lastsFor(lines) } : {});
}

function linesOf(rows: readonly Record<string, unknown>[], asked: readonly WireRow[], nameOf: NameOf): readonly string[] {
  return rows.map((row) => {
    const { id, code, remark, data } = row as { id?: number; code?: Envelope['code']; remark?: string; data?: Record<string, unknown> };
    const found = asked.find((each) => each.id === id);
    const why = remarkOf({ code: code ?? 300, remark: remark ?? '', ...(data ? { data } : {}) });
    return found ? `${nameOf(found)}　${why}` : why;
  });
}
