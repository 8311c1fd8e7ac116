import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Chart, ChartEdge, ChartNode } from '#protocol/rules/chart.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './Canvas.module.css';
import { type Layout, layOut, pathOf } from './layout.ts';
import { heightOf, Node, widthOf } from './Node.tsx';
import { KINDS, LINES } from './named.ts';
import { type Back, backsOf, drawnOf, signersAt } from './steps.ts';
import type { Telling } from './use-telling.ts';
import type { Zoom } from './use-zoom.ts';
import { inWords, valuesInWords } from './words.ts';

/** What a landscape sheet has room for. */
const PAPER = { width: 1000, height: 420 };

type Link = ChartEdge | Back;

/** A flow as it lies on the plane. */
export interface Drawing {
  layout: Layout<Link>;
  /** its steps from left to right */
  order: readonly ChartNode[];
  signers: ReadonlyMap<number, readonly ProcessRow[]>;
}

/** How large it is drawn, on screen and on a sheet of paper. */
const sized = ({ width, height }: Layout<Link>, scale: number): CSSProperties =>
  ({
    '--wide': width,
    '--high': height,
    '--scale': scale,
    '--paper': Math.min(1, PAPER.width / width, PAPER.height / height),
  }) as CSSProperties;

interface StepsProps {
  chart: Chart;
  rows: readonly ProcessRow[];
  me: number;
  chosen: number;
  onChoose(state: number): void;
}

interface CanvasProps extends StepsProps {
  drawing: Drawing;
  telling: Telling;
  room: RefObject<HTMLDivElement | null>;
  zoom: Zoom;
}

/** The flow drawn: arrows walk its steps, Enter shows one below, + - 0 and F look nearer or from farther away. */
export function Canvas({ drawing, telling, room, zoom, ...steps }: CanvasProps) {
  const { layout, order } = drawing;
  const { scale } = zoom;
  const [lit, setLit] = useState<number | null>(null);
  useLayoutEffect(() => {
    const here = room.current?.querySelector('[aria-current=step]')?.parentElement;
    if (here) room.current!.scrollLeft = (here.offsetLeft + here.offsetWidth / 2) * scale - room.current!.clientWidth / 2;
  }, [room, scale]);
  // the keyboard begins where the record is
  useEffect(() => room.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus({ preventScroll: true }), [room]);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = order.findIndex(({ state }) => state === Number((event.target as HTMLElement).dataset.step ?? steps.chosen));
    const walk = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: order.length - 1 }[event.key];
    const look = { '+': zoom.larger, '=': zoom.larger, '-': zoom.smaller, '0': zoom.actual, f: zoom.fit, F: zoom.fit }[event.key];
    if (walk === undefined && !look) return;
    event.preventDefault();
    look?.();
    const to = walk === undefined ? undefined : order[walk];
    if (!to) return;
    room.current?.querySelector<HTMLElement>(`[data-step="${to.state}"]`)?.focus();
    setLit(to.state);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the steps in it
    <div className={css.room} ref={room} onKeyDown={onKey} data-scroll="">
      <div className={css.sheet} style={sized(layout, scale)}>
        <div className={css.drawing} data-lit={lit !== null || undefined}>
          <Lines layout={layout} lit={lit} />
          <Steps drawing={drawing} {...steps} onLit={setLit} />
          <Words layout={layout} telling={telling} />
        </div>
      </div>
    </div>
  );
}

