import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { Chart } from '#protocol/rules/chart.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { CHART_EN, CHART_ZH } from '#web/i18n/parts/chart.ts';
import { MIGRATE_EN, MIGRATE_ZH } from '#web/i18n/parts/migrate.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { ErrorState, Outdated, SkeletonLines, useLate } from '#web/ui/states.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { People, Why } from './Below.tsx';
import { Canvas, drawingOf } from './Canvas.tsx';
import css from './ChartDialog.module.css';
import { NodeList } from './NodeList.tsx';
import { LINES } from './named.ts';
import { type Telling, useTelling } from './use-telling.ts';
import { useZoom, type Zoom } from './use-zoom.ts';

addTexts({ ...CHART_ZH, ...MIGRATE_ZH }, { ...CHART_EN, ...MIGRATE_EN });

const MigrateDialog = lazy(() => import('./migrate/MigrateDialog.tsx').then((room) => ({ default: room.MigrateDialog })));

export interface ChartDialogProps {
  cloud: string;
  id: number;
  /** what the record is called */
  name: string;
  rows: readonly ProcessRow[];
  me: number;
  onClose(): void;
}

/** The flow of a record over its page: the definition drawn, the way taken, where it is now, and why it goes that way (FLOW-10). */
export function ChartDialog({ cloud, id, name, rows, me, onClose }: ChartDialogProps) {
  const { t } = useText();
  const query = useOp(ops.chart, { cloud, id }, { fresh: 0 });
  const late = useLate(query.isPending);
  const { error, outdated } = failureOf(query);
  const chart = query.data?.data as unknown as (Chart & { _currency?: Currency }) | undefined;
  return (
    <Dialog open size="large" title={<Title name={name} />} onClose={onClose}>
      <div className={css.chart} data-chart="">
        {error && <ErrorState why={error.remark} onRetry={() => void query.refetch()} />}
        {!error && !chart && late && <SkeletonLines lines={8} />}
        <Outdated why={outdated?.remark} onRetry={() => void query.refetch()} />
        {chart && (
          <Amounts of={chart._currency}>
            <Drawn {...{ cloud, chart, rows, me }} onMoved={() => void query.refetch()} />
          </Amounts>
        )}
        <span className="sr" role="status">
          {chart ? '' : t('ui.loading')}
        </span>
      </div>
    </Dialog>
  );
}

function Title({ name }: { name: string }) {
  const { t } = useText();
  return (
    <>
      {t('chart.title')} <span className={css.of}>{name}</span>
    </>
  );
}

interface DrawnProps {
  cloud: string;
  chart: Chart;
  rows: readonly ProcessRow[];
  me: number;
  /** running cases went to another version */
  onMoved(): void;
}

function Drawn(props: DrawnProps) {
  const { chart, rows } = props;
  const isPhone = usePhone();
  const telling = useTelling(chart);
  const [isOwn, setOwn] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const node = chart.nodes.find(({ state }) => state === (asked ?? beginsAt(chart))) ?? chart.nodes.at(-1);
  const shown = { ...props, isOwn, onOwn: setOwn, telling, chosen: node?.state ?? chart.here, onChoose: setAsked };
  return (
    <>
      {isPhone ? <List {...shown} /> : <Desk {...shown} />}
      <div className={css.below}>
        {node && <People chart={chart} node={node} rows={rows} />}
        <Why chart={chart} telling={telling} />
      </div>
    </>
  );
}

/** What stands below at first: the present step; of what has ended, who decided last. */
const beginsAt = ({ nodes, way, here }: Chart): number => {
  const ended = nodes.some(({ state, end }) => state === here && end !== null);
  return (ended ? way[way.indexOf(here) - 1] : undefined) ?? here;
};

interface ShownProps extends DrawnProps {
  isOwn: boolean;
  onOwn(own: boolean): void;
  telling: Telling;
  chosen: number;
  onChoose(state: number): void;
}

/** On a phone the steps stand one below the other. */
const List = ({ onOwn, ...shown }: ShownProps) => (
  <>
    <Tools {...shown} onOwn={onOwn} />
    <NodeList {...shown} />
  </>
);

function Desk({ isOwn, onOwn, ...shown }: ShownProps) {
  const texts = useText();
  const room = useRef<HTMLDivElement>(null);
  const { chart, rows } = shown;
  const drawing = useMemo(() => drawingOf(chart, rows, isOwn, texts), [chart, rows, isOwn, texts]);
  const zoom = useZoom(room, { width: drawing.layout.width, steps: drawing.order.length });
  return (
    <>
      <Tools {...shown} isOwn={isOwn} onOwn={onOwn}>
        <Looks zoom={zoom} />
      </Tools>
      <Canvas {...shown} drawing={drawing} room={room} zoom={zoom} />
    </>
  );
}

interface ToolsProps extends Pick<ShownProps, 'cloud' | 'chart' | 'isOwn' | 'onOwn' | 'onMoved'> {
  children?: ReactNode;
}

/** What the lines mean, and whether all of the flow is drawn. */
function Tools({ cloud, chart, isOwn, onOwn, onMoved, children }: ToolsProps) {
  const { t } = useText();
  return (
    <div className={css.tools}>
      <span className={css.key}>
        {Object.entries(LINES).map(([kind, key]) => (
          <span key={kind}>
            <i className={css[kind]} />
            {t(key)}
          </span>
        ))}
      </span>
      <span className={css.grow} />
      {chart.version !== null && <span className={css.version}>{t('chart.version', { n: chart.version })}</span>}
      {chart.outdated && <Older {...{ cloud, onMoved }} n={chart.outdated} />}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is in it */}
      <label className={`${css.own} no-print`}>
        <Check label={t('chart.own')} checked={isOwn} onChange={(event) => onOwn(event.target.checked)} />
        <span aria-hidden="true">{t('chart.own')}</span>
      </label>
      {children}
    </div>
  );
}

/** For administrators: running cases of this table that go by an older version. */
function Older({ cloud, n, onMoved }: { cloud: string; n: number; onMoved(): void }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="no-print">
      <Button kind="link" onClick={() => setOpen(true)}>
        {t('migrate.open', { n })}
      </Button>
      {isOpen && (
        <Suspense>
          <MigrateDialog cloud={cloud} onMoved={onMoved} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}

/** How large it is drawn, and on paper. */
function Looks({ zoom }: { zoom: Zoom }) {
  const { t } = useText();
  return (
    <span className={`${css.looks} no-print`}>
      <Button kind="quiet" aria-label={t('chart.smaller')} title={`${t('chart.smaller')} (-)`} onClick={zoom.smaller}>
        −
      </Button>
      <Button kind="quiet" title={`${t('chart.actual')} (0)`} onClick={zoom.actual}>
        {Math.round(zoom.scale * 100)}%
      </Button>
      <Button kind="quiet" aria-label={t('chart.larger')} title={`${t('chart.larger')} (+)`} onClick={zoom.larger}>
        +
      </Button>
      <Button kind="quiet" title={`${t('chart.fit')} (F)`} onClick={zoom.fit}>
        {t('chart.fit')}
      </Button>
      <IconButton icon="printer" label={t('chart.print')} onClick={() => window.print()} />
    </span>
  );
}
