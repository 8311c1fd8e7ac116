import type { Readable } from 'node:stream';
import type { Refusal } from '#protocol/codes.ts';
import type { OpDef, RequestOf } from '#protocol/ops/op.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Part } from '#server/ports/files.ts';

/** What http knows of the caller. */
export interface Caller {
  /** socket address, IPv6 by /64 */
  address: string;
  userAgent: string;
  host: string;
  /** device cookie, when its HMAC held */
  device: string | null;
}

/** A call as an op sees it. `session` is absent only in free ops. */
export interface OpCall<D extends OpDef = OpDef> {
  request: RequestOf<D>;
  session: Session;
  caller: Caller;
  /** the body's file of an upload */
  file?: { name: string; mime: string; bytes: Readable };
  /** the part of a file that is asked for, as the request's header says it */
  range?: string;
  /** the raw token: only Logout, SetDomain */
  token?: string;
  /** nobody is behind it: the page asks by itself */
  background?: boolean;
  /** the session as it is by now, null when it ended: for a call that takes long */
  again?: () => Promise<Session | null>;
  /** whether another action is worth beginning (Queue): false when the caller is gone, or the server stops */
  wanted?: () => boolean;
  /** runs another call as the same caller (Queue) */
  dispatch?: (path: string, op: string, form: Record<string, unknown>) => Promise<Reply | Refusal>;
}

/** Bytes instead of an envelope. */
export interface StreamReply {
  stream: Readable;
  file_name: string;
  mime: string;
  length: number;
  disposition: 'attachment' | 'inline';
  /** whether a part of it may be asked for */
  parts?: boolean;
  /** the bytes that are sent, of `length`; absent: all of them */
  part?: Part;
  /** seconds that the reader's browser may keep it; absent: not at all */
  keep?: number;
}

/** A reply may set the device cookie (Login). */
export type OpReply = Reply & { setDevice?: string };

export interface Op<D extends OpDef = OpDef> {
  def: D;
  run(house: House, call: OpCall<D>): Promise<OpReply | StreamReply>;
}

/** Ties a declaration to its checklist. */
export const op = <D extends OpDef>(def: D, run: Op<D>['run']): Op<D> => ({ def, run });
