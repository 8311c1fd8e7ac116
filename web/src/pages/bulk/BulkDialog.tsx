import { type ReactNode, useMemo, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import { changes } from '#protocol/texts/changes.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { addRemarks } from '#web/api/error.ts';
import { sessionState } from '#web/api/session.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatCount } from '#web/i18n/format.ts';
import { BULK_EN, BULK_ZH } from '#web/i18n/parts/bulk.ts';
import { inBoth, useText } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { ChangeCard } from '../changes/ChangeCard.tsx';
import { AllBody, AllFoot } from './AllBody.tsx';
import css from './BulkBody.module.css';
import { BulkBody, BulkFoot } from './BulkBody.tsx';
import { useAll } from './state/use-all.ts';
import { useBulk } from './state/use-bulk.ts';

addTexts(BULK_ZH, BULK_EN);
addRemarks(changes);

interface BulkDialogProps {
  cloud: string;
  table: TableDef;
  /** those that are chosen; none: all that match are changed */
  rows: readonly WireRow[];
  /** what the list is narrowed to */
  filters: Filters | undefined;
  /** `done`: all of them were changed */
  onClose(done: boolean): void;
}

/** The records that are chosen in a list, or all that match, changed with one press. */
export function BulkDialog(props: BulkDialogProps) {
  const [all, setAll] = useState(props.rows.length === 0);
  const scope = props.rows.length > 0 && <Scope all={all} onChange={setAll} />;
  return all ? <OfAll {...props} scope={scope} /> : <OfChosen {...props} scope={scope} />;
}

function Scope({ all, onChange }: { all: boolean; onChange(all: boolean): void }) {
  const { t } = useText();
  return (
    <div className={css.scope}>
      <Segments
        label={t('bulk.which')}
        items={[
          { key: 'chosen', label: t('bulk.chosenOnes') },
          { key: 'all', label: t('bulk.allOnes') },
        ]}
        active={all ? 'all' : 'chosen'}
        onChange={(key) => onChange(key === 'all')}
      />
    </div>
  );
}

function useAsk() {
  const { t } = useText();
  return () => ask({ title: t('bulk.leaveTitle'), body: t('bulk.leaveBody'), ok: t('bulk.leaveOk'), cancel: t('bulk.stay'), danger: true });
}

function Title({ table, n }: { table: TableDef; n: string | number | undefined }) {
  const { t, label } = useText();
  return (
    <>
      {t('bulk.title')}{' '}
      <span className={css.of}>
        {label(table)}
        {n !== undefined && ` · ${t('bulk.n', { n })}`}
      </span>
    </>
  );
}

function OfChosen({ cloud, table, rows, scope, onClose }: BulkDialogProps & { scope: ReactNode }) {
  const { t } = useText();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const bulk = useBulk(cloud, table, ids, () => onClose(true));
  const mayLeave = useAsk();
  useUnsaved(bulk.isAtRisk && !bulk.progress);
  const close = async () => {
    if (bulk.progress || !bulk.isAtRisk || (await mayLeave())) onClose(false);
  };
  return (
    <Dialog
      open
      width={760}
      title={<Title table={table} n={bulk.rows?.length ?? ids.length} />}
      onClose={() => void close()}
      footer={<BulkFoot bulk={bulk} onClose={() => void close()} closeWord={t(bulk.outcomes.size > 0 ? 'ui.close' : 'ui.cancel')} />}
    >
      <Amounts of={sessionState().session?.user.domain}>
        {bulk.progress === null && bulk.outcomes.size === 0 && scope}
        <BulkBody bulk={bulk} asked={ids.length} />
      </Amounts>
    </Dialog>
  );
}

const NO_FILTERS: Filters = {};

function OfAll({ cloud, table, filters = NO_FILTERS, scope, onClose }: BulkDialogProps & { scope: ReactNode }) {
  const [asked] = useState(filters);
  const [begun, setBegun] = useState<number | null>(null);
  const all = useAll(cloud, table, asked, setBegun);
  const mayLeave = useAsk();
  const isAtRisk = begun === null && all.chosen.size > 0;
  useUnsaved(isAtRisk);
  const close = async () => {
    if (!isAtRisk || (await mayLeave())) onClose(begun !== null);
  };
  const open = all.matching && all.matching.matched <= all.matching.most ? formatCount(all.matching.open) : undefined;
  return (
    <Dialog
      open
      width={760}
      title={<Title table={table} n={open} />}
      onClose={() => void close()}
      footer={begun === null ? <AllFoot all={all} onClose={() => void close()} /> : <BegunFoot onClose={() => onClose(true)} />}
    >
      <Amounts of={sessionState().session?.user.domain}>
        {begun === null ? (
          <>
            {scope}
            <AllBody all={all} />
          </>
        ) : (
          <div className={css.body}>
            <ChangeCard id={begun} />
          </div>
        )}
      </Amounts>
    </Dialog>
  );
}

/** It runs by itself: where it is found again. */
function BegunFoot({ onClose }: { onClose(): void }) {
  const { t } = useText();
  const toChanges = () => {
    onClose();
    nav.open({ url: '/changes' }, inBoth('shell.myChanges'));
  };
  return (
    <>
      <span className={css.sum}>{t('bulk.begun')}</span>
      <Button size="medium" onClick={toChanges}>
        {t('bulk.toChanges')}
      </Button>
      <Button size="medium" kind="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
}
