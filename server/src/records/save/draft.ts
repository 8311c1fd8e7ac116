import { Refusal } from '#protocol/codes.ts';
import type { Fault, Value } from '#protocol/fields/kind.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import type { CalcOn } from '#protocol/rules/calc/calc-evaluate.ts';
import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import { type CalcValues, calculatedFaults } from '#protocol/rules/form/calc-fault.ts';
import { type Form, isShown } from '#protocol/rules/form/form.ts';
import { isSaidBySub } from '#protocol/rules/form/narrowed.ts';
import { rowsName, subtableKey } from '#protocol/rules/form/rows-name.ts';
import { calculatedCells, isSubtableEditable, type SubtableRows } from '#protocol/rules/form/subtable.ts';
import { checkRecord } from '#protocol/rules/form/whole.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import type { Access } from '#server/access/access.ts';
import { offersAdd } from '#server/access/elsewhere.ts';
import { demandKnown } from '#server/access/giving/giving.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { inTurns } from '../row/in-turns.ts';
import { lockOne, type Standing, type Stored } from '../row/stored.ts';
import { type RowsOf, seesSum } from '../row/subtable.ts';
import { changed, defsOf, specsOf, type Values } from '../row/values.ts';
import { type Target, valueIn, type Work } from '../row/work.ts';
import { checkBound } from './chosen/bound.ts';
import { fetchedFor, foreseenIn } from './follow/fetched.ts';
import { followedBy } from './follow/followed.ts';
import {
  type Asked,
  demandNone,
  demandShown,
  demandTyped,
  demandUnit,
  differing,
  formFor,
  hidesFrom,
  parseSent,
  startValues,
  veiled,
} from './parse.ts';
import { checkReferences, type Parentage } from './references.ts';
import { planSubtables, type RowChange, type Sent, type SubtableWork } from './subtables.ts';
import { demandAction } from './turn.ts';

/** What a submit says of a record. `id` absent: a new one. */
export interface Change {
  id?: number;
  version?: number;
  fields: Sent;
  subtables?: Readonly<Record<string, readonly Sent[]>>;
}

export interface SaveOptions {
  /** Review: the caller has proven that it is this user's turn; only fields whose edit_state has the state are taken */
  op: 'Add' | 'Modify' | 'Review';
  /** false: a draft, required fields and sums may wait; in Review they are those that are open to the signer. Default: true on tables without flow, false on others */
  complete?: boolean;
  /** whose turn it is has been decided (the flow's Submit): the state's action list is not asked */
  turn?: true;
  /** the caller's right to it is that of another op: of what he has just added he may write the rest */
  by?: 'Add';
  /** Review: as what this user signs; without it what is open to some signers only is open to nobody */
  signer?: Signer;
  /** columns that the engine sets in the same write: review_state, review_entity, auto_fill fields */
  set?: Readonly<Record<string, Value>>;
  /** the engine itself writes, such as the ledger entry of a final approval: types, references, numbers and unique keys still hold */
  engine?: true;
  /** with `engine`: who brought it about, where the records are another's */
  actor?: number;
  /** the record as this transaction has locked and read it; absent: it is locked here */
  standing?: Standing;
  /** the rows of its sub-tables, as this transaction has locked and read them with those of other records */
  rows?: RowsOf;
  /** the caller's rights, opened before the transaction; a transaction that opens them itself holds two connections for a moment */
  access?: Access;
}

/** What a save starts from: what its caller may write there, and the record as it lies, null for a new one. */
export interface Begun {
  target: Target;
  stored: Stored | null;
}

/** Rights, the record, whose turn it is: 312, 315. */
export async function begin(work: Work, table: ResolvedTable, { id }: Change, options: SaveOptions): Promise<Begun> {
  const target: Target = { table, grant: work.engine ? null : work.access.grant(table, options.by ?? options.op) };
  const locked = options.standing?.id === id ? options.standing?.under(options.op) : undefined;
  const stored = id === undefined ? null : (locked ?? (await lockOne(work, table, id, target.grant)));
  if (stored && !work.engine) await demandKnown(work.tx, work.access, table, stored.id);
  if (!work.engine) demandTurn(work, table, stored, options);
  return { target, stored };
}

/** The definition's state must offer the action (engine section 4): Add on the toolbar, Modify on the record, in its state, to this user. */
function demandTurn(work: Work, table: ResolvedTable, stored: Stored | null, options: SaveOptions): void {
  if (options.op === 'Review' || options.turn) return;
  if (stored) demandAction(work, table, stored, 'Modify');
  else if (!offersAdd(work.access, table)) throw new Refusal(312);
}

/** Who reviews and sends nothing leaves the record as it is: what it calculates is right since it was sent, its rows saved alone included. */
export const leavesAsIs = ({ fields, subtables }: Change, { op, set }: SaveOptions): boolean =>
  op === 'Review' && !set && Object.keys(fields).length === 0 && Object.values(subtables ?? {}).every((rows) => rows.length === 0);

