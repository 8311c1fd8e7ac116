import { type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import { toolbarActions } from '#protocol/rules/actions.ts';
import { useSession } from '#web/api/use-session.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { asEntity } from '#web/fields/values.ts';
import { useChart } from '#web/flow/chart/Chart.tsx';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { COPY_OF } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { TabContext } from '#web/nav/use-tab.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Tag } from '#web/ui/marks/Tag.tsx';
import type { FormPage } from './control/use-form-page.ts';
import css from './Head.module.css';
import { newName, openedName, recordName } from './state/record-name.ts';
import type { Typing } from './state/typing.ts';

interface HeadProps {
  page: FormPage;
  typing: Typing;
  /** the way to what stands beside it in the list that it was opened from */
  walk: ReactNode;
  onPrint(): void;
}

/** What the record is: its name, kind and number, and the amount that it is about. */
export function Head({ page, typing, walk, onPrint }: HeadProps) {
  const { t, label } = useText();
  const { alone } = useUnits();
  const table = page.table!;
  const isNew = useStore(typing.store, (state) => page.op === 'Add' && !state.values.key_name);
  const called = useStore(typing.store, (state) => recordName(state.values, table, { t, label }));
  const name = isNew ? newName(table, { t, label }) : called;
  // on a phone the frame names the tab; what stands in a part of it is named here
  const isPart = Boolean(use(TabContext)?.part);
  const [, openChart] = useChart();
  const code = page.record?.code;
  const amount = table.fields.find(
    (field) => field.stat === 'SUM' && page.record?.[field.field_name] !== undefined && page.record[field.field_name] !== null,
  );
  return (
    <header className={css.head} data-part={isPart || undefined}>
      <h1 title={name}>{name}</h1>
      {!isNew && <Tag>{page.op === 'Add' ? newName(table, { t, label }) : label(table)}</Tag>}
      <Domain of={page.record?.subcompany_id} />
      {typeof code === 'string' && <span className={css.code}>{code}</span>}
      {amount && (
        <span className={css.amount}>
          <b>{alone(amount, page.record![amount.field_name])}</b>
        </span>
      )}
      {page.dirty && <span className={`${css.code} on-paper`}>{t('form.unsaved')}</span>}
      <span className={css.grow} />
      {walk}
      {page.record && table.flow === 1 && (
        <IconButton className={`${css.chart} no-print`} data-phone="" icon="flow" label={t('form.chart')} onClick={() => openChart(true)} />
      )}
      {mayCopy(page) && <IconButton className="no-print" icon="copy" label={t('form.copy')} onClick={() => openCopy(page)} />}
      {page.record && <IconButton className="no-print" icon="printer" label={t('form.print')} onClick={onPrint} />}
    </header>
  );
}

/** A record that is read may be the beginning of a new one, where its reader may add one. */
const mayCopy = ({ op, table, record }: FormPage): boolean =>
  op === 'Show' && Number(record?.id) > 0 && toolbarActions(table!, () => true).some((action) => action.op === 'Add');

const openCopy = ({ table, record }: FormPage): void =>
  nav.open({ cloud: table!.table_name, op: 'Add', id: 0, query: { [COPY_OF]: String(record!.id) } }, openedName(0, null, table!)!);

/** The bookkeeping domain of a record that is not of the one where its reader works. */
function Domain({ of }: { of: unknown }) {
  const { t, label } = useText();
  const { session } = useSession();
  const domain = asEntity(of);
  if (!domain?.key_name || domain.id === session?.user.domain?.id) return null;
  return <Tag tone="orange">{t('form.ofDomain', { name: label(domain) })}</Tag>;
}

/** Who made the record and who changed it last, and when, as far as its reader sees it. */
export function Foot({ record }: { record: Readonly<Record<string, unknown>> }) {
  return (
    <footer className={css.foot}>
      <Deed record={record} of="create" by="form.createdBy" at="form.createdAt" />
      {record.modify_time ? <Deed record={record} of="modify" by="form.modifiedBy" at="form.modifiedAt" /> : null}
    </footer>
  );
}

interface DeedProps {
  record: Readonly<Record<string, unknown>>;
  of: 'create' | 'modify';
  /** how it reads with a name, and how without */
  by: TextKey;
  at: TextKey;
}

/** What nobody did himself, the system did; whom the reader may not see is not there at all. */
function Deed({ record, of, by, at }: DeedProps) {
  const { t, label } = useText();
  const actor = record[`${of}_entity`];
  const when = String(record[`${of}_time`] ?? '').slice(0, 16);
  if (actor === undefined) return when ? <span>{t(at, { when })}</span> : null;
  const who = actor === null ? t('form.system') : label(asEntity(actor)) || t('fields.unauthorized');
  return <span>{t(by, { who, when })}</span>;
}
