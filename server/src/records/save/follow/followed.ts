import { fieldKind } from '#protocol/fields/fields.ts';
import type { Fault, Value } from '#protocol/fields/kind.ts';
import type { CalcOn } from '#protocol/rules/calc/calc-evaluate.ts';
import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import { type Following, type FollowOn, followed, type Left, readsRowsIn, targetsOf, workedOut } from '#protocol/rules/follow/follow.ts';
import { type Form, isEditable } from '#protocol/rules/form/form.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { parseValue } from '#server/meta/page/clean.ts';
import type { Stored } from '../../row/stored.ts';
import { changed, defsOf, specsOf, type Values } from '../../row/values.ts';
import { type Target, valueIn, type Work } from '../../row/work.ts';
import { demandNone, formFor, goneFaults, hidesFrom, veiled } from '../parse.ts';

/** A record, or a row, as it would stand by what was sent. */
export interface Typed {
  op: Form['op'];
  stored: Stored | null;
  before: Values;
  /** with what was sent, and what was copied of chosen records */
  values: Values;
  /** all that was sent, changed or not: what is brought is taken as it is */
  brought: Values;
  /** rows of its sub-tables as they will stand; absent: it is a row itself */
  rows?: CalcOn['rows'];
  /** the sub-tables of whose rows some change */
  subs?: readonly string[];
}

/**
 * What else is written because of a change (FORM-08 onchange, onload), the same as the form works out: a new record's empty fields first, then
 * what follows from each other value. A target that may be typed is left as it is brought; one that may not is the server's, but at a step of
 * a flow, where nobody changes what the step does not open. Refused as if somebody had typed it is what a target cannot hold.
 */
export function followedBy(work: Work, target: Target, typed: Typed): Values {
  if (work.engine || targetsOf(target.table.def).size === 0) return {};
  const { op, stored, before, values } = typed;
  const { wrong, ...found } = kept(work, target.table, before, written(work, target, typed));
  if (wrong.length > 0) {
    const hides = hidesFrom(target, stored, formFor(work, target, op, stored, valueIn({ ...values, ...found.values })));
    demandNone(veiled(wrong, ({ data }) => hides(String(data.field_name))));
  }
  return found.values;
}

/** The record with what follows from these values and is calculated, as far as that asks for no rows. */
export function reckonedOn(work: Work, target: Target, typing: Omit<Typed, 'values' | 'rows' | 'subs'>, values: Values): Values {
  const follows = work.engine ? {} : kept(work, target.table, typing.before, written(work, target, { ...typing, values })).values;
  const all = { ...values, ...follows };
  return { ...all, ...recalculate(aloneIn(target.table), { value: valueIn(all), rows: () => [], today: work.today }) };
}

function written(work: Work, target: Target, typed: Typed): Record<string, Value> {
  const { op, stored, before, values, brought, rows, subs = [] } = typed;
  const left: Left = {
    isNew: stored === null,
    fields: Object.keys(changed(values, before)),
    subs,
    isSaid: (name) => name in brought,
    isOpen: (def, value) => isEditable(def, formFor(work, target, op, stored, value)),
    isReview: op === 'Review',
  };
  return workedOut(followingOf(target.table), left, { value: valueIn(values), today: work.today, ...(rows ? { rows } : {}) });
}

const followingOf = (table: ResolvedTable): Following => ({ def: table.def, specs: specsOf(table) });

/** What is calculated and asks for no rows. */
const aloneIn = madeOnce((table: ResolvedTable) => defsOf(table).filter(({ calc }) => calc !== undefined && !readsRowsIn(calc)));

/** What follows in a record when rows of it change behind its form, in these sub-tables, and what of it does not fit. */
export function followedRows(work: Work, table: ResolvedTable, stored: Stored, subs: readonly string[], rows: CalcOn['rows']): Kept {
  if (work.engine || subs.length === 0) return { values: {}, wrong: [] };
  const on: FollowOn = { value: valueIn(stored.values), today: work.today, rows, writes: () => true };
  return kept(work, table, stored.values, followed(followingOf(table), { fields: [], subs }, on));
}

interface Kept {
  values: Values;
  wrong: Fault[];
}

/** As it lies in the columns; wrong is all that does not fit, is offered no more, or is beyond the bounds of its field, whether a form shows it or not. */
function kept({ today }: Work, table: ResolvedTable, before: Values, found: Readonly<Record<string, Value>>): Kept {
  const values: Values = {};
  const wrong: Fault[] = [];
  for (const [name, value] of Object.entries(found)) {
    const field = table.fields.get(name)!;
    const { value: parsed = null, fault } = parseValue(field, value);
    const beyond =
      fault ?? fieldKind(field.def.data_type).check(parsed, field, today) ?? goneFaults(field, parsed, before[name] ?? null)[0];
    if (beyond) wrong.push(beyond);
    else values[name] = parsed;
  }
  return { values, wrong };
}
