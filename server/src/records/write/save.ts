import { Refusal } from '#protocol/codes.ts';
import type { Value } from '#protocol/fields/kind.ts';
import { toolbarActions } from '#protocol/rules/actions.ts';
import { type CalcValues, calculatedFaults } from '#protocol/rules/calc-fault.ts';
import { recalculate } from '#protocol/rules/calc-order.ts';
import type { Form } from '#protocol/rules/form.ts';
import type { Signer } from '#protocol/rules/signer.ts';
import { calculatedCells, isSubtableEditable, type SubtableRows, subtableKey } from '#protocol/rules/subtable.ts';
import { checkRecord } from '#protocol/rules/whole.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { fetchedFor } from './fetched.ts';
import { takeNumbers } from './number.ts';
import { demandParents, followParents } from './parents.ts';
import { changesOf, demandNone, demandUnit, formFor, parseSent, startValues } from './parse.ts';
import { checkReferences, checkTree } from './references.ts';
import { checkVersion } from './stale.ts';
import { lockOne, lockWith, type Standing, type Stored } from './stored.ts';
import { planSubtables, type Sent, type SubtableWork } from './subtables.ts';
import { demandAction } from './turn.ts';
import { changed, type Values } from './values.ts';
import { type Target, valueIn, type Work } from './work.ts';
import { drawRecord, insertDrawn, insertRecord, nameActor, updateRecord } from './write.ts';
import { finishSubtables, writeSubtables } from './write-rows.ts';

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
  /** Review: as what this user signs; without it what is open to some signers only is open to nobody */
  signer?: Signer;
  /** columns that the engine sets in the same write: review_state, review_entity, auto_fill fields */
  set?: Readonly<Record<string, Value>>;
  /** the engine itself writes, such as the ledger entry of a final approval: types, references, numbers and unique keys still hold */
  engine?: true;
  /** the record as this transaction has locked and read it; absent: it is locked here */
  standing?: Standing;
  /** the caller's rights, opened before the transaction; a transaction that opens them itself holds two connections for a moment */
  access?: Access;
}

export interface Saved {
  id: number;
  version: number;
}

/** What a save works with, for one instant. */
export async function openWork(
  tx: Tx,
  house: House,
  session: Session,
  options: Pick<SaveOptions, 'access' | 'engine' | 'signer'> = {},
): Promise<Work> {
  const access = options.access ?? (await openAccess(house, session));
  const now = house.clock.now();
  const today = dayIn(session.company.time_zone, now);
  const { signer } = options;
  return { tx, catalogue: house.catalogue, session, access, now, today, engine: options.engine === true, ...(signer ? { signer } : {}) };
}

/** Locks a record that the caller may see, with his rights to change it: 315 where he may not. What decides on it is read after this. */
export async function lockRecord(
  tx: Tx,
  house: House,
  table: ResolvedTable,
  session: Session,
  id: number,
  access?: Access,
): Promise<Standing> {
  const work = await openWork(tx, house, session, access ? { access } : {});
  return lockWith(work, table, id, ['Modify', 'Review']);
}

/**
 * Saves a record with its sub-tables and files, whole or not at all: rights, whose turn, version, values, form and sub-table
 * checks, references, then the writing; history and keywords follow in the database. Runs in the caller's transaction.
 */
