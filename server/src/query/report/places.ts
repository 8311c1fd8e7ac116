import { type ChartPlaceDef, MOST_GRID } from '#protocol/meta/report/chart.ts';
import type { Asker } from '../asker.ts';
import type { Gate, NameGate, Reader } from '../gate.ts';
import { createNames } from '../names.ts';
import { source } from '../source.ts';
import { and, bound, column, compile, type Sql, type Statement, sql } from '../sql.ts';

/** The records of a table that stand on a grid: those that a list of it shows, with their names. */
export interface PlacesPlan {
  readonly gate: Gate;
  readonly names: NameGate;
  readonly reader: Reader;
  readonly place: ChartPlaceDef;
  readonly limit: number;
  /** those alone whose field names this record */
  readonly within?: { readonly field: string; readonly id: number };
}

/** Row by row from the north, each from the west. Whose row or column is not seen, or none of the grid, has no place. */
export function compilePlaces({ gate, names, reader, place, limit, within }: PlacesPlan, asker: Asker): Statement {
  const fields = createNames(reader, gate);
  const of = (field: string | undefined): Sql => (field === undefined ? sql`null::text` : fields.value(field).sql);
  const [row, col] = [of(place.row), of(place.col)];
  const inGrid = (at: Sql): Sql => sql`${at} between 1 and ${bound(MOST_GRID, 'bigint')}`;
  const inside = within && sql`${of(within.field)} = ${bound(within.id, 'bigint')}`;
  const where = and(gate.rows('t'), names.rows('t'), inGrid(row), inGrid(col), ...(inside ? [inside] : []));
  const english = names.english?.('t') ?? sql`null::text`;
  return compile(
    sql`select t.id, ${column('t', 'key_name')} as key_name, ${english} as key_name_en, ${row} as map_row, ${col} as map_col,
      ${of(place.short)} as short, ${of(place.short_en)} as short_en, ${of(place.code)} as code
      from ${source(gate.table, 't')} ${fields.joins()} where ${where} order by 4, 5, 1 limit ${bound(limit, 'bigint')}`,
    asker,
  );
}
