import { precisionOf } from '#protocol/fields/decimal.ts';
import { arePasswordsRuled } from '#protocol/fields/password.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { type Assignment, keepAssignments } from '#protocol/rules/follow/assignments.ts';
import { readClosely } from '#protocol/rules/follow/order.ts';
import { namesOfRule } from '#protocol/rules/form/between.ts';
import type { LoadedField } from '#protocol/rules/form/locked.ts';
import { type Pair, parseQuery } from '#protocol/rules/query.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { grantOrNull } from '../../row/stored.ts';
import { rowsNamed, seesRows } from '../../row/subtable.ts';

/** What one reader has of the names that a definition speaks of (docs/decisions/294). */
export interface Sight {
  readonly table: ResolvedTable;
  /** a field of the table, on some of its records at least */
  own(name: string): boolean;
  /** a name of an expression: a field, or one of the rows of a sub-table */
  reads(name: string): boolean;
  /** both sides of what follows, whatever record it is */
  tells(one: Assignment): boolean;
  /** a field of another table, as he reads its records */
  there(table: string, name: string): boolean;
  /** what a choice among records of another table can be narrowed by: where he has no more than their names, as the definition says it */
  narrows(table: string, name: string): boolean;
}

export function sightOf(access: Access, grant: Grant): Sight {
  const { table } = grant;
  const own = (name: string): boolean => table.fields.has(name) && grant.sees(name, 't') !== false;
  return {
    ...{ table, own },
    ...thereOf(access),
    reads: (name) => {
      const [rows, field] = name.split('.') as [string, string | undefined];
      if (field === undefined) return own(name);
      return grantOrNull({ access }, rowsNamed(access, table, rows), 'LoadTable')?.leaves(field) === true;
    },
    tells: (one) => own(one.target) && [...readClosely(table.def.fields, one.reads)].every((name) => readsAlways(access, grant, name)),
  };
}

/** What the reader has of other tables. */
function thereOf({ reader }: Access): Pick<Sight, 'there' | 'narrows'> {
  const there: Sight['there'] = (of, name) => {
    const gate = reader.gate(of);
    return gate?.table.fields.has(name) === true && gate.sees(name, 't') !== false;
  };
  return { there, narrows: (of, name) => reader.gate(of) === undefined || there(of, name) };
}

/** Whether the reader sees a name of an expression whatever record it is, and whatever it holds: a field, or one of the rows of a sub-table. */
function readsAlways(access: Access, grant: Grant, name: string): boolean {
  const [rows, field] = name.split('.') as [string, string | undefined];
  if (field !== undefined) return seesRows(access, grant.table, rows, field);
  // the right to look says more of it: of a record that somebody only takes part in he may see less
  const looking = grantOrNull({ access }, grant.table, 'Show') ?? grant;
  return [grant, looking].every((one) => one.leaves(name) && one.sees(name, 't') === true);
}

/**
 * A field as the forms of this reader are told it (B23): of what it goes by nothing that names what he does not see. The server holds to all of it,
 * and says so at the field: what it does not show does not come with a record, what it keeps closed or demands is refused.
 */
export function toldField({ def, source }: ResolvedField, sight: Sight): LoadedField {
  const untold = untoldOf(def, sight);
  // what is demanded only while it is open cannot be asked for by who does not know whether it is
  const demands = isVeiled(untold) ? (['notnull', 'need_where'] as const) : [];
  const open = withCalc(withTold(without(def, [...untold, ...demands]), 'onchange', sight.tells), sight);
  return {
    ...withPairs(
      withPairs(open, 'fetch', copiesTold(def, source?.table ?? '', sight)),
      'query',
      pairsTold(def, source?.table ?? '', sight),
    ),
    ...(def.number === undefined ? {} : { number: numberTold(def.number, sight) }),
    ...(untold.includes('view_where') ? { veiled: 1 as const } : {}),
    ...(def.data_type === 'password' && !arePasswordsRuled() ? { free: 1 as const } : {}),
  };
}

/** What a field goes by in a form of its record. */
const OF_FORMS = ['onchange', 'fetch', 'query', 'calc', 'number', 'view_where', 'need_where', 'edit_where'] as const;

/**
 * A field where it is drawn and no form of its record filled in, such as in a report, on a board or in what a process tells: how it is written, with
 * its choices, and nothing of what its form goes by.
 */
