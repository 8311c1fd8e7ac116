import { type Code, Refusal } from '#protocol/codes.ts';
import type { Envelope, Reply } from '#protocol/wire/envelope.ts';

/** The body of every answer. `started` is process.hrtime.bigint() at arrival; duration is in milliseconds. */
export function envelope(reply: Reply, started: bigint): Envelope {
  const { code = 200, remark = '', data, rows, total, total_kind, notify } = reply;
  return {
    code,
    remark,
    ...(data === undefined ? {} : { data }),
    ...(rows === undefined ? {} : { rows }),
    ...(total === undefined ? {} : { total }),
    ...(total_kind === undefined ? {} : { total_kind }),
    ...(notify === undefined ? {} : { notify }),
    duration: Math.round(Number(process.hrtime.bigint() - started) / 1e4) / 100,
  };
}

/** A refusal as a reply; what is no refusal is a fault of ours and says no more than 306. */
export function refused(error: unknown): Reply {
  if (!(error instanceof Refusal)) return { code: 306 };
  return {
    code: error.code,
    remark: error.remark,
    ...(Object.keys(error.data).length ? { data: { ...error.data } } : {}),
    ...(error.rows.length ? { rows: error.rows } : {}),
  };
}

/** HTTP statuses of malformed or refused requests and the code their envelope carries. */
export const STATUS_CODES: Readonly<Record<number, Code>> = {
  400: 317,
  404: 403,
  405: 403,
  413: 316,
  415: 317,
  416: 317,
  429: 300,
  503: 103,
};
