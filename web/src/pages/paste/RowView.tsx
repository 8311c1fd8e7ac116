// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { memo, useCallback } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { partsOf } from '#protocol/rules/sheet/cell.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { soughtIn } from '#web/fields/sought.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { whenReleased } from '../form/content/focus.ts';
import { MUST } from '../form/content/Must.tsx';
import type { Told } from '../form/state/form-state.ts';
import { wordsOf } from '../form/state/told.ts';
import { cellOf } from '../form/state/typing.ts';
import { Broken } from './Broken.tsx';
import css from './PasteDialog.module.css';
import { apartOf, type PasteRow, valuesOf } from './state/paste-row.ts';
import type { Paste } from './state/use-paste.ts';

export function RowHead({ fields }: { fields: readonly FieldDef[] }) {
  const { t } = useText();
  const { measured } = useUnits();
  return (
    <thead>
      <tr>
        <th scope="col">{t('paste.line')}</th>
        {fields.map((field) => (
          <th key={field.uid} scope="col" className={widgetOf(field).align === 'right' ? css.r : ''} style={{ minWidth: widthOf(field) }}>
            {measured(field, true)}
            {field.notnull === 1 && MUST}
          </th>
        ))}
        <th scope="col">
          <span className="sr">{t('paste.acts')}</span>
        </th>
      </tr>
    </thead>
  );
}

const NARROWEST = 130;
const widthOf = ({ list_width: width = 120, data_type }: FieldDef): number =>
  Math.max(isOf(data_type, 'link', 'links') ? NARROWEST + 50 : NARROWEST, width <= 30 ? width * 10 : width);

interface RowViewProps {
  row: PasteRow;
  fields: readonly FieldDef[];
  cloud: string;
  why: Paste['why'];
  onLeaveOut(row: PasteRow): void;
}

/** A pasted row; below it what was said of it as a whole, or of a field that has no column. */
export const RowView = memo(function RowView({ row, fields, cloud, why, onLeaveOut }: RowViewProps) {
  const { t } = useText();
  const apart = useStore(
    row.typing.store,
    useShallow((state) => apartOf(state.errors, fields)),
  );
  return (
    <>
      <tr data-row={row.key}>
        <th scope="row" className={css.line}>
          {row.line}
        </th>
        {fields.map((field) => (
          <Cell key={field.uid} row={row} field={field} cloud={cloud} why={why} />
        ))}
        <td className={css.last}>
          <IconButton
            icon="delete"
            size="small"
            data-remove=""
            label={t('paste.leaveOut', { n: row.line })}
            onClick={() => onLeaveOut(row)}
          />
        </td>
      </tr>
      {apart.map((told, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is told has no name of its own
        <tr key={at} className={css.whole}>
          <td />
          <td colSpan={fields.length + 1}>{wordsOf(told)}</td>
        </tr>
      ))}
      <Broken row={row} cloud={cloud} span={fields.length + 1} />
    </>
  );
});

interface CellProps extends Pick<RowViewProps, 'row' | 'cloud' | 'why'> {
  field: FieldDef;
}

/** A choice of few stands in one line here, as any other choice. */
/** A choice that stands as buttons in a form, as a list of a line. */
export const inOneLine = (field: FieldDef): FieldDef => (field.data_type === 'radio' ? { ...field, data_type: 'select' } : field);

const Cell = memo(function Cell({ row, field, cloud, why }: CellProps) {
  const { label, locale, t } = useText();
  const { measured } = useUnits();
  const { typing } = row;
  const name = field.field_name;
  const view = useStore(
    typing.store,
    useShallow((state) => cellOf(field, typing, state)),
  );
  const change = useCallback((next: unknown) => typing.set({ [name]: next }, field), [typing, name, field]);
  const blur = useCallback(() => whenReleased(() => typing.leave(name)), [typing, name]);
  const values = useCallback(() => valuesOf(row), [row]);
  const { Read, Edit, align } = widgetOf(inOneLine(field));
  const side = align === 'right' ? css.r : undefined;
  const head = { 'data-head': measured(field, true), 'data-must': view.needed || undefined };
  if (!view.editable || !Edit)
    return (
      <td className={side} {...head}>
        <Read field={field} value={view.value} locale={locale} place="list" />
        {view.value !== undefined && view.value !== null && <span className={css.closed}>{t('paste.closed')}</span>}
      </td>
    );
  const id = `paste-${row.key}-${name}`;
  return (
    <td className={side} {...head} data-wrong={view.error ? '' : undefined}>
      <label className="sr" htmlFor={id}>
        {label(field)} {row.line}
      </label>
      <div className={css.compact}>
        <Edit
          {...{ id, field: inOneLine(field), locale, values, cloud }}
          value={view.value}
          onChange={change}
          onBlur={blur}
          required={view.needed}
          invalid={view.error !== undefined}
          {...(view.error ? { describedBy: `${id}-wrong` } : {})}
          rowid={0}
        />
      </div>
      {view.error && <Wrong id={`${id}-wrong`} told={view.error} word={soughtIn(view.value)} reason={(word) => why(field, word)} />}
    </td>
  );
});

interface WrongProps {
  id: string;
  told: Told;
  /** what names no record yet */
  word: string;
  reason(word: string): ReturnType<Paste['why']>;
}

const REASONS = { none: 'paste.isNone', several: 'paste.isSeveral', failed: 'paste.isFailed' } as const;

/** What is wrong with a cell: of a name that was asked for, what became of that. */
function Wrong({ id, told, word, reason }: WrongProps) {
  const { t } = useText();
  const open = told.remark === '$fieldNotChosen' ? [word, ...partsOf(word)].find((one) => reason(one)) : undefined;
  return (
    <div className={css.fault} id={id}>
      {open ? t(REASONS[reason(open)!], { word: open }) : wordsOf(told)}
    </div>
  );
}
