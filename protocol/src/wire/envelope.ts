import type { Code } from '#protocol/codes.ts';

/** A referenced record on the wire, with its English name where it has one. One that the reader may not see is `{id: 0, unauthorized: 1}` (FORM-10). */
export interface EntityValue {
  id: number;
  key_name?: string;
  key_name_en?: string;
  unauthorized?: 1;
}

/** What amounts of money are in, in both languages: that of a bookkeeping domain. */
export interface Currency {
  currency: string;
  currency_en: string;
}

/** A file on the wire (engine section 3 "Uploaded file"); `url` and `preview_url` carry a ticket of 5 minutes. */
export interface FileValue {
  id: number;
  file_name: string;
  key_name: string;
  url: string;
  preview_url: string;
  /** bytes */
  length: number;
}

/** An action that the reader has on a record, as the server decided it. */
export interface RowAction {
  op: string;
  uid: string;
}

/** Who sent a record back to whoever has it now, by which event of its definition, and why. */
export interface Returned {
  by: EntityValue;
  event_id: number;
  remark: string;
  /** yyyy-MM-dd HH:mm:ss in the company's time zone */
  time: string;
}

/**
 * A row of a list or a record: values by field_name, always with `id`, `version` where the table has one, and `_actions`. Where the table has
 * amounts, the answer's `data._currency` says what they are in; a row whose amounts are in another says so itself. `_returned` stands on a
 * record of a flow while it is with somebody because it was sent back.
 */
export type WireRow = { id: number; version?: number; _actions?: RowAction[]; _currency?: Currency; _returned?: Returned } & Record<
  string,
  unknown
>;

export type TotalKind = 'exact' | 'bounded' | 'estimated';

/** What every call answers, HTTP 200 for business answers whatever the code (engine section 7). */
export interface Envelope {
  code: Code;
  /** text in the session's language; empty stands for the code's own text */
  remark: string;
  data?: Record<string, unknown>;
  rows?: readonly Record<string, unknown>[];
  total?: number;
  /** bounded: at least `total` */
  total_kind?: TotalKind;
  notify?: Record<string, unknown>;
  /** milliseconds spent in the server */
  duration: number;
}

/** What an op answers; http adds the rest. `code` is 200 when absent. */
export type Reply = Partial<Omit<Envelope, 'duration'>>;
