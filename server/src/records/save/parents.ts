import { Refusal } from '#protocol/codes.ts';
import type { Fault, Label } from '#protocol/fields/kind.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { assignmentsOf } from '#protocol/rules/follow/assignments.ts';
import { calculatedFaults } from '#protocol/rules/form/calc-fault.ts';
import { checkForm } from '#protocol/rules/form/check.ts';
import type { Form } from '#protocol/rules/form/form.ts';
import { givenTo, isWithin } from '#protocol/rules/form/narrowed.ts';
import { rowsName, subtableKey } from '#protocol/rules/form/rows-name.ts';
import { checkSubtable, isSubtableEditable } from '#protocol/rules/form/subtable.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { columnNamed } from '#server/query/names.ts';
import { and, bound, sql } from '#server/query/sql.ts';
import { byId, byIds, grantOrNull, lockLive, lockRows, readRows, type Stored } from '../row/stored.ts';
import { isOwn, standsIn } from '../row/subtable.ts';
import { changed, defsOf, specsOf, type Values } from '../row/values.ts';
import { formOf, valueIn, type Work } from '../row/work.ts';
import { followedRows } from './follow/followed.ts';
import { demandNone, hidesFrom, veiled } from './parse.ts';
import { referenceFaults } from './references.ts';
import { demandAction } from './turn.ts';
import { nameActor, updateRecord } from './write.ts';

/** A record in whose form a row stands, or stood: locked, and allowing its coming, going or change. */
export interface Parent {
  table: ResolvedTable;
  /** the sub-tables of it that the row stands in */
  defs: SubtableDef[];
  stored: Stored;
  /** the records in whose forms this one stands */
  above: Parent[];
}
/** Rows of one table, by id. */
export interface Rows {
  table: ResolvedTable;
  ids: readonly number[];
}
/** Whether the row stands so in a form that is being saved or goes with it: that one asks and follows by itself. */
export type Itself = (place: Place, id: number) => boolean;

/**
 * A row is not changed behind its record's back: saved, deleted or restored by itself, or in the form of another record, it must be one
 * that the record's form would let this user change now (SUB-02), and whose sum need not add up to the record (those go with it only);
 * else 312. A row that lives on its own asks so of records under approval only.
 */
export function demandParents(work: Work, table: ResolvedTable, before: Values, after: Values, but?: Itself): Promise<Parent[]> {
  return parentsOf(work, table, [before, after], but, new Set());
}

async function parentsOf(
  work: Work,
  table: ResolvedTable,
  values: readonly Values[],
  but: Itself | undefined,
  seen: Set<string>,
): Promise<Parent[]> {
  const found = new Map<string, Parent>();
  for (const { parent, def } of formsOf(work, table)) {
    const given = givenTo(def, table.def);
    const within = new Set(values.filter((of) => isWithin(given, valueIn(of))).map((of) => of[def.parent_field]));
    for (const id of new Set(values.map((of) => of[def.parent_field]))) {
      const key = `${parent.name} ${id}`;
      if (typeof id !== 'number' || but?.({ parent, def }, id)) continue;
      const known = found.get(key);
      const stored = known?.stored ?? (await lockParent(work, parent, def, id));
      if (!stored) continue;
      if (!within.has(id)) {
        // beside what the form shows of its rows: it goes with the record all the same, and is bound by the right to it
        if (!work.engine) demandAction(work, parent, stored, 'Modify');
        continue;
      }
      demandOpen(work, parent, def, stored);
      known?.defs.push(def);
      if (known || seen.has(key)) continue;
      seen.add(key);
      const above = isOwn(def) ? await parentsOf(work, parent, [stored.values], undefined, seen) : [];
      found.set(key, { table: parent, defs: [def], stored, above });
    }
  }
  return [...found.values()];
}

/** The same for rows that go, or come back, with a record: they may stand in the forms of others, which know nothing of it. */
export async function demandElsewhere(work: Work, together: readonly Rows[]): Promise<Parent[]> {
  const goes: Itself = ({ parent }, id) => together.some(({ table, ids }) => table === parent && ids.includes(id));
  const found: Parent[] = [];
  for (const { table, ids } of together.slice(1)) {
    if (formsOf(work, table).length < 2) continue;
    const rows = await lockRows(work, table, byIds(ids), null, ids.length);
    const values = rows.map((row) => row.values);
    found.push(...(await parentsOf(work, table, values, goes, new Set())));
  }
  return found;
}

/** A form in which rows stand. */
export interface Place {
  parent: ResolvedTable;
  def: SubtableDef;
}
/** By the row's table, as long as its definition lives: worked out once. */
const places = new WeakMap<ResolvedTable, readonly Place[]>();

