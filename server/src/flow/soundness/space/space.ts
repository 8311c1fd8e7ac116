import { Decimal } from '#protocol/fields/decimal.ts';
import { type DataType, isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition } from '#protocol/rules/condition/condition.ts';
import { evaluateCondition } from '#protocol/rules/condition/condition-evaluate.ts';
import type { Names } from '#protocol/rules/condition/condition-kind.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { type Filling, fillings, innerOf, type RowsOf, type Source, sourcesOf } from '../outcome.ts';
import { type Range, typedRange } from './bounds.ts';
import { gridOf } from './grid.ts';
import { ofOthers, relatedFields } from './related.ts';
import { type Sources, sourcesFor } from './sources.ts';
import { type Choices, type Text, valuesOf } from './values.ts';

/** Data of a record that stands for all data which the guards cannot tell from it. */
export type Example = Readonly<Record<string, Text>>;
/** null: not decided, it may hold or not. */
export type Truth = boolean | null;

/** More examples than this are not looked through: fields with the most values are left undecided until the others fit. */
const MOST = 4096;

type Leaf = Exclude<Condition, { kind: 'and' | 'or' }>;
const NOBODY = { id: null, department_entity: null };

/** All examples of a flow's data: one for each way in which its conditions can come out. */
export interface Space {
  fields: readonly (Axis & { def: FieldDef })[];
  /** what the calculated ones among them are made of: filled or empty, no more */
  sources: readonly Axis[];
  size: number;
  /** whether data can be so: what is calculated is filled or empty as that is of which it is made */
  isData(at: number): boolean;
  isFilled(at: number, source: Source): boolean;
  /** whether it is known that the field is empty or filled: not of a calculation that comes to either, by the values of what it reads */
  isSure(at: number, field: string): boolean;
  /** fields that had too many values, or whose values follow from others that are looked at */
  left: readonly string[];
  example(at: number): Example;
  valueAt(at: number, field: string): Text;
  holds(condition: Condition, at: number): Truth;
  /** the same data, whatever others make of the records that it names; itself first */
  drift(at: number): readonly number[];
}

/** What a table's definition names beside itself. */
export interface Around {
  choices: Choices;
  rows: RowsOf;
}

/** `asked` are the conditions of the flow, `filled` fields of which only matters whether they are empty. */
export function spaceOf(table: TableDef, names: Names, asked: readonly Condition[], filled: ReadonlySet<string>, around: Around): Space {
  const related = relatedFields(table, asked, around.rows);
  const all = [...table.fields, ...related];
  const types = new Map(all.map((field) => [field.field_name, field.data_type]));
  const leaves = asked.flatMap(leavesOf).filter((leaf) => isDecidable(leaf, (field) => types.get(field)));
  const asks = leaves.flatMap(({ field }) => [field, ...(relatedOf(field) ? [relatedOf(field)!.by] : [])]);
  const wanted = new Set([...asks, ...filled]);
  const compared = new Set(leaves.flatMap((leaf) => (leaf.kind === 'empty' ? [] : [leaf.field])));
  const defs = all.filter((field) => wanted.has(field.field_name) && field.auto_fill !== 1 && field.number === undefined);
  const free = defs.filter((field) => !follows(table, field, compared));
  const drawn = free.map((def) => axisOf(def, bounded(table, def, around.rows), leaves, around.choices));
  const played = drawn.filter((one): one is Valued & { def: FieldDef } => one.values !== null);
  const sources = sourcesFor(
    table,
    played.map(({ def }) => def),
  );
  const fit = fitting([...played, ...sources.names.map((name): Valued => ({ name, values: EITHER }))]);
  const has = new Set(fit.map(({ name }) => name));
  const isKnown = ({ def }: Valued) => !def?.calc || sourcesOf(table, def).every((name) => has.has(sources.standing(name)));
  const axes = withStrides(fit.filter(isKnown));
  const left = defs.map((def) => def.field_name).filter((name) => !axes.some((one) => one.def?.field_name === name));
  return createSpace({ table, axes, sources, left, names, rows: around.rows });
}

/** Of a source it matters whether it is filled. */
const EITHER: readonly Text[] = ['filled', null];

