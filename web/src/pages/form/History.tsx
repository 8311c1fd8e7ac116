import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { EmptyState, ErrorState, SkeletonLines, useLate } from '#web/ui/states.tsx';
import css from './form.module.css';
import { isSame } from './form-state.ts';

interface Change {
  version: number;
  op: string;
  actor: { id: number; key_name?: string } | null;
  time: string | null;
  changes: readonly { field: string; from: unknown; to: unknown }[];
}

/** Who changed which field when, newest first; only fields that the reader may see (metadata model, section 9). */
export function History({ table, cloud, id }: { table: TableDef; cloud: string; id: number }) {
  const { t } = useText();
  const query = useOp(ops.history, { cloud, id, rows: 50 }, { fresh: 0 });
  const late = useLate(query.isPending);
  if (query.error) return <ErrorState why={query.error.remark} onRetry={() => query.refetch()} />;
  if (query.isPending) return late ? <SkeletonLines lines={6} /> : null;
  const known = { ...table, fields: [...table.fields, ...formerOf(query.data.data)] };
  const rows = ((query.data.rows ?? []) as unknown as Change[])
    .map((row) => ({ ...row, changes: row.changes.filter((change) => isTold(known, change)) }))
    .filter((row) => row.changes.length > 0 || row.op !== 'Modify');
  if (rows.length === 0) return <EmptyState title={t('form.noChanges')} why={t('form.noChangesWhy')} />;
  return (
    <div>
      {rows.map((row) => (
        <OneChange key={row.version} table={known} row={row} />
      ))}
    </div>
  );
}

/** Fields that the definition has no more and that these changes speak of: History answers how they were called. */
const formerOf = (data: unknown): readonly FieldDef[] => (data as { former?: readonly FieldDef[] } | undefined)?.former ?? [];

/** Changes of the definition's fields and of the state; what the engine keeps for itself tells a reader nothing, nor does nothing that became nothing. */
function isTold(table: TableDef, { field, from, to }: Change['changes'][number]): boolean {
  return (field === 'review_state' || table.fields.some((each) => each.field_name === field)) && !isSame(from, to);
}

function OneChange({ table, row }: { table: TableDef; row: Change }) {
  const { t, label, locale } = useText();
  const { measured } = useUnits();
  const states = table.states.filter((state) => state.value !== '*');
  const shown = (name: string, value: unknown) => {
    if (name === 'review_state')
      return label(states.find((state) => state.value === String((value as { id?: number } | null)?.id ?? value))) || '–';
    const field = table.fields.find((each) => each.field_name === name);
    if (!field) return String((value as { key_name?: string } | null)?.key_name ?? value ?? '–');
    const { Read } = widgetOf(field);
    return <Read field={field} value={value} locale={locale} place="list" />;
  };
  const nameOf = (name: string) => {
    const field = table.fields.find((each) => each.field_name === name);
    return name === 'review_state' ? t('form.state') : field ? measured(field) : name;
  };
  return (
    <article className={css.change}>
      <div>
        <b>{row.actor === null ? t('form.system') : (row.actor.key_name ?? t('fields.unauthorized'))}</b>{' '}
        {row.op === 'Delete' ? t('form.deleted') : t('form.changed', { n: row.changes.length })} <time>{row.time?.slice(0, 16)}</time>
      </div>
      <dl>
        {row.changes.map((change) => (
          <div key={change.field} className={css.pair}>
            <dt>{nameOf(change.field)}</dt>
            <dd>
              <del>{shown(change.field, change.from)}</del> → <ins>{shown(change.field, change.to)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
