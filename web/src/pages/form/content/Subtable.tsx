import { type CSSProperties, type KeyboardEvent, memo, useContext } from 'react';
import { useStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { type Paged, Pager } from '../../list/Pager.tsx';
import { MarksOf } from '../since/marks.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { wordsOf } from '../state/told.ts';
import type { Typing } from '../state/typing.ts';
import { CellErrors } from './CellErrors.tsx';
import { MUST } from './Must.tsx';
import { keepInSight } from './paging/in-sight.ts';
import { RowsPage } from './RowsPage.tsx';
import css from './Subtable.module.css';
import { SubtableRow } from './SubtableRow.tsx';
import { SumCheck, SumRow } from './SubtableSum.tsx';
import { useLaying } from './use-laying.ts';
import { type SubtableControl, useSubtable } from './use-subtable.ts';
import { Whose } from './Whose.tsx';

/** More rows than these take what height the window has. */
const MANY = 100;

interface SubtableProps {
  typing: Typing;
  sub: SubtableForm;
  /** the record's, as it was opened */
  cloud: string;
  id: number;
}

/** An inline sub-table: rows typed in place, sums that stay in sight, and in words whether they add up (SUB-01 to SUB-03). */
export const Subtable = memo(function Subtable({ typing, sub, cloud, id }: SubtableProps) {
  const { label, t } = useText();
  const control = useSubtable(typing, sub);
  const { rows, columns, mayAdd, mayDelete, mayRemove, paging } = control;
  const { said, lay, undo } = useLaying(typing, sub, control);
  return (
    <div data-place={subtableKey(sub.def)}>
      {control.others && <Whose edit_by={sub.def.edit_by} turn={typing.turn} />}
      <section
        className={frameOf(control)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={label(sub.def)}
        onKeyDown={(event) => {
          if (!undo || !takesBack(event)) return;
          event.preventDefault();
          undo();
        }}
      >
        <table>
          <SubtableHead columns={columns} mayRemove={mayRemove} />
          <tbody ref={control.body} data-paged="">
            {rows.slice(paging.from, paging.to).map((row, nth) => (
              <SubtableRow
                key={row.key}
                {...{ typing, sub, row, columns, mayDelete, mayRemove, id }}
                at={paging.from + nth}
                onBeyond={control.beyond}
                onRemove={control.remove}
                onPaste={lay}
              />
            ))}
            {rows.length === 0 && <NoRows columns={columns} />}
          </tbody>
          <SumRow rows={rows} columns={columns} mayRemove={mayRemove} />
        </table>
      </section>
      {paging.isPaged && <Pages of={label(sub.def)} control={control} />}
      {mayAdd && (
        <Button ref={control.adder} kind="quiet" icon="add" data-first={rows.length === 0 ? '' : undefined} onClick={() => control.add()}>
          {t('form.addRow', { name: label(sub.def) })}
        </Button>
      )}
      <RowsPage def={sub.def} cloud={cloud} id={id} />
      <p className={css.said} role="status">
        {said}
        {undo && (
          <Button kind="link" onClick={undo}>
            {t('form.laidUndo')}
          </Button>
        )}
      </p>
      <CellErrors typing={typing} sub={sub} rows={rows} columns={columns} id={id} />
      <Below typing={typing} sub={sub} rows={rows} />
    </div>
  );
});

/** Its frame: higher where there are very many rows, and open below where their pages are turned. */
const frameOf = ({ rows, paging }: SubtableControl): string =>
  [css.sub, rows.length > MANY && css.many, paging.isPaged && css.paged].filter(Boolean).join(' ');

/** The pages of the rows, each shown from its first row on; where their size becomes another, one goes on looking at the same rows. */
function Pages({ of, control: { rows, paging, body } }: { of: string; control: SubtableControl }) {
  const { page, size, from, to, turn, resize } = paging;
  const dispatch: Paged['dispatch'] = (action) => {
    if (action.type === 'rows') {
      keepInSight(body.current, (nth) => resize(action.rows, nth));
      return;
    }
    if (action.type === 'page') turn(action.page);
    const frame = body.current?.closest('section');
    frame?.scrollTo({ top: 0 });
    if (frame && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
  };
  const list: Paged = {
    ...{ table: undefined, total: rows.length, totalKind: 'exact', dispatch },
    ...{ rows: rows.slice(from, to), state: { page, rows: size } },
  };
  return (
    <div className="no-print">
      <Pager list={list} of={of} />
    </div>
  );
}

/** The keys that take back the last step. */
const takesBack = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey;

function SubtableHead({ columns, mayRemove }: Pick<SubtableControl, 'columns' | 'mayRemove'>) {
  const { t } = useText();
  return (
    <thead>
      <tr>
        {columns.map(({ field, head, must }) => (
          <th key={field.uid} scope="col" className={widgetOf(field).align === 'right' ? css.r : ''} style={leastOf(field)}>
            {head}
            {must && MUST}
          </th>
        ))}
        {mayRemove && (
          <th scope="col" style={{ width: 44 }}>
            <span className="sr">{t('form.rowActions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function NoRows({ columns }: Pick<SubtableControl, 'columns'>) {
  const { t } = useText();
  return (
    <tr>
      <td colSpan={columns.length + 1} className={css.none}>
        {t('form.noRows')}
      </td>
    </tr>
  );
}

type BelowProps = Pick<SubtableProps, 'typing' | 'sub'> & Pick<SubtableControl, 'rows'>;

/** Rows that went, and whether those that stand add up. */
function Below(props: BelowProps) {
  const marks = useContext(MarksOf);
  return (
    <>
      {marks?.gone(subtableKey(props.sub.def))}
      <Checks {...props} />
    </>
  );
}

/** What is wrong with the rows as a whole, else whether they add up. */
function Checks({ typing, sub, rows }: BelowProps) {
  const wrong = useStore(typing.store, (state) => state.errors[subtableKey(sub.def)]);
  if (!wrong) return (sub.def.check ?? []).map((check) => <SumCheck key={check.sum} typing={typing} rows={rows} check={check} />);
  return (
    <div className={`${css.check} ${css.off}`}>
      <Icon name="alert" size={14} />
      {wordsOf(wrong)}
    </div>
  );
}

/** On paper a column is as wide as it needs. */
const leastOf = (field: FieldDef): CSSProperties => ({ '--least': `${widthOf(field)}px` }) as CSSProperties;

const widthOf = (field: FieldDef): number => {
  const width = field.list_width ?? 120;
  return width <= 30 ? width * 10 : width;
};