/** What the step asks of this signer must stand there, though he sends nothing. */
export async function demandFilled(work: Work, target: Target, stored: Stored): Promise<void> {
  const { table } = target;
  const form = formFor(work, target, 'Review', stored, valueIn(stored.values));
  const parent = { ...target, id: stored.id, op: 'Review' as const };
  const rows = table.subtables.some((def) => isSubtableEditable(def, form)) ? await planSubtables(work, parent, form, {}, true) : [];
  checkWhole(work, target, form, stored.values, stored, rows, true);
}

/** What a save would write. A new record's changes are all its values. */
export interface Draft {
  /** of what was sent, what differs from what was there */
  sent: Values;
  /** the values that it leaves behind, and the form that they were typed in */
  after: Values;
  form: Form;
  changes: Values;
  subtables: SubtableWork[];
}

/** What becomes of what was sent: defaults, copies of chosen records, rows, calculations. It reads only; `checkDraft` says whether it may be. */
export async function draftOf(work: Work, { target, stored }: Begun, change: Change, options: SaveOptions): Promise<Draft> {
  const { table } = target;
  const before = stored ? stored.values : startValues(work, table);
  const { op } = options;
  const brought = parseSent(work, target, change.fields);
  const asked: Asked = { op, before, parsed: brought, stored };
  const typing = { op, stored, before, brought };
  await demandShown(work, target, asked, (known) => foreseenIn(work, target, { ...typing, brought: known }));
  const sent = differing(asked);
  const fetched = await fetchedFor(work, target, typing);
  const copied: Values = { ...before, ...sent, ...fetched };
  const form = formFor(work, target, op, stored, valueIn(copied));
  const parent = { ...target, id: stored?.id ?? null, op, values: copied, rows: options.rows };
  const subtables = await planSubtables(work, parent, form, change.subtables ?? {}, isComplete(table, options));
  const rows = rowsIn(subtables);
  const follows = followedBy(work, target, { ...typing, values: copied, rows, subs: changedIn(subtables) });
  const typed = over(copied, follows);
  const reckoned = calculated(work, table, typed, rows);
  const computed = { ...fetched, ...follows, ...reckoned, ...engineValues(table, options, stored) };
  const after = over(typed, computed);
  // what is open and shown may hang on what is worked out
  demandTyped(work, target, asked, sent, over(typed, reckoned));
  const formAfter = formFor(work, target, op, stored, valueIn(after));
  return { sent, after, form: formAfter, changes: stored ? changed({ ...sent, ...computed }, before) : after, subtables };
}

/** These values, and others in their place: the same where there are none. */
const over = (values: Values, others: Values): Values => (Object.keys(others).length === 0 ? values : { ...values, ...others });

/** Refuses what may not be written: what is demanded, bounds, sums, whose unit it is, what it refers to. */
export async function checkDraft(work: Work, { target, stored }: Begun, draft: Draft, options: SaveOptions): Promise<void> {
  const { table } = target;
  const { sent, after, form, changes, subtables } = draft;
  const complete = isComplete(table, options);
  if (!stored && !complete && !work.engine) demandSome(sent, subtables);
  if (!work.engine) checkWhole(work, target, form, after, stored, subtables, complete);
  checkCalculated(work, target, form, after, stored, subtables);
  if (options.op !== 'Review') demandUnit(work, target, changes);
  const hides = hidesFrom(target, stored, form);
  await checkReferences(work, { table, changes, before: stored ? stored.values : {}, after, hides });
  for (const sub of subtables) {
    await checkRowReferences(work, sub, { record: stored?.id ?? null, values: after });
    await checkBound(work, sub, stored?.id ?? null, after);
  }
}

const isComplete = (table: ResolvedTable, { complete }: SaveOptions): boolean => complete ?? table.def.flow !== 1;

/** A draft may lack what is required, but not everything: nobody would know it again in a list. What a definition fills in is not typed. */
function demandSome(sent: Values, subtables: readonly SubtableWork[]): void {
  if (Object.keys(sent).length === 0 && !subtables.some(isTypedIn)) throw new Refusal(314, '$nothingTyped');
}

/** A form shows a first row before anybody types in it, and sends it as it stands. */
const isTypedIn = ({ changes }: SubtableWork): boolean => changes.some(({ op, isTyped }) => op !== 'Add' || isTyped);

/** Rows as they will stand, by what they are called. */
const rowsIn =
  (subtables: readonly SubtableWork[]): CalcOn['rows'] =>
  (name) =>
    subtables.filter((sub) => rowsName(sub.def) === name).flatMap((sub) => sub.standing.map(valueIn));

/** The sub-tables of whose rows some change. */
const changedIn = (subtables: readonly SubtableWork[]): string[] =>
  subtables.flatMap(({ def, changes }) => (changes.some(isOther) ? [subtableKey(def)] : []));

const isOther = ({ op, before, changes }: RowChange): boolean => op !== 'Modify' || Object.keys(changed(changes, before)).length > 0;

function calculated(work: Work, table: ResolvedTable, values: Values, rows: CalcOn['rows']): Values {
  return recalculate(defsOf(table), { value: valueIn(values), rows, today: work.today });
}

