import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';

/** What became of a record: absent it has not been tried. */
export interface Outcome {
  code: number;
  remark: string;
}

/** So many are one request: the server gives each of them five seconds, and one stops between two. */
const AT_ONCE = 50;
/** Without a connection, a session or a server that has time the next request would meet the same. */
const ENDS: ReadonlySet<number> = new Set([0, 103, 401]);

type Told = { id?: number; code?: Envelope['code']; remark?: string; data?: Record<string, unknown> };
const byId = (rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<number, Told> =>
  new Map((rows as readonly Told[]).map((row) => [row.id ?? 0, row]));

export interface BulkRun {
  cloud: string;
  fields: Readonly<Record<string, string>>;
  rows: readonly WireRow[];
  isStopped(): boolean;
  /** told after each request */
  on(outcomes: ReadonlyMap<number, Outcome>): void;
}

/** Changes the records, some at a time, until all are done, it is stopped, or nobody answers any more. */
export async function runBulk({ cloud, fields, rows, isStopped, on }: BulkRun): Promise<void> {
  for (let at = 0; at < rows.length && !isStopped(); at += AT_ONCE) {
    const some = [...rows].slice(at, at + AT_ONCE);
    const ids = some.map(({ id }) => id);
    const versions = some.flatMap(({ version }) => (version === undefined ? [] : [version]));
    const read = versions.length === ids.length ? { versions } : {};
    try {
      const answer = await call(ops.batch, { ...fields, cloud, id: ids, ...read, _rid: crypto.randomUUID() }, { accept: [343] });
      on(outcomesOf(ids, answer));
    } catch (failure) {
      const error = asApiError(failure);
      on(refused(ids, error));
      if (ENDS.has(error.code)) return;
    }
  }
}

/** One id answers no rows: it is done. */
function outcomesOf(ids: readonly number[], { rows }: Envelope): ReadonlyMap<number, Outcome> {
  const told = byId(rows ?? []);
  return new Map(ids.map((id) => [id, outcomeOf(told.get(id))]));
}

const outcomeOf = (row: Told | undefined): Outcome =>
  row === undefined || row.code === 200
    ? { code: 200, remark: '' }
    : {
        code: row.code ?? 300,
        remark: remarkOf({ code: row.code ?? 300, remark: row.remark ?? '', ...(row.data ? { data: row.data } : {}) }),
      };

/** All were refused: each for its own reason where they are told, else for that of the whole. */
function refused(ids: readonly number[], error: ApiError): ReadonlyMap<number, Outcome> {
  const told = byId(error.rows);
  const whole = { code: error.code, remark: error.remark };
  return new Map(ids.map((id) => [id, told.has(id) ? outcomeOf(told.get(id)) : whole]));
}
