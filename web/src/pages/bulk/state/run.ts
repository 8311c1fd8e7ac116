import { CHANGE, CHANGE_ROW, type ChangeTold } from '#protocol/wire/changes.ts';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import type { Once } from '#web/api/once.ts';
import { ops } from '#web/api/ops.ts';
import { isUnanswered } from '#web/api/use-op.ts';
import { say } from '#web/i18n/use-text.ts';

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
  once: Once;
  isStopped(): boolean;
  /** nobody looks any more */
  isGone(): boolean;
  progress(done: number): void;
  /** what became of each, once it has come to its end */
  on(outcomes: ReadonlyMap<number, Outcome>): void;
}

/**
 * Changes the records as a job of the server's, and looks at it until it has come to its end: what stops looking does not stop it. Answers its
 * number where it goes on and cannot be looked at: what a look meets says nothing of the records.
 */
export async function runBulk(run: BulkRun): Promise<number | null> {
  let id: number;
  try {
    id = await begin(run);
  } catch (failure) {
    const { code, remark } = asApiError(failure);
    run.on(new Map(run.rows.map((row) => [row.id, { code, remark }])));
    return null;
  }
  try {
    const change = await untilEnd(id, run);
    const answer = change && (await look(run, () => call(ops.changeRows, { id, rows: 1000 }, { background: true })));
    if (answer) run.on(new Map((answer.rows as unknown as Told[]).map((row) => outcomeOf(row, change))));
    return null;
  } catch {
    return id;
  }
}

async function begin({ cloud, fields, rows, once }: BulkRun): Promise<number> {
  const id = rows.map((row) => row.id);
  const versions = rows.flatMap(({ version }) => (version === undefined ? [] : [version]));
  const what = { cloud, values: fields, id };
  const request = { ...what, ...(versions.length === id.length ? { versions } : {}) };
  return (await once(what, request, (sent) => call(ops.change, sent))).data!.id as number;
}

/** The change when it has ended; null where nobody looks any more. */
async function untilEnd(id: number, run: BulkRun): Promise<ChangeTold | null> {
  let isAsked = false;
  for (;;) {
    const change = await look(run, async () => {
      if (run.isStopped() && !isAsked) {
        await call(ops.changeStop, { id });
        isAsked = true;
      }
      const { rows } = await call(ops.changes, { id }, { background: true });
      return rows![0] as unknown as ChangeTold;
    });
    if (!change) return null;
    run.progress(change.changed + change.same + change.refused);
    if (change.status !== CHANGE.running) return change;
    if (run.isGone()) return null;
    await pause(LOOK);
  }
}

/** Signed out, which asks nobody behind a look, or before a process of an older version: he is to see it later. */
const LATER_CODES: ReadonlySet<number> = new Set([401, 403]);

/** Asks until somebody answers; null where nobody looks any more. */
async function look<Answer>({ isGone }: BulkRun, ask: () => Promise<Answer>): Promise<Answer | null> {
  for (;;) {
    try {
      return await ask();
    } catch (failure) {
      const error = asApiError(failure);
      if (!isUnanswered(error) && !LATER_CODES.has(error.code)) throw error;
    }
    if (isGone()) return null;
    await pause(LATER);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What was not begun says so, or why the server ended it. */
function outcomeOf({ id, status, code, remark, data }: Told, { reason }: ChangeTold): [number, Outcome] {
  if (status === CHANGE_ROW.changed || status === CHANGE_ROW.same) return [id, DONE];
  if (status === CHANGE_ROW.refused) return [id, { code, remark: remarkOf({ code, remark, ...(data ? { data } : {}) }) }];
  return [id, { code: 300, remark: reason ? remarkOf({ code: 300, remark: reason }) : say('bulk.notBegun') }];
}
