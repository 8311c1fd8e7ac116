import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';

/** What became of a record: absent it has not been tried. */
export interface Outcome {
  code: number;
  remark: string;
}

/** So many are one request: the server begins none after two seconds, and one stops between two. */
const AT_ONCE = 50;
/** Without a connection, a session or a server that has time the next request would meet the same. */
const ENDS: ReadonlySet<number> = new Set([0, 103, 401]);
const NOT_BEGUN = 103;
const DONE: Outcome = { code: 200, remark: '' };

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

/** Changes the records, some at a time, until all are done, it is stopped, or nobody answers any more. What the server had no time to begin is sent again. */
export async function runBulk({ cloud, fields, rows, isStopped, on }: BulkRun): Promise<void> {
  let waiting = rows;
  while (waiting.length > 0 && !isStopped()) {
    const some = waiting.slice(0, AT_ONCE);
    const outcomes = await changed(cloud, fields, some);
    const late = some.filter(({ id }) => outcomes.of.get(id)?.code === NOT_BEGUN);
    const isMoving = late.length < some.length;
    on(isMoving ? new Map([...outcomes.of].filter(([, { code }]) => code !== NOT_BEGUN)) : outcomes.of);
    if (outcomes.isEnd || !isMoving) return;
    waiting = [...late, ...waiting.slice(AT_ONCE)];
  }
}

/** One request; `isEnd`: the next one would meet the same. */
async function changed(
  cloud: string,
  fields: BulkRun['fields'],
  rows: readonly WireRow[],
): Promise<{ of: ReadonlyMap<number, Outcome>; isEnd: boolean }> {
  const ids = rows.map(({ id }) => id);
  const versions = rows.flatMap(({ version }) => (version === undefined ? [] : [version]));
  const read = versions.length === ids.length ? { versions } : {};
  try {
    const answer = await call(ops.batch, { ...fields, cloud, id: ids, ...read, _rid: newRid() }, { accept: [343] });
    return { of: outcomesOf(ids, answer), isEnd: false };
  } catch (failure) {
    const error = asApiError(failure);
    return { of: refused(ids, error), isEnd: ENDS.has(error.code) };
  }
}

/** One id answers no rows: it is done. Of several each is told; one that is not may not be called done. */
function outcomesOf(ids: readonly number[], { rows }: Envelope): ReadonlyMap<number, Outcome> {
  if (ids.length === 1 && !rows?.length) return new Map([[ids[0]!, DONE]]);
  const told = byId(rows ?? []);
  return new Map(ids.map((id) => [id, outcomeOf(told.get(id) ?? { code: 306 })]));
}

const outcomeOf = ({ code = 300, remark = '', data }: Told): Outcome =>
  code === 200 ? DONE : { code, remark: remarkOf({ code, remark, ...(data ? { data } : {}) }) };

/** All were refused: each for its own reason where they are told, else for that of the whole. */
function refused(ids: readonly number[], error: ApiError): ReadonlyMap<number, Outcome> {
  const told = byId(error.rows);
  const whole = { code: error.code, remark: error.remark };
  return new Map(ids.map((id) => [id, told.has(id) ? outcomeOf(told.get(id)!) : whole]));
}
