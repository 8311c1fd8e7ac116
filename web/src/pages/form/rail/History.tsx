import { type ReactNode, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isSaidBySub } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { Currency, EntityValue } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { isSame, type Values } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { PAGE, placed } from './changes.ts';
import css from './History.module.css';
import { Value } from './HistoryValue.tsx';
import type { Looked } from './version/looked.ts';

interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}
interface RowChange {
  subtable: string;
  id: number;
  op: 'Add' | 'Modify' | 'Delete';
  row: Values;
  changes: readonly FieldChange[];
}
interface Change {
  nth: number;
  op: string;
  actor: EntityValue | null;
  time: string | null;
  changes: readonly FieldChange[];
  rows: readonly RowChange[];
}

interface HistoryProps {
  table: TableDef;
  subs: readonly SubtableForm[];
  cloud: string;
  id: number;
  /** a version is looked at beside the record as it stands */
  onLook(one: Looked): void;
}

/** Who changed which field and row when, newest first; only what the reader may see. Older ones are asked for when he wants them. */
export function History(props: HistoryProps) {
  const [pages, setPages] = useState(1);
  return Array.from({ length: pages }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
    <Page key={at} {...props} page={at + 1} onOlder={at + 1 === pages ? () => setPages(pages + 1) : undefined} />
  ));
}

function Page({ table, subs, cloud, id, onLook, page, onOlder }: HistoryProps & { page: number; onOlder: (() => void) | undefined }) {
  const { t } = useText();
  const query = useOp(ops.history, { cloud, id, page, rows: PAGE }, { fresh: 0 });
  const late = useLate(query.isPending);
  const { data } = query;
  const { error, outdated } = failureOf(query);
  if (error) return <ErrorState why={error.remark} onRetry={() => query.refetch()} />;
  if (!data) return late ? <SkeletonLines lines={6} /> : null;
  const known = { ...table, fields: [...table.fields, ...formerOf(data.data)] };
  const total = data.total ?? 0;
  const changes = told(placed((data.rows ?? []) as unknown as Omit<Change, 'nth'>[], page, total), known, subs);
  const older = onOlder && total > page * PAGE;
  if (page === 1 && changes.length === 0 && !older) return <EmptyState title={t('form.noChanges')} why={t('form.noChangesWhy')} />;
  return (
    <Amounts of={data.data?._currency as Currency | undefined}>
      <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
      {changes.map((change) => (
        <OneChange key={change.nth} table={known} subs={subs} change={change} onLook={change.nth < total ? onLook : undefined} />
      ))}
      {(data.data as { partial?: 1 } | undefined)?.partial === 1 && <p className={css.quiet}>{t('form.rowsPartial')}</p>}
      {older && <Button onClick={onOlder}>{t('form.olderChanges')}</Button>}
    </Amounts>
  );
}

/** Fields that the definition has no more and that these changes speak of: History answers how they were called. */
const formerOf = (data: unknown): readonly FieldDef[] => (data as { former?: readonly FieldDef[] } | undefined)?.former ?? [];

/** What can be done with a whole record; its single values then say nothing that the record does not say. */
const WHOLE = { Add: 'form.created', Delete: 'form.deleted', Restore: 'form.restoredIt' } as const;
const wholeOf = (op: string) => (op in WHOLE ? WHOLE[op as keyof typeof WHOLE] : null);

/**
 * What tells a reader something: fields and the state, but not what the engine works out from them, nor nothing that became nothing;
 * rows of sub-tables that the page knows. A version without any of it is none of his.
 */
function told(all: readonly Change[], table: TableDef, subs: readonly SubtableForm[]): Change[] {
  return all
    .map((change) => ({
      ...change,
      changes: change.changes.filter((each) => each.field === 'review_state' || isTold(table, each)),
      rows: change.rows.flatMap((row) => {
        const sub = subOf(subs, row);
        const changes = sub ? row.changes.filter((each) => isTold(sub.table, each)) : [];
        return sub && (row.op !== 'Modify' || changes.length > 0) ? [{ ...row, changes }] : [];
      }),
    }))
    .filter((change) => wholeOf(change.op) || change.changes.length > 0 || change.rows.length > 0);
}

