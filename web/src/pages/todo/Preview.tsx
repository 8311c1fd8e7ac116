import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
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
import { Limit } from '#web/flow/process/Limit.tsx';
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
import css from './Preview.module.css';
import { PreviewRows } from './PreviewRows.tsx';
import { actOf, givenOf, returnedOf, type TodoItem, waitsOn } from './todo-item.ts';

const FACTS = 6;

interface PreviewProps {
  row: TodoItem;
  view: TodoTab;
  onOpen(): void;
}

/** Amount, why me, what the last one said: most items need no second screen. */
export function Preview({ row, view, onOpen }: PreviewProps) {
  const { t, label } = useText();
  const { table } = useTable(row.source);
  const process = useProcess(table, row.source, row.rowid);
  useFollowRecord(row.source, row.rowid);
  const step = label(table && stepOf(table, row.back_state));
  const submitted = process.rows.findLast((each) => each.review_state.id === TODO.submitted);
  return (
    <aside className={css.preview} aria-label={t('preview.name')}>
      <About row={row} view={view} step={step} />
      <h2>{label(row)}</h2>
      <p className={css.sub}>
        {[
          row.code,
          submitted && t('preview.submitted', { who: label(row.applicant), when: shortTime(submitted.create_time) }),
          waitsOn(view) && t('preview.arrived', { when: shortTime(row.create_time) }),
        ]
          .filter(Boolean)
          .join('　')}
      </p>
      <RecordFacts row={row} table={table} />
      <Reasons row={row} view={view} rows={process.rows} step={step} onOpen={onOpen} />
      <Keys act={t(actOf(view, row))} onOpen={onOpen} />
    </aside>
  );
}

/** Where it stands, for whom it is handled, and until when it may lie. */
function About({ row, view, step }: Pick<PreviewProps, 'row' | 'view'> & { step: string }) {
  const { t, label } = useText();
  const waits = waitsOn(view);
  const back = waits && returnedOf(row);
  return (
    <div className={css.about}>
      {waits ? <Tag tone={back ? 'orange' : 'accent'}>{back ? t('flow.returned') : step}</Tag> : <CaseMark row={row} />}
      {row.principal && <span>{t('todo.behalf', { who: label(row.principal) })}</span>}
      {row.due_time && waits && <Limit limit={row.due_time} isUrgent={row.urgent?.id === 1} whole />}
    </div>
  );
}

/** The first of what the record says, as its lists show it. */
function RecordFacts({ row, table }: { row: TodoItem; table: TableDef | undefined }) {
  // it is looked at beside the list: nothing of it counts as read yet
  const record = useOp(ops.show, { cloud: row.source, id: row.rowid }, { fresh: 10_000, background: true, apart: true });
  const { error } = failureOf(record);
  if (record.isPending) return <SkeletonLines lines={4} />;
  if (error) return <ErrorState why={error.remark} onRetry={() => void record.refetch()} />;
  const values = record.data?.data ?? {};
  const says = ({ field_name, data_type, list_hidden }: FieldDef) =>
    list_hidden !== 1 && data_type !== 'title' && field_name !== 'key_name' && values[field_name] != null;
  return (
    <Amounts of={values._currency as Currency | undefined}>
      <Facts fields={(table?.fields ?? []).filter(says).slice(0, FACTS)} values={values} />
      {table && <PreviewRows table={table} values={values} />}
    </Amounts>
  );
}

interface ReasonsProps extends PreviewProps {
  rows: readonly ProcessRow[];
  step: string;
}

/** Why it is here: sent back, refused, or one's turn; and what was said before. */
function Reasons({ row, view, rows, step, onOpen }: ReasonsProps) {
  const texts = useText();
  const { t } = texts;
  const back = waitsOn(view) ? returnedOf(row) : undefined;
  const isRefused = !waitsOn(view) && (row.case_end === 'reject' || row.case_end === 'cancel');
  const against = back || isRefused ? objectionsOf(rows) : [];
  if (back)
    return (
      <section>
        <h3>{t('preview.whyBack')}</h3>
        {against.length > 0 ? <Objections rows={against} /> : <p>{whyReturned(texts, back)}</p>}
        {isFirst(row.back_state) && <p>{t('preview.goOn')}</p>}
      </section>
    );
  if (against.length > 0)
    return (
      <section>
        <h3>{t('preview.whyRefused')}</h3>
        <Objections rows={against} />
      </section>
    );
  const given = waitsOn(view) || view === 'read' ? givenOf(texts, row) : undefined;
  return (
    <>
      {given && (
        <section>
          <h3>{t('preview.whyMe')}</h3>
          <p>{given}</p>
        </section>
      )}
      {waitsOn(view) && !given && <WhyMe rows={rows} step={step} />}
      <Opinions rows={rows} onOpen={onOpen} />
    </>
  );
}

function Keys({ act, onOpen }: { act: string; onOpen(): void }) {
  const { t } = useText();
  return (
    <div className={css.buttons}>
      <Button kind="primary" size="medium" onClick={onOpen}>
        {act}
      </Button>
      <span className={css.grow} />
      <span className={css.keys}>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('preview.choose')} <Kbd>Enter</Kbd> {act}
      </span>
    </div>
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
      <h3>{t('preview.whyMe')}</h3>
      <p>
        {signers.length === 1
          ? t('preview.alone', { step })
          : t('preview.among', {
              step,
              n: signed.length,
              of: signers.length,
              who: listed(signed.map((row) => label(row.review_entity))) || t('preview.nobody'),
            })}
      </p>
    </section>
  );
}
