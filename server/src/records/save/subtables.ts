import { Refusal } from '#protocol/codes.ts';
import { oneId } from '#protocol/fields/ids.ts';
import { isEmpty } from '#protocol/fields/kind.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import type { Form } from '#protocol/rules/form/form.ts';
import type { RowOp } from '#protocol/rules/form/locked.ts';
import { givenTo } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { isSubtableEditable, rowTakes, subtableActions } from '#protocol/rules/form/subtable.ts';
import type { Grant } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { inTurns } from '../row/in-turns.ts';
import { byIds, grantOrNull, lockStanding, type Standing, type Stored } from '../row/stored.ts';
import { ITEM, isApart, lockRowsOf, OWN_OPS, type RowsOf } from '../row/subtable.ts';
import { defsOf, type Values } from '../row/values.ts';
import { formOf, type Target, valueIn, type Work } from '../row/work.ts';
import { withChosen } from './chosen/chosen.ts';
import { fetchedFor, foreseenIn, type Under } from './follow/fetched.ts';
import { followedBy } from './follow/followed.ts';
import { demandParents, isRead, type Parent, readsRows } from './parents.ts';
import { type Asked, demandShown, demandTyped, demandUnit, differing, formFor, parseSent, roleWrites, startValues } from './parse.ts';
import { demandAction } from './turn.ts';

export type Sent = Readonly<Record<string, unknown>>;

/** One change of a row, ready to be written. `before` are the row's values as they lie, `changes` what it takes. */
export interface RowChange {
  op: RowOp;
  stored: Stored | null;
  before: Values;
  changes: Values;
  /** whether the request says something of it */
  isTyped: boolean;
}
/** A sub-table of the record being saved: what changes, and how its rows will stand. */
export interface SubtableWork {
  def: SubtableDef;
  target: Target;
  changes: RowChange[];
  standing: Values[];
  /** the form of each of them */
  forms: Form[];
  /** those that have rights of their own and are not there for the caller */
  unseen: Set<Values>;
  /** further records in whose forms these rows stand: they follow */
  others: Parent[];
}

/**
 * Reads and decides the sub-tables of one submit (SUB-05). Rows not named stay. The whole submit is refused: 317 for a
 * sub-table or a row operation that is none, 312 where the form would not let it, 315 for a row that is not this parent's (B11).
 */
export async function planSubtables(
  work: Work,
  parent: Saving,
  form: Form,
  sent: Readonly<Record<string, readonly Sent[]>>,
  always: boolean,
): Promise<SubtableWork[]> {
  const known = new Map(parent.table.subtables.map((def) => [subtableKey(def), def]));
  for (const key of Object.keys(sent)) if (!known.has(key)) throw new Refusal(317, '', { field: key.slice(0, 60) });
  const planned: SubtableWork[] = [];
  for (const [key, def] of known) {
    const rows = sent[key] ?? [];
    // rows in a tab are saved by themselves: a save of their record does not ask after them
    const editable = def.inline === 1 && (isSubtableEditable(def, form) || work.engine);
    if (rows.length || (always && editable) || isRead(parent.table, def)) planned.push(await planOne(work, parent, def, form, rows));
  }
  return planned;
}

/** The record that is saved with its rows: its values as they were typed, of which rows that come to it copy; `rows` as they were locked and read before. */
type Saving = Target & { id: number | null; op: 'Add' | 'Modify' | 'Review'; values?: Values; rows?: RowsOf | undefined };

