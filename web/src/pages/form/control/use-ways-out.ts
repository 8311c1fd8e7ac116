import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { type Clash, type Compared, compare, withoutMine } from '../merge/clashes.ts';
import { type FormState, reduceForm, type Values } from '../state/form-state.ts';
import { send } from '../state/typing.ts';
import type { Complaining } from './use-complaint.ts';
import type { FormDraftHandle } from './use-form-draft.ts';
import type { Read } from './use-read.ts';
import type { Standing } from './use-standing.ts';
import type { Circumstances } from './use-typing.ts';

/** What one can do with what is typed beside saving it. */
export interface WaysOut {
  undo(): void;
  /** gives up what is typed and not saved */
  discard(): Promise<void>;
  /** takes the newest in place of what is typed */
  reload(): Promise<void>;
  /** goes on with what is typed, upon what the other has saved */
  keepMine(): Promise<void>;
  /** what both changed, and how both come into one form; null where the newest does not come, which is told */
  compare(): Promise<Merging | null>;
}

/** Two people's changes of a record, before they are put together. */
export interface Merging extends Compared {
  /** Takes the record that was compared with what is typed here laid over it, but for what is given up. */
  merge(given: readonly Clash[]): void;
}

interface WaysOn {
  read: Read;
  table: LoadedTable | undefined;
  on: Circumstances;
  standing: Standing;
  draft: FormDraftHandle;
  complaint: Complaining;
}

export function useWaysOut({
  read,
  table,
  on: { store, subs },
  standing: { stale, unread, renew, put },
  draft,
  complaint,
}: WaysOn): WaysOut {
  const { t, label, locale } = useText();
  /** The newest, of the two ways that the banner offers; where it does not come all stays as it is. */
  const settle = async (since?: (now: FormState) => FormState): Promise<boolean> => {
    const came = await renew(since);
    if (!came && stale) complaint.tell(t('form.notRenewed'));
    return came;
  };
  const discard = async () => {
    draft.end();
    send(store, { type: 'undo' });
    // it stood upon an older version
    if (stale) await renew();
  };
  return {
    undo: () => {
      void discard();
      toast.info(t('form.undone'));
    },
    discard,
    reload: async () => {
      if ((await settle(unread ? () => unread : undefined)) && !unread) draft.end();
    },
    compare: async () => {
      const newest = await read.ask();
      if (!newest || !table) {
        complaint.tell(t('form.notRenewed'));
        return null;
      }
      const { _subtables = {}, ...values } = newest;
      const compared = compare(store.getState(), { values, subs: _subtables as Record<string, Values[]> }, table, subs);
      return { ...compared, merge: (given) => put(newest, (now) => withoutMine(now, given)) };
    },
    keepMine: async () => {
      if (await settle((now) => reduceForm(now, { type: 'undo' }))) toast.info(t('form.keptMine', { name: label(table), locale }));
    },
  };
}