export async function saveRecord(
  tx: Tx,
  house: House,
  session: Session,
  table: ResolvedTable,
  change: Change,
  options: SaveOptions,
): Promise<Saved> {
  const work = await openWork(tx, house, session, options);
  const target: Target = { table, grant: work.engine ? null : work.access.grant(table, options.op) };
  const locked = options.standing?.id === change.id ? options.standing?.under(options.op) : undefined;
  const stored = change.id === undefined ? null : (locked ?? (await lockOne(work, table, change.id, target.grant)));
  if (!work.engine) demandTurn(work, table, stored, options);
  if (stored) await checkVersion(work, table, stored, change.version);
  if (stored && options.op === 'Review' && !options.set && isNothing(change)) {
    if (options.complete) await demandFilled(work, target, stored);
    return { id: stored.id, version: stored.version };
  }
  const draft = await draftOf(work, target, stored, change, options);
  const parents = await demandParents(work, table, stored?.values ?? {}, { ...stored?.values, ...draft.changes });
  await faultPoint('save.planned');
  if ((stored && Object.keys(draft.changes).length > 0) || draft.subtables.some((sub) => sub.changes.length > 0)) {
    await nameActor(work, options.op);
  }
  if (stored) await checkTree(work, table, stored.id, draft.changes);
  const { id, rows } = stored
    ? { id: stored.id, rows: await writeSubtables(work, stored.id, draft.subtables) }
    : await writeNew(work, table, draft);
  await faultPoint('save.rows');
  const written = !stored || rows > 0 || Object.keys(draft.changes).length > 0;
  const version = stored && written ? await updateRecord(work, table, id, draft.changes) : (stored?.version ?? 1);
  await finishSubtables(work, draft.subtables);
  if (written) await followParents(work, parents);
  return { id, version };
}

/** A new record, after its rows where it has any: whoever wants the next number waits from when it is taken until this transaction ends. */
async function writeNew(work: Work, table: ResolvedTable, { changes, subtables }: Draft): Promise<{ id: number; rows: number }> {
  const numbered = async () => ({ ...changes, ...(await takeNumbers(work, table, changes)) });
  if (subtables.every((sub) => sub.changes.length === 0)) {
    const id = await insertRecord(work, table, await numbered());
    await faultPoint('save.record');
    return { id, rows: 0 };
  }
  const id = await drawRecord(work, table);
  const rows = await writeSubtables(work, id, subtables);
  await insertDrawn(work, table, await numbered(), id);
  await faultPoint('save.record');
  return { id, rows };
}

/** Who reviews and sends nothing leaves the record as it is: what it calculates is right since it was sent, its rows saved alone included. */
const isNothing = ({ fields, subtables }: Change): boolean =>
  Object.keys(fields).length === 0 && Object.values(subtables ?? {}).every((rows) => rows.length === 0);

/** What the step asks of this signer must stand there, though he sends nothing. */
async function demandFilled(work: Work, target: Target, stored: Stored): Promise<void> {
  const { table } = target;
  const form = formFor(work, target, 'Review', stored, valueIn(stored.values));
  const parent = { ...target, id: stored.id, op: 'Review' as const };
  const rows = table.subtables.some((def) => isSubtableEditable(def, form)) ? await planSubtables(work, parent, form, {}, true) : [];
  checkWhole(work, target, form, stored.values, stored, rows, true);
}

/** The definition's state must offer the action (engine section 4): Add on the toolbar, Modify on the record, in its state, to this user. */
function demandTurn(work: Work, table: ResolvedTable, stored: Stored | null, options: SaveOptions): void {
  if (options.op === 'Review' || options.turn) return;
  if (stored) demandAction(work, table, stored, 'Modify');
  else if (!toolbarActions(table.def, (op) => work.access.may(table, op)).some((action) => action.op === 'Add')) throw new Refusal(312);
}

interface Draft {
  changes: Values;
  subtables: SubtableWork[];
}

