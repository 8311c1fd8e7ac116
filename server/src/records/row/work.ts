import type { Names } from '#protocol/rules/condition/condition-kind.ts';
import { holdsOn, recordNames } from '#protocol/rules/condition/holds.ts';
import type { Form } from '#protocol/rules/form/form.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';
import type { Values } from './values.ts';

/** What every part of one save works with. */
export interface Work {
  tx: Tx;
  session: Session;
  access: Access;
  /** what is kept of passwords is made with it; it never lies in the database */
  pepper: Buffer;
  /** one instant for the whole save */
  now: Date;
  /** yyyy-MM-dd on the company's clock */
  today: string;
  /** the engine itself writes (a write-back): values are checked, rights and forms are not asked */
  engine: boolean;
  /** who brings it about, where the session is of whom the records are: whoever decided */
  actor?: number;
  /** what a save would make of it is asked: nothing is locked, nothing is written */
  dry?: true;
  /** Review: as what the caller signs */
  signer?: Signer;
  /** while rows are planned: what they copy of the records that they choose, by the table of those */
  chosen?: ReadonlyMap<string, Chosen>;
}

/** What the caller may read of records, by id: nothing of one that is not there for him. */
export type Chosen = ReadonlyMap<number, Values>;

export const actorOf = ({ actor, session }: Work): number => actor ?? session.user.id;

/** A table being written, with the caller's right to do so; the engine needs none. */
export interface Target {
  table: ResolvedTable;
  grant: Grant | null;
}

/** By the table, as long as its definition lives: a form is made several times of each record. */
const named = new WeakMap<ResolvedTable, Names>();
function namesOf(table: ResolvedTable): Names {
  const names = named.get(table) ?? recordNames([...table.fields.values()].map((field) => field.def));
  named.set(table, names);
  return names;
}

/** The form a record is written with: its values decide conditions (`view_where`, `need_where`, `edit_where`) as they stand then. */
export function formOf(work: Work, table: ResolvedTable, op: Form['op'], review_state: number, value: (name: string) => unknown): Form {
  const names = namesOf(table);
  const onlooker = { user: { id: work.session.user.id, department_entity: work.session.department?.id ?? null }, today: work.today };
  const form: Form = { table: table.def, op, review_state, holds: holdsOn(names, value, onlooker) };
  if (work.signer) form.signer = work.signer;
  return form;
}

export const valueIn =
  (values: Values) =>
  (name: string): unknown =>
    values[name] ?? null;
