// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { useCallback } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { FieldDef } from '#protocol/meta/field.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { EmptyState, ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { ChangeCard } from '../changes/ChangeCard.tsx';
import { whenReleased } from '../form/content/focus.ts';
import { MUST } from '../form/content/Must.tsx';
import { wordsOf } from '../form/state/told.ts';
import { BegunFoot } from './BegunFoot.tsx';
import css from './BulkBody.module.css';
import { LeftOut } from './LeftOut.tsx';
import { type Bulk, type Filling, MOST_RECORDS, namesOf } from './state/use-bulk.ts';
import { isNamed, overwritten, standingOf } from './state/values.ts';

/** The records as tags, the fields with what stands in them and what is to stand there, and what became of each record (PAGES-02). */
export function BulkBody({ bulk, asked }: { bulk: Bulk; asked: number }) {
  const { t, label } = useText();
  const late = useLate(bulk.rows === undefined, 300);
  if (bulk.fields.length === 0) return <EmptyState title={t('bulk.noBatch', { name: label(bulk.table) })} why={t('bulk.noBatchWhy')} />;
  if (bulk.goesOn !== null)
    return (
      <div className={css.body}>
        <ChangeCard id={bulk.goesOn} />
      </div>
    );
  if (asked > MOST_RECORDS) return <EmptyState title={t('bulk.title')} why={t('bulk.tooMany', { most: MOST_RECORDS })} />;
  if (bulk.error) return <ErrorState why={bulk.error.remark} onRetry={bulk.retry} />;
  if (asked > 0 && !bulk.rows) return late ? <SkeletonRows rows={5} columns={[44, 160, 240, 0]} height={44} /> : null;
  if (!bulk.rows?.length) return <EmptyState title={t('bulk.noneTitle')} why={t('bulk.noneWhy')} />;
  return (
    <div className={css.body}>
      <Tags bulk={bulk} />
      <BulkFields bulk={bulk} />
      <Notes bulk={bulk} />
    </div>
  );
}

/** So many tags stand there before one asks for the others: a thousand names are not read. */
const MOST_TAGS = 60;

function Tags({ bulk }: { bulk: Bulk }) {
  const { t } = useText();
  const rows = bulk.rows!;
  const removable = bulk.progress === null && rows.length > 1;
  return (
    <ul className={css.tags} aria-label={t('bulk.records')}>
      {rows.slice(0, MOST_TAGS).map((row) => {
        const outcome = bulk.outcomes.get(row.id);
        const name = nameOf(row);
        return (
          <li key={row.id} data-outcome={outcome ? (outcome.code === 200 ? 'done' : 'failed') : undefined}>
            <span className={css.tag} title={name}>
              {name}
            </span>
            {outcome?.code === 200 ? (
              <Icon name="check" size={12} />
            ) : (
              removable && (
                <button type="button" aria-label={t('bulk.takeOut', { name })} onClick={() => bulk.takeOut(row)}>
                  <Icon name="close" size={12} />
                </button>
              )
            )}
          </li>
        );
      })}
      {rows.length > MOST_TAGS && <li className={css.more}>+{rows.length - MOST_TAGS}</li>}
    </ul>
  );
}

/** Each field with what stands in it and what is to stand there; it is changed only when it is ticked. */
export function BulkFields({ bulk }: { bulk: Filling }) {
  const { t } = useText();
  return (
    <>
      <table className={css.fields}>
        <colgroup>
          <col className={css.box} />
          <col className={css.name} />
          <col />
          <col className={css.to} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('bulk.field')}
            </th>
            <th scope="col">{t('bulk.now')}</th>
            <th scope="col">{t('bulk.to')}</th>
          </tr>
        </thead>
        <tbody>
          {bulk.fields.map((field) => (
            <Row key={field.uid} bulk={bulk} field={field} />
          ))}
        </tbody>
      </table>
      <LeftOut bulk={bulk} />
    </>
  );
}

function Row({ bulk, field }: { bulk: Filling; field: FieldDef }) {
  const { t, label, locale, listed } = useText();
  const { measured } = useUnits();
  const name = field.field_name;
  const is = bulk.chosen.has(name);
  const standing = bulk.standing(field, locale);
  const now = isNamed(standing)
    ? listed(standing.values.map(({ text, n }) => (text === '' ? t('bulk.blank', { n }) : t('bulk.each', { value: text, n }))))
    : t('bulk.differ', { n: standing.differ });
  return (
    <tr data-chosen={is || undefined} data-place={name}>
      <td className={css.box}>
        <Check
          label={t('bulk.choose', { field: label(field) })}
          checked={is}
          disabled={bulk.progress !== null}
          onChange={(event) => bulk.choose(field, event.target.checked)}
        />
      </td>
      <th scope="row">
        {measured(field, is)}
        {is && field.notnull === 1 && MUST}
      </th>
      <td className={css.now} data-head={t('bulk.now')}>
        {now}
      </td>
      <td className={css.to} data-head={t('bulk.to')}>
        {is ? (
          <Typed bulk={bulk} field={field} />
        ) : (
          <button type="button" className={css.keep} disabled={bulk.progress !== null} onClick={() => bulk.choose(field, true)}>
            {t('bulk.keep')}
          </button>
        )}
      </td>
    </tr>
  );
}