/** What is to be written, checked. A new record's changes are all its values. */
async function draftOf(work: Work, target: Target, stored: Stored | null, change: Change, options: SaveOptions): Promise<Draft> {
  const { table } = target;
  const complete = options.complete ?? table.def.flow !== 1;
  const before = stored ? stored.values : startValues(work, table);
  const sent = changesOf(work, target, options.op, before, parseSent(work, target, change.fields), stored);
  const asTyped: Values = { ...before, ...sent };
  const form = formFor(work, target, options.op, stored, valueIn(asTyped));
  const fetched = work.engine ? {} : await fetchedFor(work, table, form, sent);
  const typed: Values = { ...asTyped, ...fetched };
  const parent = { ...target, id: stored?.id ?? null, op: options.op };
  const subtables = await planSubtables(work, parent, form, change.subtables ?? {}, complete);
  if (!stored && !complete && !work.engine) demandTyped(sent, subtables);
  const computed = { ...fetched, ...calculated(work, table, typed, subtables), ...engineValues(table, options, stored) };
  const after: Values = { ...typed, ...computed };
  if (!work.engine) checkWhole(work, target, form, after, stored, subtables, complete);
  checkCalculated(work, table, form, after, stored, subtables);
  const changes: Values = stored ? changed({ ...sent, ...computed }, before) : after;
  if (options.op !== 'Review') demandUnit(work, target, changes);
  await checkReferences(work, table, stored ? changes : after, stored ? before : {}, after);
  for (const sub of subtables) await checkRowReferences(work, sub);
  return { changes, subtables };
}

/** A draft may lack what is required, but not everything: nobody would know it again in a list. What a definition fills in is not typed. */
function demandTyped(sent: Values, subtables: readonly SubtableWork[]): void {
  if (Object.keys(sent).length === 0 && !subtables.some(isTypedIn)) throw new Refusal(314, '$nothingTyped');
}

/** A form shows a first row before anybody types in it, and sends it as it stands. */
const isTypedIn = ({ changes, target }: SubtableWork): boolean =>
  changes.some(({ op, before, changes: row }) => {
    const typed = Object.keys(changed(row, before)).filter((name) => target.table.fields.get(name)?.def.calc === undefined);
    return op !== 'Add' || typed.length > 0;
  });

function calculated(work: Work, table: ResolvedTable, values: Values, subtables: readonly SubtableWork[]): Values {
  const rows = (name: string) => subtables.filter((sub) => sub.def.table_name === name).flatMap((sub) => sub.standing.map(valueIn));
  const defs = [...table.fields.values()].map((field) => field.def);
  return recalculate(defs, { value: valueIn(values), rows, today: work.today });
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
  const fields = [...target.table.fields.values()];
  demandNone(checkRecord({ fields, form, values }, subtables.map(rowsOf)));
}

/** What is calculated must hold whoever writes it, the engine too, and though no form shows it: it is never kept as something else. */
function checkCalculated(
  work: Work,
  table: ResolvedTable,
  form: Form,
  after: Values,
  stored: Stored | null,
  subtables: readonly SubtableWork[],
): void {
  const own = calculatedFaults([...table.fields.values()], calcValues(work, form, after, stored));
  const written = subtables.filter((sub) => sub.changes.length > 0);
  demandNone([...own, ...written.flatMap((sub) => calculatedCells(rowsOf(sub), work.today))]);
}

/** Who signs does not answer for what was calculated before him and stays. */
const calcValues = (work: Work, form: Form, after: Values, stored: Stored | null): CalcValues => ({
  value: valueIn(after),
  today: work.today,
  ...(form.op === 'Review' && stored ? { stood: valueIn(stored.values) } : {}),
});

function rowsOf({ def, target, standing, forms }: SubtableWork): SubtableRows {
  const fields = [...target.table.fields.values()].filter((field) => field.name !== def.parent_field);
  const rows = standing.map(valueIn);
  const formOfRow = new Map(rows.map((row, at) => [row, forms[at]!]));
  return { def, fields, rows, rowForm: (row) => formOfRow.get(row)! };
}

async function checkRowReferences(work: Work, { def, target, changes: rows }: SubtableWork): Promise<void> {
  const added = rows.filter((row) => !row.stored);
  for (const row of rows) {
    const { changes, before, stored } = row;
    const place = { subtable: subtableKey(def), ...(stored ? { id: stored.id } : { added: added.indexOf(row) + 1 }) };
    await checkReferences(work, target.table, changes, stored ? before : {}, { ...before, ...changes }, place);
  }
}
