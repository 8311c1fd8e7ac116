import { use, useMemo } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { useTable } from '#web/api/use-table.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { ADDING_EN, ADDING_ZH } from '#web/i18n/parts/records/adding.ts';
import { useText } from '#web/i18n/use-text.ts';
import { TabContext, type TabPlace } from '#web/nav/use-tab.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { FormPage } from '../FormPage.tsx';
import type { Values } from '../state/form-state.ts';
import css from './AddDialog.module.css';

addTexts(ADDING_ZH, ADDING_EN);

export interface AddDialogProps {
  cloud: string;
  /** the field that waits for the new record: what is typed and not saved is kept for it */
  into: string;
  /** what the new record has beside its defaults */
  starting: Values;
  /** the record that was saved; null: closed without one */
  onDone(added: EntityValue | null): void;
}

/** A new record in a dialog over the form that refers to it: saved it is what was looked for, closed it stays as a draft (FRAME-12: 200, 100). */
export function AddDialog({ cloud, into, starting, onDone }: AddDialogProps) {
  const { t, label } = useText();
  const { table } = useTable(cloud);
  const tab = use(TabContext);
  const place = useMemo<TabPlace>(() => {
    const end = async (id: number) => onDone(await addedOf(cloud, id, t('adding.unseen')));
    const part: TabPlace['part'] = {
      turnTo: ({ id = 0 }) => void (id > 0 && end(id)),
      close: async () => {
        onDone(null);
        return true;
      },
    };
    return { key: `${tab?.key ?? ''} ${into}`, active: true, view: {}, turn: 0, part };
  }, [tab?.key, into, cloud, onDone, t]);
  const page = useMemo(() => ({ cloud, op: 'Add', id: 0, query: { into } }), [cloud, into]);
  return (
    <Dialog open size="large" title={t('adding.title', { name: label(table) })} onClose={() => onDone(null)}>
      <section className={css.sheet} aria-label={t('adding.title', { name: label(table) })}>
        <TabContext value={place}>
          <FormPage page={page} starting={starting} />
        </TabContext>
      </section>
    </Dialog>
  );
}

/** The new record by its name, as its reader may see it; who may not see what he added has to choose another. */
async function addedOf(cloud: string, id: number, unseen: string): Promise<EntityValue | null> {
  const answer = await call(ops.list, { cloud, fields: 'key_name', filters: { fields: { id } } }).catch(() => undefined);
  const row = (answer?.rows as unknown as EntityValue[] | undefined)?.[0];
  if (!row) toast.info(unseen);
  return row ?? null;
}
