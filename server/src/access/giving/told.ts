import { isOf } from '#protocol/meta/data-types.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { knownView, OWN, TEAM } from '#protocol/rules/view.ts';
import { type FieldFilter, filtersIn, type OneFilter } from '#protocol/wire/filters.ts';
import { readView, type ViewContent } from '#protocol/wire/view.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Access } from '../access.ts';
import { namesSeen } from '../names-seen.ts';

/** Of a view's row of `define` what decides who is told of it. */
interface Row {
  range: number;
  content: string;
  create_entity: number | null;
}

/** A view that a reader has: what it says as far as he sees it, and whether it is his to keep. */
export interface Told<Of extends Row> {
  row: Of;
  owns: boolean;
  content: ViewContent;
  partial: boolean;
}

/** The definition as the reader sees it. */
type Known = Pick<TableDef, 'uid' | 'fields' | 'flow' | 'subtables'>;

/**
 * Of views that are for a reader those that he is told (docs/decisions/233): none of others that is filtered by what he does not see, by a record
 * that he may not see, or by words on a reference, which would be the name of one. To him they are not there, in the definition and by their number.
 */
export async function toldOf<Of extends Row>(
  tx: Tx,
  access: Access,
  table: ResolvedTable,
  known: Known,
  rows: readonly Of[],
): Promise<Told<Of>[]> {
  const offered = rows.flatMap((row) => offeredOf(access, table, known, row));
  const wanted = new Map<string, number[]>();
  for (const { named } of offered) for (const [source, ids] of named) wanted.set(source, [...(wanted.get(source) ?? []), ...ids]);
  const seen = new Map<string, ReadonlySet<number>>();
  for (const [source, ids] of wanted) seen.set(source, new Set((await namesSeen(tx, access, source, ids)).map(({ id }) => id)));
  const sees = (source: string, id: number): boolean => seen.get(source)?.has(id) === true;
  return offered.flatMap(({ told, named }) => ([...named].every(([source, ids]) => ids.every((id) => sees(source, id))) ? [told] : []));
}

type Named = ReadonlyMap<string, readonly number[]>;
const none = (): Named => new Map();

function offeredOf<Of extends Row>(access: Access, table: ResolvedTable, known: Known, row: Of): { told: Told<Of>; named: Named }[] {
  const said = readView(row.content);
  if (!said) return [];
  const { user, root } = access.session;
  const [range, made] = [Number(row.range), row.create_entity === user.id];
  const owns = range === OWN || root || (range === TEAM && made);
  const { content, partial } = knownView(known, said);
  const named = made ? none() : recordsNamed(table, known, content);
  return (partial && !owns) || !named ? [] : [{ told: { row, owns, content, partial }, named }];
}

/** Records by their table that filters on references name by id; null where one is asked for by words. */
function recordsNamed(table: ResolvedTable, { fields }: Known, { filters = {} }: ViewContent): Named | null {
  const named = new Map<string, number[]>();
  for (const { uid, field_name, data_type } of fields) {
    const filter = filters[uid];
    if (filter === undefined || !isOf(data_type, 'link', 'links')) continue;
    const ids = idsOf(filter);
    if (!ids) return null;
    const source = table.fields.get(field_name)?.source?.table;
    if (source) named.set(source, [...(named.get(source) ?? []), ...ids]);
  }
  return named;
}

/** Ids as filters list them: one, several, `,1,2,`; null where there is another text among them. */
function idsOf(filter: FieldFilter): number[] | null {
  const all = filtersIn(filter).map(idsOfOne);
  return all.every((ids) => ids !== null) ? all.flat() : null;
}

function idsOfOne(filter: OneFilter): number[] | null {
  if (filter !== null && typeof filter === 'object' && !Array.isArray(filter)) {
    const { op, value } = filter;
    const isWords = op === 'like' || op === 'called';
    return value === undefined ? [] : isWords ? null : idsIn([value].flat());
  }
  return idsIn([filter].flat());
}

function idsIn(values: readonly (string | number | null)[]): number[] | null {
  const texts = values.flatMap((value) => String(value ?? '').split(',')).filter((text) => text !== '');
  return texts.every((text) => /^\d{1,15}$/.test(text)) ? texts.map(Number) : null;
}
