import { CHANGE, CHANGE_ROW, type ChangeTold } from '#protocol/wire/changes.ts';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { isUnanswered } from '#web/api/use-op.ts';

/** What became of a record: absent it has not been tried. */
export interface Outcome {
  code: number;
  remark: string;
}

const DONE: Outcome = { code: 200, remark: '' };
/** ms between two looks at how it stands; a server that does not answer is asked again later. */
const LOOK = 400;
const LATER = 2_000;

type Told = { id: number; status: number; code: Envelope['code']; remark: string; data: Record<string, unknown> | null };

export interface BulkRun {
  cloud: string;
  fields: Readonly<Record<string, string>>;
  rows: readonly WireRow[];
  isStopped(): boolean;
  /** nobody looks any more */
  isGone(): boolean;
  progress(done: number): void;
  /** what became of each, once it has come to its end */
  on(outcomes: ReadonlyMap<number, Outcome>): void;
}

/** Changes the records as a job of the server's, and looks at it until it has come to its end: what stops looking does not stop it. */
export async function runBulk({ cloud, fields, rows, isStopped, isGone, progress, on }: BulkRun): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const versions = rows.flatMap(({ version }) => (version === undefined ? [] : [version]));
  const read = versions.length === ids.length ? { versions } : {};
  try {
    const { data } = await call(ops.change, { cloud, values: fields, id: ids, ...read, _rid: newRid() });
    const id = data!.id as number;
    const change = await untilEnd(id, { isStopped, isGone, progress });
    if (!change) return;
    const answer = await call(ops.changeRows, { id, rows: 1000 });
    on(new Map((answer.rows as unknown as Told[]).flatMap((row) => outcomeOf(row, change))));
  } catch (failure) {
    const { code, remark } = asApiError(failure);
    on(new Map(ids.map((id) => [id, { code, remark }])));
  }
}

/** The change when it has ended; null where nobody looks any more. */
async function untilEnd(
  id: number,
  { isStopped, isGone, progress }: Pick<BulkRun, 'isStopped' | 'isGone' | 'progress'>,
): Promise<ChangeTold | null> {
  let isAsked = false;
  for (;;) {
    let pause = LOOK;
    try {
      if (isStopped() && !isAsked) {
        await call(ops.changeStop, { id });
        isAsked = true;
      }
      const { rows } = await call(ops.changes, { id }, { background: true });
      const change = rows![0] as unknown as ChangeTold;
      progress(change.changed + change.same + change.refused);
      if (change.status !== CHANGE.running) return change;
    } catch (failure) {
      const error = asApiError(failure);
      if (!isUnanswered(error)) throw error;
      pause = LATER;
    }
    if (isGone()) return null;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** What was not begun has no end, unless the server said why. */
function outcomeOf({ id, status, code, remark, data }: Told, { reason }: ChangeTold): [number, Outcome][] {
  if (status === CHANGE_ROW.changed || status === CHANGE_ROW.same) return [[id, DONE]];
  if (status === CHANGE_ROW.refused) return [[id, { code, remark: remarkOf({ code, remark, ...(data ? { data } : {}) }) }]];
  return reason ? [[id, { code: 300, remark: remarkOf({ code: 300, remark: reason }) }]] : [];
}
