import { useState } from 'react';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { View } from '#protocol/wire/view.ts';
import { asApiError } from '#web/api/error.ts';
import { isLooking } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { placeAddress } from '#web/nav/paths.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { toClipboard } from '#web/ui/clipboard.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { ListController } from '../state/use-list-page.ts';
import { NO_VIEW, type Viewing } from '../state/use-viewing.ts';
import { othersOf } from '../state/view.ts';
import { changedSince, contentNow, type Part } from './content.ts';
import { addView, dropView, type Settings, saveView, setView } from './keep-view.ts';

/** The views of a list while somebody chooses one, and what he does with them. */
export interface ViewsController {
  viewing: Viewing;
  now: View | undefined;
  changed: readonly Part[];
  /** what his department is called */
  department: string;
  /** he may keep views of his own: not through somebody's eyes */
  keeps: boolean;
  isBusy: boolean;
  choose: (view: View | undefined) => void;
  back: () => void;
  save: () => Promise<void>;
  copyLink: () => Promise<void>;
  turnDefault: (view: View) => Promise<void>;
  drop: (view: View) => Promise<boolean>;
  /** null: done, else why not */
  keep: (view: View | null, set: Settings) => Promise<string | null>;
}

export function useViews(list: ListController, viewing: Viewing): ViewsController {
  const { t, label } = useText();
  const { session } = useSession();
  const { key, view: address } = useTab();
  const { isBusy, tried, run } = useRunning();
  const { now, views, setColumns } = viewing;
  const table = (list.laying?.declared ?? list.table) as LoadedTable;
  const go = (id: string) => {
    setColumns(undefined);
    nav.setView(key, { ...othersOf(address), ...(id ? { view: id } : {}) }, 'push');
  };
  return {
    ...{ viewing, now, isBusy },
    changed: changedSince(viewing, list.state),
    department: label(session?.user.department_entity),
    keeps: list.laying !== undefined && !isLooking(),
    choose: (view) => go(view ? String(view.id) : views.rows.some(({ is_default }) => is_default === 1) ? NO_VIEW : ''),
    back: () => now && go(String(now.id)),
    save: async () => {
      if (!now || !(await run(() => saveView(now, contentNow(table, viewing, list.state))))) return;
      go(String(now.id));
      toast.done(t('views.saved'));
    },
    copyLink: async () => {
      if (await toClipboard(linkOf(key, now))) toast.done(t('views.linkCopied'));
      else toast.error(t('views.linkFailed'));
    },
    turnDefault: async (view) => {
      await run(() => setView(view, { ...settingsOf(view), is_default: view.is_default !== 1 }));
    },
    drop: async (view) => {
      const body = [t('views.deleteBody'), view.range === 0 ? '' : t('views.deleteShared')].join(' ');
      const question = { title: t('views.deleteTitle', { name: view.key_name }), body, ok: t('views.deleteOk'), danger: true };
      if (!(await ask(question)) || !(await run(() => dropView(view)))) return false;
      if (view.id === now?.id) go('');
      toast.done(t('views.deleted'));
      return true;
    },
    keep: async (view, set) => {
      const why = await tried(async () => {
        if (view) await setView(view, set);
        else go(String(await addView(table, set, contentNow(table, viewing, list.state))));
      });
      if (why === null) toast.done(t('views.saved'));
      return why;
    },
  };
}

/** What is on its way to the server; why it was refused, else null. */
function useRunning() {
  const [isBusy, setBusy] = useState(false);
  const tried = async (act: () => Promise<unknown>): Promise<string | null> => {
    setBusy(true);
    try {
      await act();
      return null;
    } catch (error) {
      return asApiError(error).remark;
    } finally {
      setBusy(false);
    }
  };
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    const why = await tried(act);
    if (why !== null) toast.error(why);
    return why === null;
  };
  return { isBusy, tried, run };
}

/** The whole address of what a tab shows, its view named though it opens with it by itself. */
function linkOf(key: string, now: View | undefined): string {
  const { tabs, module } = useNav.getState();
  const tab = tabs.find((each) => each.key === key);
  const view = { ...tab?.view, ...(now ? { view: String(now.id) } : {}) };
  return tab ? `${location.origin}${placeAddress({ page: tab.page, view, module: tab.home ? module : tab.module })}` : location.href;
}

export const settingsOf = ({ key_name, range, locked, is_default }: View): Settings => ({
  ...{ key_name, range, locked: locked === 1, is_default: is_default === 1 },
});