async function planOne(work: Work, parent: Saving, def: SubtableDef, form: Form, sent: readonly Sent[]): Promise<SubtableWork> {
  const table = work.access.catalogue.table(def.table_name);
  if (!table) throw new Refusal(312);
  const offered = sent.length === 0 ? [] : work.engine ? (['Add', 'Modify', 'Delete'] as const) : subtableActions(def, table.def, form);
  const ops = sent.map((row) => opOf(row, def, offered));
  const rights = rightsOf(work, parent, def, table);
  for (const op of work.engine ? [] : ops) if (!rights.grant(op)) throw new Refusal(312, '', { field: subtableKey(def) });
  const existing =
    parent.id === null ? [] : ((await parent.rows?.(def, parent.id)) ?? (await lockRowsOf(work, parent.table, def, [parent.id])));
  const strangers = await lockStanding(work, table, byIds(idsFor(sent, ops, 'Bind')), rights.grant('Bind'), OWN_OPS);
  const target = { table, grant: rights.grant('Modify') };
  const plan: SubtableWork = { def, target, changes: [], standing: [], forms: [], unseen: new Set(), others: [] };
  const rows = byId([...existing, ...strangers]);
  const [own, others] = [byId(existing), byId(strangers)];
  const touched = new Set<number>();
  const planning = await withChosen(work, table, sent);
  for await (const [at, row] of inTurns(sent)) {
    const op = ops[at]!;
    const found = op === 'Add' ? null : rowNamed(work, plan, row, op, op === 'Bind' ? others : own, rights.own, touched);
    if (found && !rights.own) demandTaken(work, target, def, form, op, found);
    const under = { table, grant: rights.grant(op) };
    const change = await planRow(planning, under, def, parent, row, op, found);
    if (rights.own && parent.op !== 'Review') demandUnit(work, under, change.changes);
    plan.changes.push(change);
    plan.others.push(...(await othersOf(work, plan, parent.id, change)));
  }
  for await (const [, { op, stored, values }] of inTurns(standing([...rows.values()], own, plan.changes))) {
    const form = formFor(work, { table, grant: rights.grant(op) }, 'Modify', stored, valueIn(values));
    plan.standing.push(values);
    // what he may not change is not held against him
    plan.forms.push(rights.own && stored && !stored.allows('Modify') ? { ...form, locks: () => true } : form);
    if (rights.own && stored && !stored.allows('Show')) plan.unseen.add(values);
  }
  return plan;
}

const byId = (rows: readonly Standing[]): ReadonlyMap<number, Standing> => new Map(rows.map((row) => [row.id, row]));

/** Records beside the one being saved in whose forms the row stands, before or after. */
function othersOf(work: Work, { def, target }: SubtableWork, parent: number | null, { op, stored, before, changes }: RowChange) {
  const was = stored ? stored.values : {};
  const here = op === 'Unbind' ? null : parent;
  const after = op === 'Delete' ? {} : { ...before, ...changes, [def.parent_field]: here };
  return demandParents(work, target.table, was, after, (place, id) => place.def.parent_field === def.parent_field && id === parent);
}

function opOf(row: Sent, def: SubtableDef, offered: readonly RowOp[]): RowOp {
  const op = row.op as RowOp;
  if (!['Add', 'Modify', 'Bind', 'Delete', 'Unbind'].includes(op)) throw new Refusal(317, '', { field: 'op' });
  if (!offered.includes(op)) throw new Refusal(312, '', { field: subtableKey(def) });
  return op;
}

interface RowRights {
  /** the rows live on their own, or under a permission of their own: each must be one that the caller may change */
  own: boolean;
  /** Null for the engine, and for who has none: rows that he sends are refused, and those that stand are no reason to refuse his submit. */
  grant(op: RowOp): Grant | null;
}

/** Rows that belong to the parent and are guarded by its items need no more than the parent's right. */
function rightsOf(work: Work, parent: Saving, def: SubtableDef, table: ResolvedTable): RowRights {
  const own = !work.engine && isApart(def, table, parent.table);
  return { own, grant: (op) => (work.engine ? null : grantOrNull(work, table, own ? ITEM[op] : parent.op)) };
}

/** The row that a change names: 315 where it is not there for the caller, 312 where he may not change it now. */
function rowNamed(
  work: Work,
  { def, target }: SubtableWork,
  row: Sent,
  op: RowOp,
  among: ReadonlyMap<number, Standing>,
  own: boolean,
  touched: Set<number>,
): Stored {
  const id = rowId(row);
  const found = among.get(id);
  if (!found || (own && !found.allows('Show'))) throw new Refusal(315, '', { field: subtableKey(def) });
  if (touched.has(id)) throw new Refusal(317, '', { field: 'id' });
  touched.add(id);
  // the record's own version counts for rows that belong to it
  checkRowVersion(row.version, found, own && target.table.def.strict_version === 1);
  if (!own) return found;
  demandAction(work, target.table, found, ITEM[op]);
  return found.under(ITEM[op]);
}

/** What the state of a row that is its record's own asks of it: 312, as where it is saved by itself. */
function demandTaken(work: Work, { table }: Target, def: SubtableDef, form: Form, op: RowOp, stored: Stored): void {
  const { holds } = formOf(work, table, 'Show', stored.review_state, valueIn(stored.values));
  if (!work.engine && !rowTakes(def, table.def, form, op, holds)) throw new Refusal(312, '', { field: subtableKey(def) });
}

function idsFor(sent: readonly Sent[], ops: readonly RowOp[], op: RowOp): number[] {
  return sent.flatMap((row, at) => (ops[at] === op ? [rowId(row)] : []));
}

function rowId(row: Sent): number {
  const id = oneId(row.id, 1);
  if (id === null) throw new Refusal(317, '', { field: 'id' });
  return id;
}

