import type { AssertDef, StateDef, WriteBackDef } from '#protocol/meta/flow.ts';

/** Of the tables and fields that a published flow names, which uid each name had then. Standard columns are not in it: nobody renames them. */
export type FlowNames = Readonly<Record<string, { uid: string; fields: Readonly<Record<string, string>> }>>;

/** What a running case pins of its table's definition: plain JSON, stored in fw.flow_def. */
export interface FlowDef {
  table_name: string;
  /** who its names were when it was published; absent in a flow that is not */
  names?: FlowNames;
  states: readonly StateDef[];
  /** uids of the fields that the table had, in order; absent in what was published before they were noted */
  known?: readonly string[];
  /** edit_state, view_state and edit_by by field; the last is absent in what was published before it was known */
  edit_state: Readonly<Record<string, string>>;
  view_state: Readonly<Record<string, string>>;
  edit_by?: Readonly<Record<string, string>>;
  relay: 0 | 1;
  assign: 0 | 1;
  copy: 0 | 1;
  /** absent in what was published before signers could be added */
  add_sign?: 0 | 1;
  revoke: 'last' | 'any' | 'none';
  /** absent in what was published before it was known */
  dedupe?: 'none' | 'once' | 'consecutive';
  assert: readonly AssertDef[];
  write_back: readonly WriteBackDef[];
}
