import type { z } from 'zod';

/** One call of the wire, declared once and read by both ends, by OpenAPI and by the contract tests. */
export interface OpDef<Req extends z.ZodObject = z.ZodObject> {
  path: string;
  op: string;
  summary: string;
  /** fields of the form; `cloud` and all others by name. A loose object takes a table's own fields too. */
  request: Req;
  /** 1: needs no session */
  free?: boolean;
  /** 1: changes something; GET on it is 405 */
  writes?: boolean;
  /** answers GET too (files) */
  get?: boolean;
  /** a ticket in `tk` stands in for the session's token: the op checks it against the live session */
  ticket?: boolean;
  /** takes a multipart body with one file */
  upload?: boolean;
  /** changes the session itself: stands alone, never in a Queue */
  alone?: boolean;
  /** runs other calls: each of them stands in the line of calls by its own rank, this one does not */
  several?: boolean;
  /** a command of the flow: what it says beside cloud, id and _rid goes to the rule of its name in the kernel, which does the rest */
  command?: boolean;
  /** a success answers its code as text, '200', as the specification prints it for this op */
  textCode?: boolean;
  /** answers bytes instead of the envelope; without `ticket` they are made for this call */
  stream?: boolean;
  /** may be asked through somebody's eyes: it only looks, at nothing that is its person's alone, and hands out no file. What does not say so is refused there */
  eyes?: boolean;
}
export type RequestOf<D> = D extends OpDef<infer Req> ? z.infer<Req> : never;

export const defineOp = <Req extends z.ZodObject>(op: OpDef<Req>): OpDef<Req> => op;
export const opKey = (op: { path: string; op: string }): string => `${op.path}?op=${op.op}`;
