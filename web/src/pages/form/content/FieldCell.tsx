// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { lazy, memo, useCallback, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { FieldDef } from '#protocol/meta/field.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { Later } from '#web/fields/Later.tsx';
import { isWide, isWideShown, widgetOf } from '#web/fields/registry.ts';
import { shown } from '#web/fields/shown.ts';
import { asFiles } from '#web/fields/values.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { MarksOf } from '../since/marks.ts';
import type { Told } from '../state/form-state.ts';
import { wordsOf } from '../state/told.ts';
import { type CellView, cellOf, type Typing } from '../state/typing.ts';
import css from './FieldCell.module.css';
import { whenReleased } from './focus.ts';
import { MUST } from './Must.tsx';
import { Whose } from './Whose.tsx';

export interface FieldCellProps {
  field: FieldDef;
  typing: Typing;
  cloud: string;
  rowid: number;
  /** what a column of the form takes, of 24 */
  span: number;
}

const InPlace = lazy(() => import('#web/fields/preview/InPlace.tsx').then((room) => ({ default: room.InPlace })));

/** One field: label 12 over value 14; a control only where it may be typed, plain text elsewhere. Drawn again when what it draws changed. */
export const FieldCell = memo(function FieldCell(props: FieldCellProps) {
  const { field, typing } = props;
  const view = useStore(
    typing.store,
    useShallow((state) => cellOf(field, typing, state)),
  );
  const isTyped = widgetOf(field).Edit !== null && view.editable;
  return isTyped ? <TypedCell {...props} view={view} /> : <ShownCell {...props} view={view} />;
});

interface ViewProps extends FieldCellProps {
  view: CellView;
}

const spanOf = (isWhole: boolean, span: number, { width = 1 }: Pick<FieldDef, 'width'>) => ({
  gridColumn: `span ${isWhole ? 24 : Math.min(24, width * span)}`,
});

function ShownCell({ field, typing, rowid, span, view: { value, error, others } }: ViewProps) {
  const { locale, t } = useText();
  const { measured } = useUnits();
  const { Read } = widgetOf(field);
  const isWhole = isWideShown(field, value, locale);
  const marks = useContext(MarksOf);
  const read = <Read field={field} value={value} locale={locale} place="form" />;
  const isToCome = rowid === 0 && isComputed(field) && field.calc === undefined;
  return (
    <div className={isWhole ? css.field : `${css.field} ${css.aside}`} style={spanOf(isWhole, span, field)} data-place={field.field_name}>
      <span className={css.label}>
        {measured(field, false)}
        {marks?.field(field.field_name)}
      </span>
      <div className={css.value}>
        {isToCome ? (
          <span className={css.quiet}>{t('form.generated')}</span>
        ) : field.preview === 1 ? (
          <Later of={read}>
            <InPlace field={field} files={asFiles(value)} read={read} />
          </Later>
        ) : (
          read
        )}
      </div>
      {error && <Wrong told={error} />}
      {others && <Whose edit_by={field.edit_by} turn={typing.turn} />}
    </div>
  );
}

function TypedCell({ field, typing, cloud, rowid, span, view: { value, error, needed, outgrown } }: ViewProps) {
  const { locale, t } = useText();
  const { measured, hintOf } = useUnits();
  const { store, table, set, leave } = typing;
  const marks = useContext(MarksOf);
  const place = field.field_name;
  const change = useCallback((next: unknown) => set({ [place]: next }, field), [set, field, place]);
  const blur = useCallback(() => whenReleased(() => leave(place)), [leave, place]);
  const values = useCallback(() => store.getState().values, [store]);
  const Edit = widgetOf(field).Edit!;
  const id = `${table.table_name}-${rowid}-${place}`;
  const isWhole = isWide(field);
  const was = outgrown === undefined ? '' : shown(field, outgrown, locale);
  const hint = [was && t('form.outgrown', { name: was }), hintOf(field)].filter(Boolean).join(' ');
  const about = error || hint ? { describedBy: `${id}-about` } : {};
  return (
    <div className={`${css.field} ${css.edit} ${isWhole ? '' : css.aside}`} style={spanOf(isWhole, span, field)} data-place={place}>
      <label htmlFor={id}>
        {measured(field, true)}
        {needed && MUST}
      </label>
      <Edit
        {...{ id, field, value, locale, values, cloud, rowid, ...about }}
        onChange={change}
        onBlur={blur}
        required={needed}
        invalid={error !== undefined}
      />
      <About id={`${id}-about`} error={error} hint={hint} />
      {marks?.field(place)}
    </div>
  );
}

/** What is wrong, and below it what the field asks for: that explains it. */
export function About({ id, error, hint }: { id: string; error: Told | undefined; hint: string }) {
  if (!error && !hint) return null;
  return (
    <div id={id}>
      {error && <Wrong told={error} />}
      {hint && <div className={css.hint}>{hint}</div>}
    </div>
  );
}

function Wrong({ told }: { told: Told }) {
  return (
    <div className={css.wrong}>
      <Icon name="alert" size={14} />
      {wordsOf(told)}
    </div>
  );
}
