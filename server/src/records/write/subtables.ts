import { Refusal } from '#protocol/codes.ts';
import { oneId } from '#protocol/fields/ids.ts';
import { isEmpty } from '#protocol/fields/kind.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc.ts';
import { recalculate } from '#protocol/rules/calc-order.ts';
import { parseCalc } from '#protocol/rules/calc-parse.ts';
import type { Form } from '#protocol/rules/form.ts';
import { isSubtableEditable, type RowOp, subtableActions, subtableKey } from '#protocol/rules/subtable.ts';
import type { Grant } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { bound, column, FALSE, sql } from '#server/query/sql.ts';
import { changesOf, parseSent, startValues } from './parse.ts';
import { byIds, grantOrNull, lockRows, type Stored } from './stored.ts';
import type { Values } from './values.ts';
import { type Target, valueIn, type Work } from './work.ts';

export type Sent = Readonly<Record<string, unknown>>;

/** One change of a row, ready to be written. `before` are the row's values as they lie, `changes` what it takes. */
export interface RowChange {
  op: RowOp;
  stored: Stored | null;
  before: Values;
  changes: Values;
}
/** A sub-table of the record being saved: what changes, and how its rows will stand. */
export interface SubtableWork {
  def: SubtableDef;
  target: Target;
  changes: RowChange[];
  standing: Values[];
}

/**
 * Reads and decides the sub-tables of one submit (decisions 6, SUB-05). Rows not named stay. The whole submit is refused: 317 for a
 * sub-table or a row operation that is none, 312 where the form would not let it, 315 for a row that is not this parent's (B11).
 */
export async function planSubtables(
  work: Work,
  parent: Target & { id: number | null; op: 'Add' | 'Modify' | 'Review' },
  form: Form,
  sent: Readonly<Record<string, readonly Sent[]>>,
  always: boolean,
): Promise<SubtableWork[]> {
  const known = new Map(parent.table.subtables.map((def) => [subtableKey(def), def]));
  for (const key of Object.keys(sent)) if (!known.has(key)) throw new Refusal(317, '', { field: key.slice(0, 60) });
  const planned: SubtableWork[] = [];
  for (const [key, def] of known) {
    const rows = sent[key] ?? [];
    const editable = isSubtableEditable(def, form) || work.engine;
    if (rows.length || (always && editable) || isRead(parent.table, def)) planned.push(await planOne(work, parent, def, form, rows));
  }
  return planned;
}

/** Whether a calculated field of the parent reads the sub-table. */
const isRead = (table: ResolvedTable, def: SubtableDef): boolean =>
  [...table.fields.values()].some(
    (field) => field.def.calc !== undefined && calcNamesOf(parseCalc(field.def.calc)).some((name) => name.startsWith(`${def.table_name}.`)),
  );

const stale = new WeakMap<ResolvedTable, boolean>();
/** Whether a calculated field of the table reads a sub-table whose rows may be saved without it (one with a `check` has none such); worked out once. */
export function mayBeStale(table: ResolvedTable): boolean {
  const known = stale.get(table) ?? table.subtables.some((def) => def.check === undefined && isRead(table, def));
  stale.set(table, known);
  return known;
}

async function planOne(
  work: Work,
  parent: Target & { id: number | null; op: 'Add' | 'Modify' | 'Review' },
  def: SubtableDef,
  form: Form,
  sent: readonly Sent[],
): Promise<SubtableWork> {
  const table = work.catalogue.table(def.table_name);
  if (!table) throw new Refusal(312);
  const offered = work.engine ? (['Add', 'Modify', 'Delete'] as const) : subtableActions(def, table.def, form);
  const ops = sent.map((row) => opOf(row, def, offered));
  const target = { table, grant: rowGrant(work, parent, table) };
  if (sent.length && !target.grant && !work.engine) throw new Refusal(312, '', { field: subtableKey(def) });
  const mine = parent.id === null ? FALSE : sql`${column('t', def.parent_field)} = ${bound(parent.id, 'bigint')}`;
  const existing = await lockRows(work, table, mine, null);
  const strangers = await lockRows(work, table, byIds(idsFor(sent, ops, 'Bind')), bindGrant(work, parent, table, ops));
  const plan: SubtableWork = { def, target, changes: [], standing: [] };
  const rows = new Map([...existing, ...strangers].map((row) => [row.id, row]));
  const touched = new Set<number>();
  for (const [at, row] of sent.entries())
    plan.changes.push(planRow(work, plan, parent, row, ops[at]!, ops[at] === 'Bind' ? strangers : existing, touched));
  plan.standing = standing([...rows.values()], existing, plan.changes);
  return plan;
}

