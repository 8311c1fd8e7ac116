import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { useSession } from '#web/api/use-session.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { asEntity } from '#web/fields/values.ts';
import { submits } from '#web/flow/events.ts';
import { HandlingBar } from '#web/flow/HandlingBar.tsx';
import { HolderStrip } from '#web/flow/HolderStrip.tsx';
import { noticeOf } from '#web/flow/notify.ts';
import { StepBar } from '#web/flow/StepBar.tsx';
import { useProcess } from '#web/flow/use-process.ts';
import { say, useText } from '#web/i18n/use-text.ts';
import { dataLabel, type PageDescriptor } from '#web/nav/page.ts';
import type { Entering } from '#web/nav/store.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { ask } from '#web/ui/dialog.ts';
import { Tag } from '#web/ui/marks.tsx';
import { ErrorState, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { Banners } from './Banners.tsx';
import { FormBar, GrantedButtons } from './FormBar.tsx';
import css from './form.module.css';
import { Rail } from './Rail.tsx';
import { Sections } from './Sections.tsx';
import { Subtable } from './Subtable.tsx';
import type { Typing } from './typing.ts';
import { type FormPage as Page, useFormPage } from './use-form-page.ts';

/** A record: title, where it stands, who holds it, the form with its rows, how it came here, and what may be done now (FORM-01). */
export function FormPage({ page: descriptor }: { page: PageDescriptor }) {
  const page = useFormPage(descriptor);
  return (
    <Amounts of={page.currency}>
      <Form descriptor={descriptor} page={page} />
    </Amounts>
  );
}

function Form({ descriptor, page }: { descriptor: PageDescriptor; page: Page }) {
  const cloud = descriptor.cloud ?? '';
  const id = descriptor.id ?? 0;
  const { t, label } = useText();
  const tab = useTab();
  const { table, typing } = page;
  const process = useProcess(table, cloud, id);
  const late = useLate(page.loading);
  const sheet = useRef<HTMLDivElement>(null);
  const me = page.filler.user.id;
  const name = String(page.record?.key_name ?? '') || t('form.newRecord', { name: label(table) });

  const open = (op: string, how: Entering = 'push', of = id) =>
    tab.turnTo({ cloud, op, id: of }, dataLabel(String(typing?.store.getState().values.key_name ?? '') || label(table)), how);
  const save = async () => {
    const saved = await page.save();
    if (saved === null) return;
    toast.done(t('form.saved'));
    if (id === 0) open('Show', 'settle', Number(saved.data?.id));
  };
  const done = (message: string, answer: Envelope) => {
    toast.done(message, noticeOf(answer, label));
    open('Show', 'settle', Number(answer.data?.id ?? id));
  };
  const remove = async () => {
    const name = String(page.record?.key_name ?? '');
    if (!(await ask({ title: t('form.deleteTitle', { name }), body: t('form.deleteBody'), ok: t('form.delete'), danger: true }))) return;
    try {
      await call(ops.delete, { cloud, id: [id], _rid: newRid() });
      toast.done(t('form.deletedDone', { name }));
      void invalidateTable(cloud);
      await tab.close();
    } catch (error) {
      toast.error(asApiError(error).remark);
    }
  };

  const saving = useRef(save);
  saving.current = save;
  useEffect(() => {
    if (!tab.active || !page.dirty) return;
    const keys = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role=dialog]');
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's' || isInDialog) return;
      event.preventDefault();
      (document.activeElement as HTMLElement | null)?.blur();
      setTimeout(() => void saving.current(), 0);
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, [tab.active, page.dirty]);

  if (page.failure)
    return (
      <ErrorState
        title={page.failure.code === 312 || page.failure.code === 315 ? t('form.notYours') : t('ui.noData')}
        why={page.failure.remark}
        onRetry={page.reload}
      />
    );
  if (page.loading || !table || !typing) return late ? <SkeletonLines lines={12} /> : null;

  const editing = page.op === 'Add' || page.op === 'Modify';
  const submitting = page.op === 'Show' && submits(table, typing.review_state, page.actions) !== undefined;
  const deciding = table.flow === 1 && (page.op === 'Review' || submitting || (editing && hasEvents(page)));
  return (
    <div className={css.form} ref={sheet}>
      <Head page={page} typing={typing} onPrint={() => window.print()} />
      {process.steps.length > 0 && <StepBar table={table} steps={process.steps} />}
      {process.rows.length > 0 && <HolderStrip table={table} rows={process.rows} me={me} />}
      <Banners page={page} cloud={cloud} id={id} onOpen={open} />
      <div className={id > 0 ? css['form-body'] : `${css['form-body']} ${css.plain}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
        <section className={css['form-main']} tabIndex={0} aria-label={t('form.content')}>
          <Sections typing={typing} cloud={cloud} id={id} />
          {page.subs.map((sub) => (
            <Subtable key={sub.def.uid} typing={typing} sub={sub} id={id} />
          ))}
          {page.record && <Foot record={page.record} />}
        </section>
        {id > 0 && <Rail table={table} cloud={cloud} id={id} rows={process.rows} me={me} />}
      </div>
      {deciding ? (
        <HandlingBar
          table={table}
          cloud={cloud}
          id={id}
          review_state={typing.review_state}
          rows={process.rows}
          busy={page.busy}
          data={page.data}
          watch={typing.store.subscribe}
          decide={(verdict) => page.save({ ...verdict, ...(descriptor.query?.todo ? { todo: Number(descriptor.query.todo) } : {}) })}
          done={done}
          {...(editing ? { save } : {})}
          {...(submitting ? { more: <GrantedButtons page={page} onOpen={open} onDelete={remove} /> } : {})}
        />
      ) : (
        <FormBar
          page={page}
          onSave={save}
          onOpen={open}
          onDelete={remove}
          onCancel={() => void cancel(page, name, () => (id > 0 ? open('Show', 'settle') : void tab.close()))}
        />
      )}
    </div>
  );
}

/** Gives up what was typed, after asking where something was. */
async function cancel(page: Page, name: string, go: () => void): Promise<void> {
  const mayGo =
    !page.dirty ||
    (await ask({
      title: say('form.cancelTitle'),
      body: say('form.cancelBody', { name }),
      ok: say('form.cancelOk'),
      cancel: say('form.cancelStay'),
      danger: true,
    }));
  if (!mayGo) return;
  await page.discard();
  go();
}

const hasEvents = (page: Page): boolean => {
  const state = page.table?.states.find((each) => each.value === '1');
  return (state?.actions ?? []).some((action) => (action.events?.length ?? 0) > 0);
};

function Head({ page, typing, onPrint }: { page: Page; typing: Typing; onPrint(): void }) {
  const { t, label } = useText();
  const { alone } = useUnits();
  const table = page.table!;
  const name = useStore(typing.store, (state) => String(state.values.key_name ?? ''));
  const code = page.record?.code;
  const amount = table.fields.find(
    (field) => field.stat === 'SUM' && page.record?.[field.field_name] !== undefined && page.record[field.field_name] !== null,
  );
  return (
    <header className={css['form-head']}>
      <h1 title={name}>{name || (page.op === 'Add' ? t('form.newRecord', { name: label(table) }) : label(table))}</h1>
      <Tag>{label(table)}</Tag>
      <Domain of={page.record?.subcompany_id} />
      {typeof code === 'string' && <span className={css.code}>{code}</span>}
      {amount && (
        <span className={css.amount}>
          <b>{alone(amount, page.record![amount.field_name])}</b>
        </span>
      )}
      <span className={css.grow} />
      {page.record && <IconButton className="no-print" icon="printer" label={t('form.print')} onClick={onPrint} />}
    </header>
  );
}

/** The bookkeeping domain of a record that is not of the one where its reader works. */
function Domain({ of }: { of: unknown }) {
  const { t, label } = useText();
  const { session } = useSession();
  const domain = asEntity(of);
  if (!domain?.key_name || domain.id === session?.user.domain?.id) return null;
  return <Tag tone="orange">{t('form.ofDomain', { name: label(domain) })}</Tag>;
}

function Foot({ record }: { record: Readonly<Record<string, unknown>> }) {
  const { t } = useText();
  const who = (name: string) => (record[name] as { key_name?: string } | null)?.key_name ?? '';
  const when = (name: string) => String(record[name] ?? '').slice(0, 16);
  return (
    <footer className={css.foot}>
      <span>{t('form.createdBy', { who: who('create_entity'), when: when('create_time') })}</span>
      {record.modify_time ? <span>{t('form.modifiedBy', { who: who('modify_entity'), when: when('modify_time') })}</span> : null}
    </footer>
  );
}
