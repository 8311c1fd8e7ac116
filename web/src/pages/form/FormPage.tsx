import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Envelope, Returned } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { moveKept } from '#web/drafts/use-draft.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { HandlingBar } from '#web/flow/handling/HandlingBar.tsx';
import { noticeOf } from '#web/flow/handling/notify.ts';
import { opinionPlace } from '#web/flow/handling/use-opinion.ts';
import { submits } from '#web/flow/process/events.ts';
import { HolderStrip } from '#web/flow/process/HolderStrip.tsx';
import { StepBar } from '#web/flow/process/StepBar.tsx';
import { useProcess } from '#web/flow/process/use-process.ts';
import { say, useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import type { Entering } from '#web/nav/store.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { ErrorState, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { Banners } from './Banners.tsx';
import { Sections } from './content/Sections.tsx';
import { type FormPage as Page, useFormPage } from './control/use-form-page.ts';
import { FormBar, GrantedButtons } from './FormBar.tsx';
import css from './form.module.css';
import { Foot, Head } from './Head.tsx';
import { markDecided, NextTodo, useDecided } from './NextTodo.tsx';
import { Rail } from './rail/Rail.tsx';
import { Said } from './Said.tsx';
import { newName, recordName, tabNameOf } from './state/record-name.ts';
import { wordsOf } from './state/told.ts';
import type { Typing } from './state/typing.ts';

/** A record: title, where it stands, who holds it, the form with its rows, how it came here, and what may be done now (FORM-01). */
export function FormPage({ page: descriptor }: { page: PageDescriptor }) {
  const sheet = useRef<HTMLDivElement>(null);
  const page = useFormPage(descriptor, sheet);
  return (
    <Amounts of={page.currency}>
      <Form descriptor={descriptor} page={page} sheet={sheet} />
    </Amounts>
  );
}

function Form({ descriptor, page, sheet }: { descriptor: PageDescriptor; page: Page; sheet: RefObject<HTMLDivElement | null> }) {
  const cloud = descriptor.cloud ?? '';
  const id = descriptor.id ?? 0;
  const texts = useText();
  const { t, label } = texts;
  const tab = useTab();
  const { table, typing } = page;
  const { steps, ...handled } = useProcess(table, cloud, id);
  const late = useLate(page.loading);
  const me = page.filler.user.id;
  // it may come back while the page stands
  const isDecided = useDecided(cloud, id) && page.op === 'Show' && !page.isMine;
  const name = id > 0 ? recordName(page.record ?? {}, table, texts) : newName(table, texts);

  const open = (op: string, how: Entering = 'push', of = id) =>
    tab.turnTo({ cloud, op, id: of }, tabNameOf(typing?.store.getState().values ?? {}, table), how);
  const save = async () => {
    const saved = await page.save();
    if (saved === null) return;
    toast.done(t('form.saved'));
    if (id > 0) return;
    // one goes on typing in what now has a number
    const of = Number(saved.data?.id);
    const isKept = moveKept(opinionPlace(cloud, 0, undefined, tab.key), opinionPlace(cloud, of, undefined, tab.key));
    if (!isKept) toast.error(t('form.draftUnkept'));
    open('Modify', 'settle', of);
  };
  const done = (message: string, answer: Envelope) => {
    toast.done(message, noticeOf(answer, label));
    if (page.todo) markDecided(cloud, id);
    // on a phone all of it scrolls: what became of it stands at its top
    sheet.current?.scrollTo({ top: 0 });
    open('Show', 'settle', Number(answer.data?.id ?? id));
  };
  const remove = async () => {
    if (!(await ask({ title: t('form.deleteTitle', { name }), body: t('form.deleteBody'), ok: t('form.delete'), danger: true }))) return;
    try {
      await call(ops.delete, { cloud, id: [id], _rid: newRid() });
      toast.done(t('form.deletedDone', { name }));
      void invalidateTable(cloud);
      await tab.close();
    } catch (error) {
      page.complaint.tell(asApiError(error).remark);
    }
  };

  const bar = useRef<HTMLDivElement>(null);
  const editing = page.op === 'Add' || page.op === 'Modify';
  const toBar = () => bar.current?.querySelector<HTMLElement>('[data-kind=primary]:not([aria-disabled=true]), textarea, button')?.focus();
  useKeys(tab.active, {
    s: () => editing && void save(),
    Enter: toBar,
  });

  if (page.failure)
    return (
      <ErrorState
        title={page.failure.code === 312 || page.failure.code === 315 ? t('form.notYours') : t('ui.noData')}
        why={page.unread ? t('form.savedUnread') : page.failure.remark}
        onRetry={page.reload}
      />
    );
  if (page.loading || !table || !typing) return late ? <SkeletonLines lines={12} /> : null;

  const submitting = page.op === 'Show' && submits(table, typing.review_state, page.actions) !== undefined;
  const deciding = table.flow === 1 && (page.op === 'Review' || submitting || (editing && hasEvents(page)));
  return (
    <div className={css.form} ref={sheet}>
      <button type="button" className={css.skip} onClick={toBar}>
        {t('form.toBar')}
      </button>
      <Head page={page} typing={typing} onPrint={() => window.print()} />
      {steps.length > 0 && <StepBar table={table} steps={steps} />}
      {handled.rows.length > 0 && (
        <HolderStrip
          table={table}
          rows={handled.rows}
          askedAt={handled.askedAt}
          me={me}
          todo={page.todo}
          returned={page.record?._returned as Returned | undefined}
          review_state={typing.review_state}
        />
      )}
      <Banners page={page} cloud={cloud} id={id} onOpen={open} />
      <div className={id > 0 ? css['form-body'] : `${css['form-body']} ${css.plain}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
        <section className={css['form-main']} tabIndex={0} aria-label={t('form.content')} data-scroll="">
          <Sections typing={typing} subs={page.subs} cloud={cloud} id={id} />
          {page.record && <Foot record={page.record} />}
        </section>
        {id > 0 && <Rail table={table} subs={page.subs} cloud={cloud} id={id} me={me} {...handled} />}
      </div>
      <div ref={bar} className={css.bar} data-bar="">
        {page.complaint.said && <Said said={page.complaint.said} onClose={() => page.complaint.tell(null)} />}
        {deciding ? (
          <HandlingBar
            table={table}
            cloud={cloud}
            id={id}
            review_state={typing.review_state}
            rows={handled.rows}
            busy={page.busy}
            data={page.data}
            isReady={() => page.isReady(true)}
            watch={typing.store.subscribe}
            todo={page.todo}
            behalf={typing.turn?.behalf}
            decide={(verdict) => page.save({ ...verdict, ...(page.todo ? { todo: page.todo } : {}) })}
            done={done}
            isTold={page.isTold}
            complain={page.complaint.tell}
            {...(editing ? { save } : {})}
            {...(submitting ? { more: <GrantedButtons page={page} onOpen={open} onDelete={remove} /> } : {})}
          />
        ) : isDecided ? (
          <NextTodo cloud={cloud} id={id} />
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
      <Spoken typing={typing} />
    </div>
  );
}

/** Ctrl (or Cmd) with a key, while the page is on screen; the browser's own meaning of it is not wanted there. */
function useKeys(isOnScreen: boolean, keys: Readonly<Record<string, () => unknown>>): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    if (!isOnScreen) return;
    const press = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role=dialog]');
      const run = event.ctrlKey || event.metaKey ? now.current[event.key] : undefined;
      if (!run || event.defaultPrevented || isInDialog) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOnScreen]);
}

/** Says to who cannot see it what was wrong with the field that was left. */
function Spoken({ typing }: { typing: Typing }) {
  const told = useStore(typing.store, (state) => (state.left === undefined ? undefined : state.errors[state.left]));
  return (
    <div className="sr" role="status">
      {told && wordsOf(told)}
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