async function planRow(
  work: Work,
  target: Target,
  def: SubtableDef,
  parent: Saving,
  row: Sent,
  op: RowOp,
  stored: Stored | null,
): Promise<RowChange> {
  const { op: _op, id: _id, version: _version, ...rest } = row;
  const fields: Record<string, unknown> = rest;
  const elsewhere = fields[def.parent_field];
  if (!isEmpty(elsewhere) && oneId(elsewhere, 1) !== parent.id) throw new Refusal(312, '', { field: def.parent_field });
  delete fields[def.parent_field];
  const given = givenTo(def, target.table.def);
  for (const [name, is] of Object.entries(given)) {
    // to who does not see it it is a name as any other
    if (target.grant?.sees(name, 't') === false) continue;
    if (!isEmpty(fields[name]) && String(fields[name]) !== String(is)) throw new Refusal(312, '', { field: name });
    delete fields[name];
  }
  if ((op === 'Bind' || op === 'Unbind') && !roleWrites(target, def.parent_field, stored))
    throw new Refusal(312, '', { field: def.parent_field });
  const under = underOf(target.table, def, parent, stored);
  if (!stored)
    return { op, stored, ...(await rowValues(work, target, 'Add', { ...startValues(work, target.table), ...given }, fields, null, under)) };
  if (op === 'Bind' && under)
    return { op, stored, ...(await rowValues(work, target, 'Modify', stored.values, {}, stored, under)), isTyped: false };
  if (op !== 'Modify') return { op, stored, before: stored.values, changes: {}, isTyped: false };
  return { op, stored, ...(await rowValues(work, target, 'Modify', stored.values, fields, stored)) };
}

/** What a row that comes to its record copies of it, as it would by itself: of what the caller may read, whatever record it is. */
function underOf(
  { fields }: ResolvedTable,
  { parent_field: field }: SubtableDef,
  parent: Saving,
  stored: Stored | null,
): Under | undefined {
  const { values, grant, id } = parent;
  if (fields.get(field)!.def.fetch === undefined || !values || (stored && stored.values[field] === id)) return undefined;
  const read = Object.entries(values).filter(([name]) => grant === null || grant.sees(name, 't') === true);
  return { field, values: Object.fromEntries(read) };
}

function checkRowVersion(version: unknown, stored: Stored, isStrict: boolean): void {
  if (isEmpty(version)) {
    if (isStrict) throw new Refusal(314, '', { field: 'version' });
    return;
  }
  if (oneId(version, 1) !== stored.version) throw new Refusal(311, '$rowStale', { version: stored.version, stale: 1 });
}

async function rowValues(
  work: Work,
  target: Target,
  op: 'Add' | 'Modify',
  before: Values,
  fields: Sent,
  stored: Stored | null,
  under?: Under,
) {
  const brought = parseSent(work, target, fields);
  const typing = { op, stored, before, brought, under };
  const asked: Asked = { op, before, parsed: brought, stored };
  await demandShown(work, target, asked, (known) => foreseenIn(work, target, { ...typing, brought: known }));
  const sent = differing(asked);
  const copied: Values = { ...sent, ...(await fetchedFor(work, target, typing)) };
  const changes = { ...copied, ...followedBy(work, target, { ...typing, values: { ...before, ...copied } }) };
  const value = valueIn({ ...before, ...changes });
  // rows of a row are not in this form: what it sums of them stays
  const defs = defsOf(target.table).filter((def) => op === 'Add' || !readsRows(def.calc));
  const all = { ...changes, ...recalculate(defs, { value, rows: () => [], today: work.today }) };
  demandTyped(work, target, asked, sent, { ...before, ...all });
  return { before, changes: op === 'Add' ? { ...before, ...all } : all, isTyped: Object.keys(sent).length > 0 };
}

/** The rows of the parent after the submit, in the order a form shows them: those that stay, then what is bound and added. */
function standing(rows: readonly Standing[], own: ReadonlyMap<number, Stored>, changes: readonly RowChange[]) {
  const change = new Map(changes.flatMap((one) => (one.stored ? [[one.stored.id, one] as const] : [])));
  const left = rows.filter((row) => {
    const op = change.get(row.id)?.op;
    return op === 'Bind' || (own.has(row.id) && op !== 'Delete' && op !== 'Unbind');
  });
  const kept = left.map((row) => ({ op: 'Modify' as const, stored: row, values: { ...row.values, ...change.get(row.id)?.changes } }));
  const added = changes.filter((one) => one.op === 'Add');
  return [...kept, ...added.map((one) => ({ op: one.op, stored: null, values: { ...one.before, ...one.changes } }))];
}