function opOf(row: Sent, def: SubtableDef, offered: readonly RowOp[]): RowOp {
  const op = row.op as RowOp;
  if (!['Add', 'Modify', 'Bind', 'Delete', 'Unbind'].includes(op)) throw new Refusal(317, '', { field: 'op' });
  if (!offered.includes(op)) throw new Refusal(312, '', { field: subtableKey(def) });
  return op;
}

/**
 * Rows guarded by the parent's own items need no more than the parent's right; others need theirs too. Null for the engine, and for
 * who has none: rows that he sends are refused, and those that stand are no reason to refuse his submit.
 */
const rowGrant = (work: Work, parent: Target & { op: string }, table: ResolvedTable): Grant | null =>
  work.engine ? null : grantOrNull(work, table, table.permission === parent.table.permission ? parent.op : 'Modify');

function bindGrant(work: Work, parent: Target & { op: string }, table: ResolvedTable, ops: readonly RowOp[]) {
  return ops.includes('Bind') && !work.engine
    ? work.access.grant(table, table.permission === parent.table.permission ? parent.op : 'Modify')
    : null;
}

function idsFor(sent: readonly Sent[], ops: readonly RowOp[], op: RowOp): number[] {
  return sent.flatMap((row, at) => (ops[at] === op ? [rowId(row)] : []));
}

function rowId(row: Sent): number {
  const id = oneId(row.id, 1);
  if (id === null) throw new Refusal(317, '', { field: 'id' });
  return id;
}

function planRow(
  work: Work,
  { def, target }: SubtableWork,
  parent: { id: number | null },
  row: Sent,
  op: RowOp,
  among: readonly Stored[],
  touched: Set<number>,
): RowChange {
  const { op: _op, id: _id, version, ...rest } = row;
  const fields: Record<string, unknown> = rest;
  const elsewhere = fields[def.parent_field];
  if (!isEmpty(elsewhere) && oneId(elsewhere, 1) !== parent.id) throw new Refusal(312, '', { field: def.parent_field });
  delete fields[def.parent_field];
  if (op === 'Add') return { op, stored: null, ...rowValues(work, target, 'Add', startValues(work, target.table), fields, null) };
  const id = rowId(row);
  const stored = among.find((one) => one.id === id);
  if (!stored) throw new Refusal(315, '', { field: subtableKey(def) });
  if (touched.has(id)) throw new Refusal(317, '', { field: 'id' });
  touched.add(id);
  checkRowVersion(version, stored);
  if (op !== 'Modify') return { op, stored, before: stored.values, changes: {} };
  return { op, stored, ...rowValues(work, target, 'Modify', stored.values, fields, stored) };
}

function checkRowVersion(version: unknown, stored: Stored): void {
  if (isEmpty(version)) return;
  if (oneId(version, 1) !== stored.version) throw new Refusal(311, '$rowStale', { version: stored.version });
}

function rowValues(work: Work, target: Target, op: 'Add' | 'Modify', before: Values, fields: Sent, stored: Stored | null) {
  const changes = changesOf(work, target, op, before, parseSent(work, target, fields), stored);
  const all = op === 'Add' ? { ...before, ...changes } : changes;
  const value = valueIn({ ...before, ...changes });
  const defs = [...target.table.fields.values()].map((field) => field.def);
  return { before, changes: { ...all, ...recalculate(defs, { value, rows: () => [], today: work.today }) } };
}

/** The rows of the parent after the submit, in the order a form shows them: those that stay, then what is bound and added. */
function standing(rows: readonly Stored[], existing: readonly Stored[], changes: readonly RowChange[]): Values[] {
  const change = new Map(changes.flatMap((one) => (one.stored ? [[one.stored.id, one] as const] : [])));
  const left = rows.filter((row) => {
    const op = change.get(row.id)?.op;
    return op === 'Bind' || (existing.includes(row) && op !== 'Delete' && op !== 'Unbind');
  });
  const kept = left.map((row) => ({ ...row.values, ...change.get(row.id)?.changes }));
  return [...kept, ...changes.filter((one) => one.op === 'Add').map((one) => ({ ...one.before, ...one.changes }))];
}
