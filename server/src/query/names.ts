import { Refusal } from '#protocol/codes.ts';
import { type DataType, dataType } from '#protocol/meta/data-types.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Operand } from './condition.ts';
import type { Gate, NameGate, Reader } from './gate.ts';
import { relation } from './source.ts';
import { aliasName, and, bound, column, joined, type Sql, sql } from './sql.ts';

/** A value that a filter, an order, a group or a sum may use: what the reader would see, NULL where he sees nothing. */
export interface Value extends Operand {
  field: ResolvedField;
  /** of an entity: the name's table, joined */
  entityName?: () => Sql;
  /** and its English name, where there is one to see */
  englishName?: () => Sql | undefined;
}

/** What a reader looks for in a value: of rich text its words, not its tags, of a place its address. */
function read({ def }: ResolvedField, of: Sql): Sql {
  if (def.data_type === 'location') return sql`fw.place_address(${of})`;
  return def.data_type === 'html' ? sql`fw.plain_text(${of})` : of;
}

/** The table of a reference, joined, and its English name. */
export interface Target {
  alias: string;
  open: boolean;
  english?: Sql;
}

/** The names of one statement: resolved against the reader's rights, with the joins that they took. */
export interface Names {
  /** 317 for a name that is unknown or hidden; `a.b` goes through an entity field, and may end in one. */
  value(path: string): Value;
  /** The reference as it lies in the column, before rights on the target: never filter by it. */
  raw(field: ResolvedField): Sql;
  /** Joins the target of an entity field with the reader's right on its name; undefined where he has none. */
  target(field: ResolvedField): Target | undefined;
  /** Joins a lateral select of one row; answers its alias. */
  lateral(select: Sql): string;
  joins(): Sql;
}

/** The column of a field. */
export const columnOf = (alias: string, field: ResolvedField): Sql => column(alias, field.place);

/** The column of a table that goes by this name: a field's place, or one of the engine's own that no field speaks of. */
export function columnNamed(alias: string, table: ResolvedTable, named: string): Sql {
  const field = table.fields.get(named);
  return field ? columnOf(alias, field) : column(alias, named);
}

/** The states of a table with a flow, and of the to-do view, as a condition may ask for them; of no other field. */
export function knownOf(table: ResolvedTable, field: ResolvedField): Pick<Operand, 'known'> {
  const states = field.name === 'review_state' ? table.def.states.map(({ value }) => value).filter((value) => value !== '*') : [];
  return states.length ? { known: new Set(['0', ...states]) } : {};
}

const unknown = (): never => {
  throw new Refusal(317);
};

export function createNames(reader: Reader, gate: Gate, alias = 't'): Names {
  const joins = createJoins();
  const targets = new Map<string, Target | undefined>();
  const paths = new Map<string, { alias: string; gate: Gate }>();

  const raw = (field: ResolvedField): Sql => shown(gate, field, alias, columnOf(alias, field));

  const named = (names: NameGate, reference: Sql): Target => {
    const as = joins.rows(names, reference);
    return { alias: as, open: names.open, ...(names.english ? { english: names.english(as) } : {}) };
  };
  /** `text`: the path by which the statement names the reference, `of` where it lies */
  const targetAt = (text: string, field: ResolvedField, of: Sql) => {
    if (targets.has(text)) return targets.get(text);
    const names = field.source && reader.names(field.source.table);
    const found = names && named(names, of);
    targets.set(text, found);
    return found;
  };
  const target = (field: ResolvedField) => targetAt(field.name, field, raw(field));
  const path = (first: ResolvedField): { alias: string; gate: Gate } => {
    const known = paths.get(first.name);
    if (known) return known;
    const next = first.def.data_type === 'entity' && first.source ? reader.gate(first.source.table) : undefined;
    if (!next) return unknown();
    const found = { alias: joins.rows(next, raw(first)), gate: next };
    paths.set(first.name, found);
    return found;
  };

  const own = (field: ResolvedField): Value => {
    const kind = readable(field.def.data_type);
    if (field.def.data_type !== 'entity')
      return { field, kind, sql: read(field, raw(field)), ids: field.storage === 'bigint', ...knownOf(gate.table, field) };
    return linked(field.name, field, raw(field));
  };
  const linked = (text: string, field: ResolvedField, of: Sql): Value => {
    const at = () => targetAt(text, field, of);
    const isOpen = field.source && reader.names(field.source.table)?.open;
    const id = isOpen ? of : visibleId(at());
    const names = { entityName: () => targetName(at()), englishName: () => at()?.english };
    return { field, kind: readable('entity'), sql: id, ids: true, ...names };
  };
  const value = (text: string): Value => {
    const [first, second, ...rest] = text.split('.');
    const field = seen(gate, first ?? '', alias);
    if (second === undefined) return own(field);
    if (rest.length > 0) return unknown();
    const end = path(field);
    const last = seen(end.gate, second, end.alias);
    const kind = readable(last.def.data_type);
    const of = shown(end.gate, last, end.alias, columnOf(end.alias, last));
    if (last.def.data_type === 'entity') return linked(text, last, of);
    return { field: last, kind, sql: read(last, of), ids: last.storage === 'bigint' };
  };

  return { value, raw, target, lateral: joins.lateral, joins: joins.all };
}

/** The joins of one statement, in the order in which they were asked for; each answers its alias. */
function createJoins() {
  const joins: Sql[] = [];
  const join = (of: (as: string) => Sql): string => {
    const as = `j${joins.length + 1}`;
    joins.push(of(as));
    return as;
  };
  return {
    /** the row that a reference points at, as far as the gate shows it */
    rows: (target: Gate | NameGate, reference: Sql): string =>
      join((as) => {
        const on = and(sql`${column(as, 'id')} = ${reference}`, target.rows(as));
        return sql`left join ${relation(target.table)} ${aliasName(as)} on ${on}`;
      }),
    lateral: (select: Sql): string => join((as) => sql`left join lateral (${select}) ${aliasName(as)} on true`),
    all: (): Sql => joined(joins, ' '),
  };
}

/** A field of the table that the reader sees on some row at least; 317 for any other name, known or not. */
export function seen(gate: Gate, fieldName: string, alias: string): ResolvedField {
  const field = gate.table.fields.get(fieldName);
  return field && field.storage !== 'none' && gate.sees(field.name, alias) !== false ? field : unknown();
}

/** Where a role hides the field on some rows, every use of it sees NULL there. */
function shown(gate: Gate, field: ResolvedField, alias: string, of: Sql): Sql {
  const sees = gate.sees(field.name, alias);
  if (sees === false) return unknown();
  return sees === true ? of : sql`case when ${sees} then ${of} end`;
}

function readable(type: DataType) {
  return dataType(type).condition ?? unknown();
}

/** An id that the reader may not see is no value he can filter or count by. */
function visibleId(target: { alias: string } | undefined): Sql {
  return target ? column(target.alias, 'id') : sql`${bound(null, 'bigint')}`;
}

function targetName(target: { alias: string } | undefined): Sql {
  return target ? column(target.alias, 'key_name') : sql`${bound(null, 'text')}`;
}
