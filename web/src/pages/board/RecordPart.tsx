import { isWideShown, widgetOf } from '#web/fields/registry.ts';
import { cellValue } from '#web/fields/shown.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './RecordPart.module.css';
import type { LoadedWidget, Told } from './use-board.ts';

/** What the record says of which the board tells: a name over each value. */
export function RecordPart({ widget, told }: { widget: LoadedWidget; told: Told }) {
  const { label, locale } = useText();
  const [row] = told.rows ?? [];
  if (!row) return null;
  return (
    <dl className={css.facts}>
      {(widget.fields ?? []).map((field) => {
        const { Read } = widgetOf(field);
        const value = cellValue(field, row, label);
        return (
          <div key={field.field_name} className={isWideShown(field, value, locale) ? css.wide : undefined}>
            <dt>{label(field)}</dt>
            <dd>
              <Read field={field} value={value} locale={locale} place="fact" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
