import { useMemo } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { sessionState } from '#web/api/session.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BULK_EN, BULK_ZH } from '#web/i18n/parts/bulk.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import css from './BulkBody.module.css';
import { BulkBody, BulkFoot } from './BulkBody.tsx';
import { useBulk } from './state/use-bulk.ts';

addTexts(BULK_ZH, BULK_EN);

interface BulkDialogProps {
  cloud: string;
  table: TableDef;
  rows: readonly WireRow[];
  /** `done`: all of them were changed */
  onClose(done: boolean): void;
}

/** The records that are chosen in a list, changed with one press. */
export function BulkDialog({ cloud, table, rows, onClose }: BulkDialogProps) {
  const { t, label } = useText();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const bulk = useBulk(cloud, table, ids, () => onClose(true));
  useUnsaved(bulk.isAtRisk, bulk.isAtRisk);
  const close = async () => {
    if (bulk.progress) return bulk.stop();
    const question = {
      title: t('bulk.leaveTitle'),
      body: t('bulk.leaveBody'),
      ok: t('bulk.leaveOk'),
      cancel: t('bulk.stay'),
      danger: true,
    };
    if (!bulk.isAtRisk || (await ask(question))) onClose(false);
  };
  return (
    <Dialog
      open
      width={760}
      title={
        <>
          {t('bulk.title')}{' '}
          <span className={css.of}>
            {label(table)} · {t('bulk.n', { n: bulk.rows?.length ?? ids.length })}
          </span>
        </>
      }
      onClose={() => void close()}
      footer={<BulkFoot bulk={bulk} onClose={() => void close()} closeWord={t(bulk.outcomes.size > 0 ? 'ui.close' : 'ui.cancel')} />}
    >
      <Amounts of={sessionState().session?.user.domain}>
        <BulkBody bulk={bulk} asked={ids.length} />
      </Amounts>
    </Dialog>
  );
}