const subOf = (subs: readonly SubtableForm[], row: RowChange) => subs.find(({ def }) => subtableKey(def) === row.subtable);

function isTold(table: TableDef, { field: name, from, to }: FieldChange): boolean {
  const field = table.fields.find((each) => each.field_name === name);
  return field !== undefined && field.hidden !== 1 && field.calc === undefined && !isSame(from, to);
}

interface OneChangeProps {
  table: TableDef;
  subs: readonly SubtableForm[];
  change: Change;
  /** absent of the newest: it is what stands there */
  onLook: ((one: Looked) => void) | undefined;
}

function OneChange({ table, subs, change, onLook }: OneChangeProps) {
  const { t, label } = useText();
  const { actor, op, changes, rows, time } = change;
  const whole = wholeOf(op);
  const who = actor === null ? t('form.system') : label(actor) || t('fields.unauthorized');
  return (
    <article className={css.change}>
      <div>
        <b>{who}</b> {whole ? t(whole) : t('form.changed', { n: changes.length + rows.length })}{' '}
        <time className={css.when}>{time?.slice(0, 16)}</time>
      </div>
      {!whole && (
        <>
          <Fields table={table} changes={changes} />
          {rows.map((row) => (
            <OneRow key={`${row.subtable}/${row.id}`} sub={subOf(subs, row)!} row={row} />
          ))}
        </>
      )}
      {onLook && (
        <Button kind="link" size="small" onClick={() => onLook({ nth: change.nth, who, when: time })}>
          {t('form.lookAt')}
        </Button>
      )}
    </article>
  );
}

function Fields({ table, changes }: { table: TableDef; changes: readonly FieldChange[] }) {
  const { t, label } = useText();
  const { measured } = useUnits();
  if (changes.length === 0) return null;
  return (
    <dl>
      {changes.map(({ field: name, from, to }) => {
        const field = table.fields.find((each) => each.field_name === name);
        const shown = (value: unknown) => (field ? <Value field={field} value={value} /> : label(stateOf(table, value)));
        return (
          <div key={name} className={css.pair}>
            <dt>{field ? measured(field) : t('form.state')}</dt>
            <dd>
              <Was is={from}>{shown(from)}</Was> → <Became is={to}>{shown(to)}</Became>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const stateOf = (table: TableDef, value: unknown) =>
  table.states.find((state) => state.value === String((value as { id?: number } | null)?.id ?? value));

/** Nothing is no value that could be struck out. */
const Was = ({ is, children }: { is: unknown; children: ReactNode }) => (isSame(is, null) ? <Empty /> : <del>{children}</del>);
const Became = ({ is, children }: { is: unknown; children: ReactNode }) => (isSame(is, null) ? <Empty /> : <ins>{children}</ins>);

function Empty() {
  const { t } = useText();
  return <span className={css.quiet}>{t('form.empty')}</span>;
}

const ROW_OPS = { Add: 'form.rowAdded', Modify: 'form.rowChanged', Delete: 'form.rowRemoved' } as const;

/** A row is known by what it holds: the first of its values when it changed, all when it came or went. */
function OneRow({ sub, row }: { sub: SubtableForm; row: RowChange }) {
  const { t, label } = useText();
  const { measured } = useUnits();
  const filled = sub.table.fields.filter(
    (field) =>
      !isSaidBySub(sub.def, field.field_name) && field.hidden !== 1 && field.calc === undefined && !isSame(row.row[field.field_name], null),
  );
  const known = row.op === 'Modify' ? filled.slice(0, 1) : filled;
  return (
    <div className={css['row-change']}>
      <span>{t(ROW_OPS[row.op], { name: label(sub.def) })}</span>{' '}
      {known.map((field) => (
        <span key={field.uid} className={css.fact}>
          {row.op !== 'Modify' && <span className={css.quiet}>{measured(field)}</span>}{' '}
          <Value field={field} value={row.row[field.field_name]} />
        </span>
      ))}
      <Fields table={sub.table} changes={row.changes} />
    </div>
  );
}
