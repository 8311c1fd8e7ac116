import type { TableDef } from '#protocol/meta/table.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { type FormState, reduceForm } from '../state/form-state.ts';
import { send } from '../state/typing.ts';
import type { Complaining } from './use-complaint.ts';
import type { FormDraftHandle } from './use-form-draft.ts';
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
}

interface WaysOn {
  table: TableDef | undefined;
  on: Circumstances;
  standing: Standing;
  draft: FormDraftHandle;
  complaint: Complaining;
}

export function useWaysOut({ table, on: { store }, standing: { stale, unread, renew }, draft, complaint }: WaysOn): WaysOut {
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
    keepMine: async () => {
      if (await settle((now) => reduceForm(now, { type: 'undo' }))) toast.info(t('form.keptMine', { name: label(table), locale }));
    },
  };
}