/** One way in which data differ: in the value of a field, or in whether a source is filled. */
interface Valued {
  name: string;
  def?: FieldDef;
  values: readonly Text[];
  /** what the field is compared with */
  constants?: readonly string[];
}
type Axis = Valued & { stride: number };

function leavesOf(condition: Condition): Leaf[] {
  if (condition.kind === 'and') return condition.all.flatMap(leavesOf);
  return condition.kind === 'or' ? condition.any.flatMap(leavesOf) : [condition];
}

/** Decided are comparisons of a field with constants; of texts only whether they are the same, not their order or parts of them; not two fields, the clock, the reader. */
function isDecidable(leaf: Leaf, typeOf: (field: string) => DataType | undefined): boolean {
  const type = typeOf(leaf.field);
  if (!type || leaf.kind === 'empty') return type !== undefined;
  const terms = leaf.kind === 'in' ? leaf.values : [leaf.value];
  if (terms.some((term) => term.kind !== 'literal')) return false;
  const equal = leaf.kind === 'in' || leaf.op === '=' || leaf.op === '!=';
  return equal || (leaf.op !== 'like' && !isOf(type, 'line', 'lines', 'mark'));
}

/** A calculated value is as free as what it is made of: not, where that is compared itself. */
function follows(table: TableDef, field: FieldDef, compared: ReadonlySet<string>): boolean {
  if (field.calc === undefined) return false;
  return [...sourcesOf(table, field), ...innerOf(table, field).map((one) => one.field_name)].some((name) => compared.has(name));
}

/** A calculated number lies between what can become of what it reads. */
function bounded(table: TableDef, def: FieldDef, rows: RowsOf): FieldDef {
  if (def.calc === undefined || !typedRange(def)) return def;
  const { low, high } = fillings(table, def, () => true, { rows, mayLack: () => true }).range;
  return { ...def, min: low.toFixed(), max: high.toFixed() };
}

function axisOf(def: FieldDef, within: FieldDef, leaves: readonly Leaf[], choices: Choices): Drawn {
  const constants = [...new Set(leaves.flatMap((leaf) => (leaf.field === def.field_name ? literalsOf(leaf) : [])))];
  const values = valuesOf(within, constants, choices);
  const start = startsWith(def);
  const all = values && start !== undefined && !values.includes(start) ? [...values, start] : values;
  return { name: def.field_name, def, values: all, ...(def.calc !== undefined && typedRange(def) ? { constants } : {}) };
}

/** An axis before it is known whether there is room for it; `values` null: too many. */
interface Drawn extends Omit<Valued, 'def' | 'values'> {
  def: FieldDef;
  values: readonly Text[] | null;
}

/** Whether some number of the range is to the constants as this one is. */
function isWithin(text: string, constants: readonly string[], { low, high }: Range): boolean {
  if (low.gt(high)) return false;
  const [value, real] = [new Decimal(text), nearest(text, { low, high })];
  return constants.every((constant) => value.cmp(constant) === real.cmp(constant));
}

const nearest = (text: string, { low, high }: Range): Decimal => Decimal.max(low, Decimal.min(high, text));

function literalsOf(leaf: Leaf): string[] {
  if (leaf.kind === 'empty') return [];
  const terms = leaf.kind === 'in' ? leaf.values : [leaf.value];
  return terms.flatMap((term) => (term.kind === 'literal' ? [term.text] : []));
}

function fitting(all: readonly Valued[]): readonly Valued[] {
  if (all.reduce((size, { values }) => size * values.length, 1) <= MOST) return all;
  const largest = Math.max(...all.map(({ values }) => values.length));
  const at = all.findIndex(({ values }) => values.length === largest);
  return fitting(all.filter((_, index) => index !== at));
}

function withStrides(all: readonly Valued[]): Axis[] {
  let stride = 1;
  return all.map((one) => {
    const axis = { ...one, stride };
    stride *= one.values.length;
    return axis;
  });
}

interface Made {
  table: TableDef;
  axes: readonly Axis[];
  sources: Sources;
  left: readonly string[];
  names: Names;
  rows: RowsOf;
}