/**
 * Locks the records in whose forms these rows stand, and those above them, table by table and in the order of their ids: who changes rows of
 * many records at once meets nobody head on who does the same.
 */
export async function lockAbove(work: Work, rows: readonly { table: ResolvedTable; stored: readonly Stored[] }[]): Promise<void> {
  const above = new Map<ResolvedTable, Set<number>>();
  for (const { table, stored } of rows) {
    for (const { parent, def } of formsOf(work, table)) {
      const ids = above.get(parent) ?? new Set<number>();
      for (const { values } of stored) if (typeof values[def.parent_field] === 'number') ids.add(values[def.parent_field] as number);
      if (ids.size) above.set(parent, ids);
    }
  }
  const found: { table: ResolvedTable; stored: Stored[] }[] = [];
  for (const [table, ids] of [...above].sort(([one], [other]) => (one.name < other.name ? -1 : 1))) {
    found.push({ table, stored: await lockRows(work, table, byIds([...ids]), null, ids.size) });
  }
  const isThere = (table: ResolvedTable) => rows.some((one) => one.table === table);
  if (found.length)
    await lockAbove(
      work,
      found.filter(({ table, stored }) => stored.length > 0 && !isThere(table)),
    );
}

/** Sub-tables that rows of this table stand in, and that have a say in a change of theirs. */
function formsOf(work: Work, table: ResolvedTable): readonly Place[] {
  const known = places.get(table) ?? placesOf(work, table);
  places.set(table, known);
  return known;
}

/** Whether rows of the table stand in the form of some record that has a say in their change. */
export const isInForms = (work: Work, table: ResolvedTable): boolean => formsOf(work, table).length > 0;

function placesOf(work: Work, table: ResolvedTable): Place[] {
  const concerns = (parent: ResolvedTable, def: SubtableDef) =>
    isOwn(def) || parent.def.flow === 1 || def.check !== undefined || isBounded(def) || isRead(parent, def);
  return work.access.catalogue
    .tables()
    .flatMap((parent) =>
      parent.subtables.filter((def) => def.table_name === table.name && concerns(parent, def)).map((def) => ({ parent, def })),
    );
}

/** A row that is its record's own may be changed by whoever may change the record: 312 else. Null for a record in the recycle bin. */
async function lockParent(work: Work, parent: ResolvedTable, def: SubtableDef, id: number): Promise<Stored | null> {
  const standing = await lockLive(work, parent, byId(id), isOwn(def) && !work.engine ? ['Modify'] : []);
  return standing && isOwn(def) && !work.engine ? standing.under('Modify') : standing;
}

function demandOpen(work: Work, parent: ResolvedTable, def: SubtableDef, stored: Stored): void {
  if (work.engine || !(isOwn(def) || parent.def.flow === 1 || def.check)) return;
  if (def.check) throw new Refusal(312);
  demandAction(work, parent, stored, 'Modify');
  if (!isSubtableEditable(def, formOf(work, parent, 'Modify', stored.review_state, valueIn(stored.values)))) throw new Refusal(312);
}

/** What the change of a row asks of its records once it is written: how many rows they have (301), what they calculate, their version. */
export async function followParents(work: Work, parents: readonly Parent[]): Promise<void> {
  if (parents.length > 0) await nameActor(work, 'Modify');
  for (const parent of parents) {
    const changes = await settled(work, parent.table, parent.stored, parent.defs);
    if (Object.keys(changes).length === 0 && (work.engine || !parent.defs.some(isOwn))) continue;
    await updateRecord(work, parent.table, parent.stored.id, changes);
    await followParents(work, parent.above);
  }
}

/** What a record calculates anew from the rows that it has now, after a change of its rows in `counted`, whose number is checked. */
export async function settled(work: Work, table: ResolvedTable, stored: Stored, counted: readonly SubtableDef[]): Promise<Values> {
  const rows = new Map<SubtableDef, Values[]>();
  for (const def of table.subtables)
    if (isRead(table, def) || (counted.includes(def) && isBounded(def))) rows.set(def, await rowsIn(work, def, stored.id));
  const defs = defsOf(table);
  const named = (of: string) => [...rows].filter(([def]) => rowsName(def) === of).flatMap(([, some]) => some.map(valueIn));
  // rows that live on their own change no more of a record than it calculates: what else follows is its form's
  const subs = counted.flatMap((def) => (isOwn(def) && def.onchange !== undefined ? [subtableKey(def)] : []));
  const follows = followedRows(work, table, stored, subs, named);
  const typed = { ...stored.values, ...follows.values };
  const calculated = recalculate(defs, { value: valueIn(typed), rows: named, today: work.today });
  const values = { ...typed, ...calculated };
  const changes = changed({ ...follows.values, ...calculated }, stored.values);
  const form = formOf(work, table, 'Modify', stored.review_state, valueIn(values));
  const hides = hidesOf(work, table, stored, form);
  const broken = [...follows.wrong, ...brokenBy(work, table, stored, form, values, follows.values)];
  // a record that comes back chooses nothing
  const outgrown =
    work.engine || counted.length === 0 ? [] : await referenceFaults(work, { table, changes, before: stored.values, after: values, hides });
  demandHeld(table, [...broken, ...outgrown, ...beyond(work, table, stored, calculated)], hides);
  for (const def of work.engine ? [] : counted.filter(isBounded)) {
    const standing = { def, fields: [], rows: rows.get(def)!.map(valueIn), rowForm: () => form };
    const on = { value: valueIn(values), today: work.today, complete: table.def.flow !== 1 };
    demandNone(checkSubtable(standing, { fields: [], form, values: on }));
  }
  return changes;
}

