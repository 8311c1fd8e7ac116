import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { isSaidBySub } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { useTable } from '#web/api/use-table.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './PreviewRows.module.css';

/** Of each sub-table so many rows and columns: more stands on the record's page. */
const ROWS = 4;
const COLUMNS = 3;

interface PreviewRowsProps {
  table: TableDef;
  values: Readonly<Record<string, unknown>>;
}

/** What stands in a record's rows, as far as it decides: the first of each sub-table that has some. */
export function PreviewRows({ table, values }: PreviewRowsProps) {
  const said = (values._subtables ?? {}) as Readonly<Record<string, readonly WireRow[]>>;
  return (table.subtables ?? []).map((sub) => {
    const rows = said[subtableKey(sub)] ?? [];
    return sub.inline === 1 && sub.hidden !== 1 && rows.length > 0 ? <Rows key={sub.uid} sub={sub} rows={rows} /> : null;
  });
}

function Rows({ sub, rows }: { sub: SubtableDef; rows: readonly WireRow[] }) {
  const { t, label, locale } = useText();
  const { measured } = useUnits();
  const { table } = useTable(sub.table_name);
  const columns = (table?.fields ?? []).filter(isTold(sub, rows)).slice(0, COLUMNS);
  if (columns.length === 0) return null;
  return (
    <section>
      <h3>
        {label(sub)} <small>{rows.length}</small>
      </h3>
      <table className={css.rows} aria-label={label(sub)}>
        <thead>
          <tr>
            {columns.map((field) => (
              <th key={field.uid} scope="col" className={sideOf(field)}>
                {measured(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row) => (
            <tr key={row.id}>
              {columns.map((field) => {
                const { Read } = widgetOf(field);
                return (
                  <td key={field.uid} className={sideOf(field)}>
                    <Read field={field} value={row[field.field_name]} locale={locale} place="list" />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS && <p>{t('preview.moreRows', { n: rows.length - ROWS })}</p>}
    </section>
  );
}

const sideOf = (field: FieldDef): string => (widgetOf(field).align === 'right' ? css.r! : '');

/** Columns that lists of the rows show, of which any row says something. */
const isTold =
  (sub: SubtableDef, rows: readonly WireRow[]) =>
  ({ field_name, data_type, list_hidden, hidden }: FieldDef): boolean =>
    list_hidden !== 1 &&
    hidden !== 1 &&
    data_type !== 'title' &&
    !isSaidBySub(sub, field_name) &&
    rows.some((row) => row[field_name] !== null && row[field_name] !== undefined);
