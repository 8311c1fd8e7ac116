import type { FieldDef } from '#protocol/meta/field.ts';
import { stepOf } from '#protocol/rules/actions.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { SIGNS, TODO, type TodoTab } from '#protocol/rules/todo.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { Objections } from '#web/flow/process/Objections.tsx';
import { objectionsOf } from '#web/flow/process/objections.ts';
import { useProcess } from '#web/flow/process/use-process.ts';
import { whyReturned } from '#web/i18n/reason.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { Kbd } from '#web/ui/marks/Kbd.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { ErrorState, SkeletonLines } from '#web/ui/states.tsx';
import { useFollowRecord } from '../use-follow.ts';
import { CaseMark } from './CaseMark.tsx';
import { Opinions } from './Opinions.tsx';
import css from './todo.module.css';
import { actOf, returnedOf, type TodoItem } from './todo-item.ts';

const FACTS = 6;

/** Amount, why me, what the last one said: most items need no second screen. */
export function Preview({ row, view, onOpen }: { row: TodoItem; view: TodoTab; onOpen(): void }) {
  const texts = useText();
  const { t, label } = texts;
  const { table } = useTable(row.source);
  const record = useOp(ops.get, { cloud: row.source, id: row.rowid }, { fresh: 10_000 });
  const process = useProcess(table, row.source, row.rowid);
  useFollowRecord(row.source, row.rowid);
  const { error } = failureOf(record);
  const values = record.data?.data;
  const nameOf = (back_state: number) => label(table && stepOf(table, back_state));
  const facts = (table?.fields ?? [])
    .filter(
      (field) =>
        field.list_hidden !== 1 && field.data_type !== 'title' && field.field_name !== 'key_name' && values?.[field.field_name] != null,
    )
    .slice(0, FACTS);
  const submitted = process.rows.find((each) => each.review_state.id === TODO.submitted);
  const back = view === 'todo' ? returnedOf(row) : undefined;
  const isRefused = view !== 'todo' && (row.case_end === 'reject' || row.case_end === 'cancel');
  const against = back || isRefused ? objectionsOf(process.rows) : [];
  const open = t(actOf(view, row));
  return (
    <aside className={css.preview} aria-label={t('todo.preview')}>
      <div className={css.about}>
        {view === 'todo' ? (
          <Tag tone={back ? 'orange' : 'accent'}>{back ? t('flow.returned') : nameOf(row.back_state)}</Tag>
        ) : (
          <CaseMark row={row} />
        )}
        {row.principal && <span>{t('todo.behalf', { who: label(row.principal) })}</span>}
        {row.limit_time && view === 'todo' && <span className={css.late}>{t('todo.until', { time: shortTime(row.limit_time) })}</span>}
      </div>
      <h2>{row.key_name}</h2>
      <p className={css.sub}>
        {[
          row.code,
          submitted && t('todo.submitted', { who: label(row.applicant), when: shortTime(submitted.create_time) }),
          view === 'todo' && t('todo.arrived', { when: shortTime(row.create_time) }),
        ]
          .filter(Boolean)
          .join('　')}
      </p>
      {record.isPending ? (
        <SkeletonLines lines={4} />
      ) : error ? (
        <ErrorState why={error.remark} onRetry={() => void record.refetch()} />
      ) : (
        <Amounts of={values?._currency as Currency | undefined}>
          <Facts fields={facts} values={values ?? {}} />
        </Amounts>
      )}
      {back ? (
        <section>
          <h3>{t('todo.whyBack')}</h3>
          {against.length > 0 ? <Objections rows={against} stepOf={nameOf} /> : <p>{whyReturned(texts, back)}</p>}
          {isFirst(row.back_state) && <p>{t('todo.goOn')}</p>}
        </section>
      ) : (
        view === 'todo' && <WhyMe rows={process.rows} step={nameOf(row.back_state)} />
      )}
      {isRefused && against.length > 0 && (
        <section>
          <h3>{t('todo.whyRefused')}</h3>
          <Objections rows={against} stepOf={nameOf} />
        </section>
      )}
      {!back && !(isRefused && against.length > 0) && <Opinions rows={process.rows} stepOf={nameOf} onOpen={onOpen} />}
      <div className={css.buttons}>
        <Button kind="primary" size="medium" onClick={onOpen}>
          {open}
        </Button>
        <span className={css.grow} />
        <span className={css.keys}>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> {t('todo.choose')} <Kbd>Enter</Kbd> {open}
        </span>
      </div>
    </aside>
  );
}

/** What the record says of itself, its amounts in its own money. */
function Facts({ fields, values }: { fields: readonly FieldDef[]; values: Readonly<Record<string, unknown>> }) {
  const { label, locale } = useText();
  return (
    <dl className={css.facts}>
      {fields.map((field) => {
        const { Read } = widgetOf(field);
        return (
          <div key={field.uid}>
            <dt>{label(field)}</dt>
            <dd>
              <Read field={field} value={values[field.field_name]} locale={locale} place="fact" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Why it came here: the step, and how many of how many have signed. */
function WhyMe({ rows, step }: { rows: readonly ProcessRow[]; step: string }) {
  const { t, label, listed } = useText();
  const visit = Math.max(0, ...rows.map((row) => row.visit));
  const signers = rows.filter((row) => row.visit === visit && SIGNS.has(row.review_state.id));
  const signed = signers.filter((row) => row.outcome === 1);
  if (signers.length === 0) return null;
  return (
    <section>
      <h3>{t('todo.whyMe')}</h3>
      <p>
        {signers.length === 1
          ? t('todo.alone', { step })
          : t('todo.among', {
              step,
              n: signed.length,
              of: signers.length,
              who: listed(signed.map((row) => label(row.review_entity))) || t('todo.nobody'),
            })}
      </p>
    </section>
  );
}