function createSpace({ table, axes, sources, left, names, rows }: Made): Space {
  const places = new Map(axes.map((axis) => [axis.name, axis]));
  const fields = axes.filter((axis): axis is Space['fields'][number] => axis.def !== undefined);
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  const valueAt = (at: number, name: string): Text => {
    const axis = places.get(name)!;
    return axis.values[Math.floor(at / axis.stride) % axis.values.length]!;
  };
  const isFilled = (at: number, source: Source): boolean => valueAt(at, sources.standing(source)) !== null;
  const calculated = fields.filter(({ def }) => def.calc !== undefined).map((axis) => ({ ...axis, reads: sourcesOf(table, axis.def) }));
  const filled = new Map<string, Filling>();
  const fillingOf = ({ def, reads }: (typeof calculated)[number], at: number): Filling => {
    const has = (source: Source) => isFilled(at, source);
    const key = `${def.field_name} ${reads.map((source) => Number(has(source))).join('')}`;
    const found = filled.get(key) ?? fillings(table, def, has, { rows });
    filled.set(key, found);
    return found;
  };
  const others = ofOthers(fields, places, valueAt);
  const can = Array.from({ length: calculated.length + others.count ? size : 0 }, (_, at) => {
    const isPossible = (axis: (typeof calculated)[number]) => comesTo(axis, valueAt(at, axis.name), fillingOf(axis, at));
    return others.isNamed(at) && calculated.every(isPossible);
  });
  const isData = (at: number): boolean => can[at] ?? true;
  const isSure = (at: number, name: string): boolean => {
    const axis = calculated.find((one) => one.name === name);
    if (!axis) return true;
    const { empty, full } = fillingOf(axis, at);
    return !(empty && full);
  };
  const known = new WeakMap<Condition, Int8Array>();
  const truthOf = (condition: Condition, at: number): Truth => {
    if (condition.kind === 'and') return all(condition.all.map((one) => truthOf(one, at)));
    if (condition.kind === 'or') return not(all(condition.any.map((one) => not(truthOf(one, at)))));
    if (!isDecidable(condition, (field) => places.get(field)?.def?.data_type) || !isSure(at, condition.field)) return null;
    return evaluateCondition(condition, { names, value: (name) => valueAt(at, name), today: '2026-01-01', user: NOBODY });
  };
  const holds = (condition: Condition, at: number): Truth => {
    const truths = known.get(condition) ?? new Int8Array(size);
    known.set(condition, truths);
    if (truths[at] === 0) truths[at] = CODE.indexOf(truthOf(condition, at)) + 1;
    return CODE[truths[at]! - 1]!;
  };
  const read = new Set(calculated.flatMap(({ reads }) => reads));
  const shown = (axis: Axis, at: number): Text => {
    const value = valueAt(at, axis.name);
    const number = axis.constants && calculated.find(({ name }) => name === axis.name);
    return value === null || !number ? value : nearest(value, fillingOf(number, at).range).toFixed();
  };
  // beside what is calculated of it, of a field that is filled no value is meant
  const example = (at: number): Example =>
    Object.fromEntries(
      fields.filter(({ name }) => !read.has(name) || valueAt(at, name) === null).map((axis) => [axis.name, shown(axis, at)]),
    );
  const looked = axes.flatMap((axis) => (axis.def ? [] : [axis]));
  const drift = (at: number): number[] => others.drift(at).filter((one) => one === at || isData(one));
  return { fields, sources: looked, size, left, isData, isFilled, isSure, example, valueAt, holds, drift };
}

/** Whether what is calculated can come to the value where its sources are so. */
const comesTo = ({ constants }: Axis, value: Text, { empty, full, range }: Filling): boolean =>
  value === null ? empty : full && (!constants || isWithin(value, constants, range));

const CODE: readonly Truth[] = [true, false, null];

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

/** What a new record has in the field: a constant, nothing, or (undefined) what depends on who adds it and when. */
export function startsWith(field: FieldDef): Text | undefined {
  if (relatedOf(field.field_name)) return undefined;
  const start = String(field.defvalue ?? '');
  if (start === '') return null;
  if (start.startsWith('{')) return undefined;
  const grid = gridOf(field);
  const place = grid?.place(start);
  return grid && place ? grid.text(place.at) : start;
}