function Typed({ bulk: { typing, cloud }, field }: { bulk: Filling; field: FieldDef }) {
  const { locale, label } = useText();
  const name = field.field_name;
  const { value, error } = useStore(
    typing.store,
    useShallow((state) => ({ value: state.values[name], error: state.errors[name] })),
  );
  const change = useCallback((next: unknown) => typing.set({ [name]: next }), [typing, name]);
  const blur = useCallback(() => whenReleased(() => typing.leave(name)), [typing, name]);
  const values = useCallback(() => typing.store.getState().values, [typing]);
  const Edit = widgetOf(field).Edit!;
  const id = `bulk-${cloud}-${name}`;
  return (
    <>
      <label className="sr" htmlFor={id}>
        {label(field)}
      </label>
      <Edit
        {...{ id, field, value, locale, values, cloud }}
        rowid={0}
        onChange={change}
        onBlur={blur}
        required={field.notnull === 1}
        invalid={error !== undefined}
        {...(error ? { describedBy: `${id}-about` } : {})}
      />
      {error && (
        <div className={css.fault} id={`${id}-about`}>
          {wordsOf(error)}
        </div>
      )}
    </>
  );
}

/** What the change would do and cannot, and what became of it. */
function Notes({ bulk }: { bulk: Bulk }) {
  const { t, label, locale, listed } = useText();
  const values = useStore(bulk.typing.store, (state) => state.values);
  const chosen = bulk.fields.filter(({ field_name }) => bulk.chosen.has(field_name));
  const over = chosen.reduce((sum, field) => sum + overwritten(field, bulk.open, values[field.field_name], locale), 0);
  const cleared = chosen.filter(
    (field) => isBlank(values[field.field_name]) && field.notnull !== 1 && standingOf(field, bulk.open, locale).filled > 0,
  );
  const failed = bulk.rows!.filter(({ id }) => (bulk.outcomes.get(id)?.code ?? 200) !== 200);
  const done = bulk.rows!.filter(({ id }) => bulk.outcomes.get(id)?.code === 200).length;
  return (
    <div className={css.notes} aria-live="polite">
      {failed.length > 0 && (
        <div className={css.failed} role="alert">
          <b>{t('bulk.partly', { n: done, failed: failed.length })}</b>
          <ul>
            {failed.map((row) => (
              <li key={row.id}>
                {nameOf(row)}: {bulk.outcomes.get(row.id)!.remark}
              </li>
            ))}
          </ul>
        </div>
      )}
      {bulk.closed.length > 0 && (
        <p className={css.closed}>
          <Icon name="alert" size={14} /> {t('bulk.closed', { n: bulk.closed.length, names: namesOf(bulk.closed, listed) })}
        </p>
      )}
      {bulk.gone > 0 && <p>{t('bulk.gone', { n: bulk.gone })}</p>}
      {cleared.map((field) => (
        <p key={field.uid}>{t('bulk.clears', { field: label(field) })}</p>
      ))}
      {over > 0 && <p>{t('bulk.overwrites', { n: over })}</p>}
    </div>
  );
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** How much would be changed, and the buttons; the primary one last. */
export function BulkFoot({ bulk, onClose, closeWord }: { bulk: Bulk; onClose(): void; closeWord: string }) {
  const { t } = useText();
  const { progress, open, chosen, outcomes } = bulk;
  const isAgain = outcomes.size > 0;
  if (bulk.goesOn !== null) return <BegunFoot onClose={onClose} closeWord={closeWord} />;
  return (
    <>
      <span className={css.sum} role="status">
        {progress
          ? t('bulk.working', { n: progress.done, of: progress.of })
          : chosen.size > 0
            ? t('bulk.sum', { n: open.length, fields: chosen.size })
            : t('bulk.sumNone')}
      </span>
      <Button size="medium" onClick={progress ? bulk.stop : onClose}>
        {progress ? t('bulk.stop') : closeWord}
      </Button>
      <Button
        size="medium"
        kind="primary"
        disabled={chosen.size === 0 || open.length === 0}
        busy={progress !== null || bulk.reading}
        onClick={() => void bulk.save()}
      >
        {t(isAgain ? 'bulk.again' : 'bulk.save', { n: open.length })}
      </Button>
    </>
  );
}
