import { useState } from 'react';
import type { Code } from '#protocol/codes.ts';
import { CHANGE_ROW, type ChangeTold } from '#protocol/wire/changes.ts';
import { remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { ErrorState, SkeletonLines } from '#web/ui/states.tsx';
import { Pager } from '../reading/Pager.tsx';
import { useFollow } from '../use-follow.ts';
import css from './Results.module.css';

const ROWS = 50;
const ONLY = ['all', 'refused', 'changed', 'same', 'waiting'] as const;
type Only = (typeof ONLY)[number];
const WORDS = { all: 'onlyAll', refused: 'onlyRefused', changed: 'onlyChanged', same: 'onlySame', waiting: 'onlyWaiting' } as const;
const OF_STATUS = {
  [CHANGE_ROW.waiting]: 'onlyWaiting',
  [CHANGE_ROW.changed]: 'onlyChanged',
  [CHANGE_ROW.same]: 'onlySame',
  [CHANGE_ROW.refused]: 'onlyRefused',
} as const;

interface Why {
  code: Code;
  remark: string;
  data: Record<string, unknown> | null;
}
interface Row extends Why {
  id: number;
  status: number;
  key_name?: string;
  key_name_en?: string;
}

const whyOf = ({ code, remark, data }: Why): string => remarkOf({ code, remark, ...(data ? { data } : {}) });

function countOf({ total, changed, same, refused }: ChangeTold, key: Exclude<Only, 'all'>): number {
  return { changed, same, refused, waiting: total - changed - same - refused }[key];
}

/** Why some were refused, with how many, and what became of each record. */
export function Results({ change }: { change: ChangeTold }) {
  const { t } = useText();
  const [only, setOnly] = useState<Only>(change.refused > 0 ? 'refused' : 'all');
  const [page, setPage] = useState(1);
  const request = { id: change.id, page, rows: ROWS, ...(only === 'all' ? {} : { only }) };
  const query = useOp(ops.changeRows, request, { fresh: 0, keepPrevious: ({ id }) => id === change.id });
  useFollow(
    ({ cloud, id }) => cloud === 'fw.change' && id === change.id,
    () => query.refetch(),
  );
  const { error } = failureOf(query);
  const shown = ONLY.filter((key) => key === 'all' || key === only || countOf(change, key) > 0);
  const choose = (next: Only) => {
    setOnly(next);
    setPage(1);
  };
  if (error) return <ErrorState why={error.remark} onRetry={() => void query.refetch()} />;
  const rows = (query.data?.rows ?? []) as unknown as readonly Row[];
  const reasons = (query.data?.data?.reasons ?? []) as readonly (Why & { n: number })[];
  return (
    <div className={css.results}>
      {reasons.length > 0 && (
        <ul className={css.reasons}>
          {reasons.map((reason) => (
            <li key={`${reason.code} ${reason.remark}`}>{t('bulk.reason', { why: whyOf(reason), n: formatCount(reason.n) })}</li>
          ))}
        </ul>
      )}
      <Segments
        label={t('bulk.only')}
        items={shown.map((key) => ({ key, label: t(`bulk.${WORDS[key]}`) }))}
        active={only}
        onChange={choose}
      />
      {query.isPending ? <SkeletonLines lines={3} /> : <Rows rows={rows} cloud={change.cloud} />}
      <Pager
        label={t('bulk.rowsPages')}
        page={page}
        rows={ROWS}
        shown={rows.length}
        total={Number(query.data?.total ?? 0)}
        onTurn={setPage}
      />
    </div>
  );
}

function Rows({ rows, cloud }: { rows: readonly Row[]; cloud: string }) {
  const { t, label } = useText();
  if (rows.length === 0) return <p className={css.none}>{t('bulk.noRows')}</p>;
  return (
    <ul className={css.rows}>
      {rows.map((row) => (
        <li key={row.id}>
          {row.key_name === undefined ? (
            <span className={css.hidden}>{t('bulk.hiddenRecord')}</span>
          ) : (
            <Button
              kind="link"
              size="small"
              onClick={() => nav.open({ cloud, op: 'Show', id: row.id }, dataLabel(row.key_name!, row.key_name_en))}
            >
              {label({ key_name: row.key_name, ...(row.key_name_en ? { key_name_en: row.key_name_en } : {}) }) || `#${row.id}`}
            </Button>
          )}
          <span className={row.status === CHANGE_ROW.refused ? css.refused : css.became}>
            {row.status === CHANGE_ROW.refused ? whyOf(row) : t(`bulk.${OF_STATUS[row.status as keyof typeof OF_STATUS]}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