export function drawnField({ def, items }: ResolvedField): FieldDef {
  return { ...without(def, OF_FORMS), ...digitsOf(def), ...(items ? { items: [...items] } : {}) };
}

/** The same where one looks by it: with what narrows its choice by itself, as far as the reader sees that of the chosen. */
export function soughtField(field: ResolvedField, access: Access): FieldDef {
  const { query } = field.def;
  const { narrows } = thereOf(access);
  const pairs = ((query && parseQuery(query)) || []).filter((pair) => isPlain(pair) && narrows(field.source?.table ?? '', pair.name));
  return { ...drawnField(field), ...(pairs.length > 0 ? { query: written(pairs) } : {}) };
}

/** A list of what follows, as far as the reader has what it reads and writes on every record: the rest is the server's alone, as it would tell him. */
export function withTold<Key extends 'onchange' | 'onload', T extends { [K in Key]?: string | undefined }>(
  of: T,
  key: Key,
  tells: (one: Assignment) => boolean,
): T {
  const said: string | undefined = of[key];
  const kept = said === undefined ? undefined : keepAssignments(said, tells);
  return kept === said ? of : kept === undefined ? without(of, [key]) : { ...of, [key]: kept };
}

const CONDITIONS = ['view_where', 'need_where', 'edit_where'] as const;
type Condition = (typeof CONDITIONS)[number];

/** The conditions of a field that name what the reader does not see. */
const untoldOf = (def: FieldDef, { own }: Sight): Condition[] =>
  CONDITIONS.filter((key) => def[key] !== undefined && !namesOfRule(def[key]).every(own));

/** Whether the server alone knows if the field is there, or open. */
const isVeiled = (untold: readonly Condition[]): boolean => untold.includes('view_where') || untold.includes('edit_where');

/** What is worked out from hidden values is the server's to fill in: a form would reckon without them. */
function withCalc(def: FieldDef, { reads }: Sight): FieldDef {
  if (def.calc === undefined || calcNamesOf(parseCalc(def.calc)).every(reads)) return def;
  return { ...without(def, ['calc']), ...digitsOf(def), auto_fill: 1 };
}

/** How many digits a number has that is calculated and says nothing of it. */
function digitsOf(def: FieldDef): Pick<FieldDef, 'length'> {
  if (def.calc === undefined || def.length !== undefined || def.data_type !== 'numeric') return {};
  const { precision, scale } = precisionOf(def);
  return { length: `${precision},${scale}` };
}

/** Copies of what he reads into what he sees; what goes into a field of which he does not know whether it is open is the server's too. */
const copiesTold = ({ fetch }: FieldDef, source: string, sight: Sight): string | undefined =>
  (fetch ? (parseFetch(fetch) ?? []) : [])
    .filter((copy) => sight.own(copy.target) && sight.there(source, copy.source) && isKnown(sight, copy.target))
    .map((copy) => `${copy.target}=${copy.source}`)
    .join('&') || undefined;

const isKnown = (sight: Sight, name: string): boolean => !isVeiled(untoldOf(sight.table.fields.get(name)!.def, sight));

/** What narrows a choice, as far as he sees it on both sides: what is chosen beyond the rest is refused at the field. */
export function pairsTold({ query }: Pick<FieldDef, 'query'>, source: string, { own, narrows }: Sight): string | undefined {
  const pairs = (query && parseQuery(query)) || [];
  return written(pairs.filter((pair) => narrows(source, pair.name) && (isPlain(pair) || own((pair.term as { name: string }).name))));
}

/** Of no field of the form: a text, or who asks. */
const isPlain = ({ term }: Pair): boolean => term.kind === 'literal' || term.name.includes('.');

const written = (pairs: readonly Pair[]): string | undefined =>
  pairs.map(({ name, term }) => `${name}=${term.kind === 'literal' ? term.text : `{${term.name}}`}`).join('&') || undefined;

const withPairs = (def: LoadedField, key: 'fetch' | 'query', kept: string | undefined): LoadedField =>
  def[key] === undefined ? def : kept === undefined ? without(def, [key]) : { ...def, [key]: kept };

/** A number without the choice that stands in it, where that is hidden. */
const numberTold = (number: string, { table, own }: Sight): string =>
  number.replace(/\{(\w+)\}/g, (place, name: string) => (table.fields.has(name) && !own(name) ? '' : place));

export const without = <T extends object>(of: T, keys: readonly (keyof T)[]): T =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !keys.includes(key as keyof T))) as T;
