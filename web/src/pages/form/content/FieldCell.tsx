import { memo, useCallback } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { FieldDef } from '#protocol/meta/field.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { isWide, widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from '../form.module.css';
import { wordsOf } from '../state/told.ts';
import { cellOf, type Typing } from '../state/typing.ts';
import { whenReleased } from './focus.ts';
import { Whose } from './Whose.tsx';

export interface FieldCellProps {
  field: FieldDef;
  typing: Typing;
  cloud: string;
  rowid: number;
  /** columns of 24 */
  span: number;
}

/** One field: label 12 over value 14; a control only where it may be typed, plain text elsewhere. Drawn again when what it draws changed. */
export const FieldCell = memo(function FieldCell({ field, typing, cloud, rowid, span }: FieldCellProps) {
  const { locale, t } = useText();
  const { measured, hintOf } = useUnits();
  const { store, table, set, leave } = typing;
  const { value, error, editable, needed, others } = useStore(
    store,
    useShallow((state) => cellOf(field, typing, state)),
  );
  const place = field.field_name;
  const change = useCallback((next: unknown) => set({ [place]: next }, field), [set, field, place]);
  const blur = useCallback(() => whenReleased(() => leave(place)), [leave, place]);
  const values = useCallback(() => store.getState().values, [store]);
  const { Read, Edit } = widgetOf(field);
  const id = `${table.table_name}-${rowid}-${place}`;
  const style = { gridColumn: `span ${isWide(field) ? 24 : span}` };
  const typed = Edit !== null && editable;
  const name = measured(field, typed);
  if (!typed) {
    return (
      <div className={css.field} style={style} data-place={place}>
        <span className={css.label}>{name}</span>
        <div className={css.value}>
          {rowid === 0 && isComputed(field) && field.calc === undefined ? (
            <span className={css.code}>{t('form.generated')}</span>
          ) : (
            <Read field={field} value={value} locale={locale} place="form" />
          )}
        </div>
        {error && (
          <div className={css.wrong}>
            <Icon name="alert" size={14} />
            {wordsOf(error)}
          </div>
        )}
        {others && <Whose edit_by={field.edit_by} turn={typing.turn} />}
      </div>
    );
  }
  const hint = hintOf(field);
  return (
    <div className={`${css.field} ${css.edit}`} style={style} data-place={place}>
      <label htmlFor={id}>
        {name}
        {needed && (
          <span className={css.must} aria-hidden="true">
            *
          </span>
        )}
      </label>
      <Edit
        id={id}
        field={field}
        value={value}
        onChange={change}
        onBlur={blur}
        locale={locale}
        required={needed}
        invalid={error !== undefined}
        {...(error || hint ? { describedBy: `${id}-about` } : {})}
        values={values}
        cloud={cloud}
        rowid={rowid}
      />
      {error ? (
        <div className={css.wrong} id={`${id}-about`}>
          <Icon name="alert" size={14} />
          {wordsOf(error)}
        </div>
      ) : hint ? (
        <div className={css.hint} id={`${id}-about`}>
          {hint}
        </div>
      ) : null}
    </div>
  );
});
