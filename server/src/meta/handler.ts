import type { Code, Locale } from '#protocol/codes.ts';
import type { MadeType } from '#protocol/fields/made.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';

/** What a person is told, in both languages. */
export type Text = Readonly<Record<Locale, string>>;

/** A record as whoever runs the action sees it: values as the wire has them, nothing of what is hidden from him. It is locked until the call ends. */
export type CallRow = { readonly id: number } & Readonly<Record<string, unknown>>;

/** A file for who runs the action: a plain name with the ending of its type, a text or bytes, 20 MiB at most. */
export interface MadeFile {
  name: string;
  type: MadeType;
  content: string | Uint8Array;
}

/**
 * What became of it. `code` 102: it is done, and here is what he should know; `notify`: a line, and where one may go on; `file`: what he takes
 * away, or looks at where the action says `preview`: one a call, so `all` of several records.
 */
export interface Said {
  code?: 200 | 102;
  remark?: Text;
  notify?: { remark: Text; url?: string };
  file?: MadeFile;
}

/** What a handler works with: it reads and writes as the person who runs the action, with all that bounds him. */
export interface CallDesk {
  readonly user: { readonly id: number; readonly key_name: string };
  /** yyyy-MM-dd on the company's clock */
  readonly today: string;
  /** values of the definition's `action_param` */
  readonly params: Readonly<Record<string, string>>;
  /** One record of any table: 312, 315 where he may not see it. */
  read(cloud: string, id: number): Promise<CallRow>;
  /** Rows of any table by values of fields, 1,000 at most. */
  list(cloud: string, fields: Readonly<Record<string, FieldFilter>>): Promise<readonly CallRow[]>;
  /** Changes a record that the action is done to, as by Modify. */
  change(row: CallRow, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** A new record of any table, as by Add; answers its id. */
  add(cloud: string, fields: Readonly<Record<string, unknown>>): Promise<number>;
  /** Asks first, and goes on as if it were answered yes: nothing of the call stays until the person has said yes to just this. */
  ask(text: Text): void;
  /** Ends the part that is being done: of `each` this record's, of `all` the whole. */
  refuse(text: Text, code?: Code): never;
}

/** What an action of op Call does: `each` to every record by itself, a refusal takes back only its own; `all` to all at once, whole or not at all. */
export type Handler =
  | { each(desk: CallDesk, row: CallRow): Promise<Said | undefined> }
  | { all(desk: CallDesk, rows: readonly CallRow[]): Promise<Said | undefined> };

/** The handlers of a suite, by the `code` that its actions name. */
export type Handlers = Readonly<Record<string, Handler>>;
/** Those of all suites, by their codes. */
export type HandlersOf = ReadonlyMap<string, Handlers>;