/** The steps of a drawing, each a button, in their order: for who sees them and who hears them. */
function Steps({
  drawing,
  chart,
  rows,
  me,
  chosen,
  onChoose,
  onLit,
}: StepsProps & { drawing: Drawing; onLit(state: number | null): void }) {
  const { t, label } = useText();
  const { order, layout, signers } = drawing;
  return (
    <ol aria-label={t('chart.stepsList')} className={css.steps}>
      {order.map((node) => {
        const { state, kind, end } = node;
        const { x, y, width, height } = layout.boxes.find(({ id }) => id === state)!;
        const own = signers.get(state)!;
        return (
          <li key={state} style={{ left: x, top: y, width, height }}>
            <button
              type="button"
              data-step={state}
              title={label(node.label)}
              tabIndex={state === chosen ? 0 : -1}
              className={[css.step, css[kind], end && css.end, own.length > 0 && css.group].filter(Boolean).join(' ')}
              aria-current={state === chart.here ? 'step' : undefined}
              aria-pressed={state === chosen}
              onClick={() => onChoose(state)}
              onBlur={() => onLit(null)}
              onMouseEnter={() => onLit(state)}
              onMouseLeave={() => onLit(null)}
            >
              <Node node={node} rows={rows} signers={own} me={me} />
              <span className="sr">{t(KINDS[kind])}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** All of a flow on the plane, or the way of this record alone. */
export function drawingOf(chart: Chart, rows: readonly ProcessRow[], isOwn: boolean, texts: Parameters<typeof backsOf>[1]): Drawing {
  const { nodes, edges } = drawnOf(chart, isOwn);
  const signers = new Map(nodes.map((node) => [node.state, signersAt(rows, node)]));
  const boxes = nodes.map(({ state }) => ({ id: state, width: widthOf(signers.get(state)!), height: heightOf(signers.get(state)!) }));
  const there = new Set(nodes.map(({ state }) => state));
  const backs = backsOf(chart, texts).filter(({ from, to }) => there.has(from) && there.has(to));
  const layout = layOut<Link>(boxes, [...edges, ...backs], chart.way);
  const place = new Map(layout.boxes.map(({ id, x }) => [id, x]));
  return { layout, signers, order: [...nodes].sort((one, other) => place.get(one.state)! - place.get(other.state)!) };
}

function Lines({ layout, lit }: { layout: Layout<Link>; lit: number | null }) {
  return (
    <svg className={css.lines} width={layout.width} height={layout.height} aria-hidden="true">
      <defs>
        {Object.keys(LINES).map((kind) => (
          <marker
            key={kind}
            id={`chart-${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
            markerUnits="userSpaceOnUse"
          >
            <path d="M0 1 7 4 0 7z" className={css[`tip-${kind}`]} />
          </marker>
        ))}
      </defs>
      {layout.lines.map(({ line, points }) => (
        <path
          key={`${line.kind} ${line.from} ${line.to}`}
          d={pathOf(points)}
          className={[css.line, css[`line-${line.kind}`], line.from === lit || line.to === lit ? css.lit : ''].filter(Boolean).join(' ')}
          markerEnd={`url(#chart-${line.kind})`}
        />
      ))}
    </svg>
  );
}

/** What stands at a line: what must hold there, and whether it does; when it was sent back. */
function Words({ layout, telling }: { layout: Layout<Link>; telling: Telling }) {
  const { t } = useText();
  return layout.lines.map(({ line, words, points }) => {
    const said = line.kind === 'returned' ? line.words : line.where ? inWords(line.where, telling) : '';
    if (!said) return null;
    const isLane = points.length > 2;
    const holds = line.kind !== 'returned' && line.where?.holds;
    const values = line.kind !== 'returned' && line.where && !isLane ? valuesInWords(line.where, telling) : '';
    const stands = holds === 1 ? t('chart.holds') : holds === 0 ? t('chart.fails') : '';
    const full = [said, values, stands].filter(Boolean).join('\n');
    return (
      <span
        key={`${line.kind} ${line.from} ${line.to}`}
        className={`${css.words} ${isLane ? css.lane : ''} ${line.kind === 'returned' ? css.back : ''}`}
        style={{ left: words.x, top: words.y, maxWidth: words.width }}
        title={full}
        aria-hidden="true"
      >
        <span>{said}</span>
        {!isLane && stands && <i>{stands}</i>}
      </span>
    );
  });
}
