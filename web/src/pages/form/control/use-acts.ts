import type { RefObject } from 'react';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { tellDecided } from '#web/actions/notice.ts';
import { runAction } from '#web/actions/run-action.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { moveKept } from '#web/drafts/use-draft.ts';
import { opinionPlace } from '#web/flow/handling/use-opinion.ts';
import { say, useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import type { Entering } from '#web/nav/store.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { newName, recordName, tabNameOf } from '../state/record-name.ts';
import { pageAfterAdd } from './after-add.ts';
import { markDecided } from './decided.ts';
import { isLeftOver } from './handed-over.ts';
import type { FormPage } from './use-form-page.ts';

/** What is done on a record's page, and where it leads. */
export interface Acts {
  /** the same record as another page of this tab */
  open(op: string, how?: Entering): void;
  /** what the definition offers on the record beside that: a handler, an address */
  run(action: ActionDef): Promise<unknown>;
  save(): Promise<void>;
  /** after a decision */
  done(message: string, answer: Envelope): void;
  remove(): Promise<void>;
  cancel(): Promise<void>;
}

export function useActs(page: FormPage, { cloud = '', id = 0 }: PageDescriptor, sheet: RefObject<HTMLElement | null>): Acts {
  const tab = useTab();
  const texts = useText();
  const { t, label } = texts;
  const { table, typing, record } = page;
  const name = id > 0 ? recordName(record ?? {}, table, texts) : newName(table, texts);
  const turnTo = (op: string, how: Entering, of = id) =>
    tab.turnTo({ cloud, op, id: of }, tabNameOf(typing?.store.getState().values ?? {}, table), how);
  return {
    open: (op, how = 'push') => turnTo(op, how),
    run: (action) => runAction({ action, cloud, rows: [{ ...record, id } as WireRow] }),
    save: async () => {
      const saved = await page.save();
      if (saved === null) return;
      toast.done(t('form.saved'));
      tab.done();
      if (id > 0) return;
      // one goes on in what now has a number: with what is next for it, unless something was typed meanwhile
      const of = Number(saved.data?.id);
      const isKept = moveKept(opinionPlace(cloud, 0, undefined, tab.key), opinionPlace(cloud, of, undefined, tab.key));
      if (!isKept) toast.error(t('form.draftUnkept'));
      const next = await pageAfterAdd(table, cloud, of);
      if (next === null) await tab.close();
      else turnTo(next === 'Modify' || isLeftOver(cloud, of) ? next : 'Modify', 'settle', of);
    },
    done: (message, answer) => {
      tellDecided(message, answer, label);
      tab.done();
      if (page.todo) markDecided(cloud, id);
      // on a phone all of it scrolls: what became of it stands at its top
      sheet.current?.scrollTo({ top: 0 });
      turnTo('Show', 'settle', Number(answer.data?.id ?? id));
    },
    remove: async () => {
      if (!(await ask({ title: t('form.deleteTitle', { name }), body: t('form.deleteBody'), ok: t('form.delete'), danger: true }))) return;
      try {
        await call(ops.delete, { cloud, id: [id], _rid: newRid() });
        toast.done(t('form.deletedDone', { name }));
        void invalidateTable(cloud);
        tab.done();
        await tab.close();
      } catch (error) {
        page.complaint.tell(asApiError(error).remark);
      }
    },
    cancel: async () => {
      if (page.dirty && !(await mayGiveUp(name))) return;
      await page.discard();
      if (id > 0) turnTo('Show', 'settle');
      else void tab.close();
    },
  };
}

/** Whether what is typed and not saved may be given up. */
export const mayGiveUp = (name: string): Promise<boolean> =>
  ask({
    title: say('form.cancelTitle'),
    body: say('form.cancelBody', { name }),
    ok: say('form.cancelOk'),
    cancel: say('form.cancelStay'),
    danger: true,
  });
