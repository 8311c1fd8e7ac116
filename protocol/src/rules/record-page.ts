import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Pinned } from './pinned.ts';
import type { Signer } from './signer.ts';

/** What the reader of a record decides there now, in Show's `data.page.turn`: his own to-do, else a principal's. */
export interface Turn extends Signer {
  /** to be named with the decision */
  todo: number;
  /** for whom, where it is not his own */
  behalf?: EntityValue;
  /** all that he may decide here, where there are several */
  todos?: readonly { id: number; review_entity: EntityValue }[];
  /** names of the roles whose fields of this step are not his, by code */
  others: Readonly<Record<string, { key_name: string; key_name_en: string }>>;
}

interface Named {
  key_name: string;
  key_name_en: string;
}

/** `data.page` of Show: what is true of this record's page and of no other's. */
export interface RecordPage {
  show_revoke: boolean;
  turn?: Turn;
  /** the to-do that was asked for is closed: who did it, null where it needs nobody any more; by which choice, and the step that the record is at. `to`: it was handed on to him; `withdrawn`: who had sent it took it back */
  closed?: { by: EntityValue | null; event?: Named; step: Named; to?: EntityValue; withdrawn?: 1 };
  /** of a department: leaders who may not sign in, so that no step finds them; only for who may see how their accounts stand */
  gone?: readonly { field: string; person: EntityValue }[];
  /** of a rule of incompatible duties: who stands against it now, the first hundred by name; only for who may see their roles */
  against?: { total: number; people: readonly EntityValue[] } | undefined;
  /** where the case runs under an earlier version of the definition: what that one says of steps */
  pinned?: Pinned;
}