/**
 * What the record's own form would refuse of what its rows write into it (FORM-06): of those fields, and of others what was right before. What was
 * wrong there already is not held against who changes a row.
 */
function brokenBy(work: Work, table: ResolvedTable, stored: Stored, form: Form, values: Values, written: Values): Fault[] {
  if (Object.keys(written).length === 0) return [];
  const fields = specsOf(table);
  const lay = valueIn(stored.values);
  const found = (of: Values, now: Form): Fault[] =>
    checkForm(fields, { ...now, lay }, { value: valueIn(of), stood: lay, today: work.today, complete: table.def.flow !== 1 });
  const before = found(stored.values, formOf(work, table, 'Modify', stored.review_state, lay));
  const stood = new Set(before.map(({ text, data }) => `${text} ${data.field_name}`));
  return found(values, form).filter(({ text, data }) => String(data.field_name) in written || !stood.has(`${text} ${data.field_name}`));
}

/** What the record would calculate anew and cannot hold. */
function beyond(work: Work, table: ResolvedTable, stored: Stored, calculated: Values): Fault[] {
  return calculatedFaults(specsOf(table), { value: valueIn(calculated), stood: valueIn(stored.values), today: work.today });
}

function hidesOf(work: Work, table: ResolvedTable, stored: Stored, form: Form): (name: string) => boolean {
  const grant = work.engine ? null : grantOrNull(work, table, 'Show');
  return grant ? hidesFrom({ table, grant }, stored, form) : () => !work.engine;
}

/**
 * Refuses what the record would write and calculate anew and may not; its field is in no form that the caller has open, so the table is named,
 * and nothing of a field that he is not shown.
 */
function demandHeld({ def: { key_name, key_name_en } }: ResolvedTable, found: readonly Fault[], hides: (name: string) => boolean): void {
  demandNone(
    veiled(found, ({ data }) => hides(String(data.field_name))).map(({ data: { field_name: _, ...data }, ...fault }) => {
      const field = data.field as Label | undefined;
      if (!field) return { ...fault, data };
      return { ...fault, data: { ...data, field: { zh_CN: `${key_name}－${field.zh_CN}`, en_US: `${key_name_en}-${field.en_US}` } } };
    }),
  );
}

const isBounded = (def: SubtableDef): boolean => def.min !== undefined || def.max !== undefined;

async function rowsIn(work: Work, def: SubtableDef, id: number): Promise<Values[]> {
  const table = work.access.catalogue.table(def.table_name);
  if (!table) return [];
  const named = sql`${columnNamed('t', table, def.parent_field)} = ${bound(id, 'bigint')}`;
  const found = await readRows(work, table, and(named, standsIn(table, def, 't')));
  return found.map((row) => row.values);
}

/** Whether something of the table reads the sub-table: a calculated field, or a list of what follows. */
export const isRead = (table: ResolvedTable, sub: SubtableDef): boolean => readIn(table).has(sub);

const readIn = madeOnce((table: ResolvedTable): ReadonlySet<SubtableDef> => new Set(table.subtables.filter((sub) => reads(table, sub))));

function reads(table: ResolvedTable, sub: SubtableDef): boolean {
  const rows = rowsName(sub);
  const all = defsOf(table);
  const inList = (list: string | undefined) => assignmentsOf(list).some((one) => one.reads.some((name) => name.startsWith(`${rows}.`)));
  return (
    all.some(({ calc }) => readsRows(calc, rows)) ||
    [...all, ...table.subtables].some(({ onchange }) => inList(onchange)) ||
    inList(table.def.onload)
  );
}

/** Whether a calculation reads rows: those of this name, or any. */
export const readsRows = (calc: string | undefined, rows?: string): boolean =>
  calc !== undefined &&
  calcNamesOf(parseCalc(calc)).some((name) => (rows === undefined ? name.includes('.') : name.startsWith(`${rows}.`)));
