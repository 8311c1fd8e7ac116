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
import { useText } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { ChangeCard } from '../changes/ChangeCard.tsx';
import { AllBody, AllFoot } from './AllBody.tsx';
import { BegunFoot } from './BegunFoot.tsx';
import css from './BulkBody.module.css';
import { BulkBody, BulkFoot } from './BulkBody.tsx';
import { useAll } from './state/use-all.ts';
import { type Filled, useBulk, useFilling } from './state/use-bulk.ts';

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
  const filled = useFilling(props.table);
  const scope = props.rows.length > 0 ? <Scope all={all} onChange={setAll} /> : <NoneChosen />;
  const of = { ...props, filled, scope };
  return all ? <OfAll {...of} /> : <OfChosen {...of} />;
}

/** What is filled in is the same of the chosen ones and of all. */
interface OfProps extends BulkDialogProps {
  filled: Filled;
  scope: ReactNode;
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

/** Nobody meant all by choosing none: why it is all is said. */
function NoneChosen() {
  const { t } = useText();
  return <p className={css.noneChosen}>{t('bulk.noneChosen')}</p>;
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

function OfChosen({ cloud, table, rows, filled, scope, onClose }: OfProps) {
  const { t } = useText();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const bulk = useBulk(cloud, filled, ids, () => onClose(true));
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
        <div className={css.wide}>
          {bulk.progress === null && bulk.outcomes.size === 0 && bulk.goesOn === null && scope}
          <BulkBody bulk={bulk} asked={ids.length} />
        </div>
      </Amounts>
    </Dialog>
  );
}

const NO_FILTERS: Filters = {};

function OfAll({ cloud, table, filters = NO_FILTERS, filled, scope, onClose }: OfProps) {
  const { t } = useText();
  const [asked] = useState(filters);
  const [begun, setBegun] = useState<number | null>(null);
  const all = useAll(cloud, filled, asked, setBegun);
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
      footer={
        begun === null ? (
          <AllFoot all={all} onClose={() => void close()} />
        ) : (
          <BegunFoot onClose={() => onClose(true)} closeWord={t('ui.close')} />
        )
      }
    >
      <Amounts of={sessionState().session?.user.domain}>
        <div className={css.wide}>
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
        </div>
      </Amounts>
    </Dialog>
  );
}
