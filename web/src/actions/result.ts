import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { remarkOf } from '#web/api/error.ts';

/** One line for each record that failed: its name and why. */
export function failedRows(answer: Pick<Envelope, 'rows'>, asked: readonly WireRow[], nameOf: (row: WireRow) => string): readonly string[] {
  return (answer.rows ?? []).flatMap((row) => {
    const { id, code, remark, data } = row as { id?: number; code?: Envelope['code']; remark?: string; data?: Record<string, unknown> };
    if (code === 200) return [];
    const found = asked.find((each) => each.id === id);
    const why = remarkOf({ code: code ?? 300, remark: remark ?? '', ...(data ? { data } : {}) });
    return [found ? `${nameOf(found)}　${why}` : why];
  });
}