/** A record of a flow that is saved and not sent is a draft, where the definition has that state. */
function engineValues(table: ResolvedTable, options: SaveOptions, stored: Stored | null): Values {
  const drafts = table.def.flow === 1 && table.def.states.some((state) => state.value === '0');
  return { ...(stored === null && drafts ? { review_state: 0 } : {}), ...options.set };
}

/** FORM-06, SUB-03: the browser's own checks. */
function checkWhole(
  work: Work,
  target: Target,
  form: Form,
  after: Values,
  stored: Stored | null,
  subtables: readonly SubtableWork[],
  complete: boolean,
): void {
  const values = { ...calcValues(work, form, after, stored), complete };
  const fields = specsOf(target.table);
  const rows = subtables.map((sub) => ({ ...rowsOf(sub), seesSum: sumsSeen(work, target.table, form, sub) }));
  demandNone(veiled(checkRecord({ fields, form, values }, rows), calculatedUnseen(target, form, stored, subtables)));
}

/** Whether a fault is of something calculated that the caller is not shown, of the record or of a row: its bounds would tell it. */
function calculatedUnseen(
  target: Target,
  form: Form,
  stored: Stored | null,
  subtables: readonly SubtableWork[],
): (fault: Fault) => boolean {
  const hides = hidesFrom(target, stored, form);
  const rowHides = ({ target: { grant }, changes }: SubtableWork, name: string, id: unknown): boolean =>
    grant !== null && (!grant.leaves(name) || changes.some((row) => row.stored?.id === id && row.stored?.unseen.has(name) === true));
  return ({ data: { subtable, field_name, id } }) => {
    const name = String(field_name);
    const sub = subtables.find(({ def }) => subtableKey(def) === subtable);
    const of = subtable === undefined ? target.table : sub?.target.table;
    if (of?.fields.get(name)?.def.calc === undefined) return false;
    return sub ? rowHides(sub, name, id) : hides(name);
  };
}

/** What is calculated must hold whoever writes it, the engine too, and though no form shows it: it is never kept as something else. */
function checkCalculated(
  work: Work,
  target: Target,
  form: Form,
  after: Values,
  stored: Stored | null,
  subtables: readonly SubtableWork[],
): void {
  const own = calculatedFaults(specsOf(target.table), calcValues(work, form, after, stored));
  const written = subtables.filter((sub) => sub.changes.length > 0);
  const cells = written.flatMap((sub) => calculatedCells(rowsOf(sub), work.today));
  demandNone(veiled([...own, ...cells], calculatedUnseen(target, form, stored, subtables)));
}

/** Who signs does not answer for what was calculated before him and stays. */
const calcValues = (work: Work, form: Form, after: Values, stored: Stored | null): CalcValues => ({
  value: valueIn(after),
  today: work.today,
  ...(form.op === 'Review' && stored ? { stood: valueIn(stored.values) } : {}),
});

/** Which sums of the rows are the caller's to see: by his roles, and as state and values show their two sides. */
function sumsSeen(
  work: Work,
  parent: ResolvedTable,
  form: Form,
  { def, target, forms }: SubtableWork,
): NonNullable<SubtableRows['seesSum']> {
  const shown = (table: ResolvedTable, name: string, of: Form): boolean => isShown(table.fields.get(name)!.def, of);
  return (sum) =>
    seesSum(work.access, parent, def, sum) && shown(parent, sum.equals, form) && forms.every((of) => shown(target.table, sum.sum, of));
}

/** Fields of rows that somebody fills in there. */
const fieldsIn = madeOnce((def: SubtableDef) =>
  madeOnce((rows: ResolvedTable) => specsOf(rows).filter(({ name }) => !isSaidBySub(def, name))),
);

function rowsOf({ def, target, standing, forms, unseen }: SubtableWork): SubtableRows {
  const fields = fieldsIn(def)(target.table);
  const rows = standing.map(valueIn);
  const formOfRow = new Map(rows.map((row, at) => [row, forms[at]!]));
  const hidden = new Set(rows.filter((_, at) => unseen.has(standing[at]!)));
  return { def, fields, rows, rowForm: (row) => formOfRow.get(row)!, unseen: hidden };
}

async function checkRowReferences(
  work: Work,
  { def, target, changes: rows }: SubtableWork,
  of: Pick<Parentage, 'record' | 'values'>,
): Promise<void> {
  let added = 0;
  for await (const [, { op, changes, before, stored }] of inTurns(rows)) {
    if (!stored) added += 1;
    const place = { subtable: subtableKey(def), ...(stored ? { id: stored.id } : { added }) };
    const hides = (name: string) => target.grant?.sees(name, 't') === false || stored?.unseen.has(name) === true;
    const after = { ...before, ...changes };
    // one that goes out of the form is narrowed by no record
    const parent = op === 'Unbind' ? {} : { parent: { field: def.parent_field, ...of } };
    await checkReferences(work, { table: target.table, changes, before: stored ? before : {}, after, place, hides, ...parent });
  }
}
