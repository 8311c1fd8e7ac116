import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { focusCell, whenDrawn } from '../form/content/focus.ts';
import css from './PasteDialog.module.css';
import { RowHead, RowView } from './RowView.tsx';
import type { PasteRow } from './state/paste-row.ts';
import type { Paste } from './state/use-paste.ts';

/** Rows that stand there at once: more would hold the browser. */
const EACH = 20;

interface RowsProps {
  paste: Paste;
  rows: readonly PasteRow[];
  cloud: string;
}

/** The rows as they will be saved, each cell typed in place; what is wrong stands in its cell, and how much of it above. */
export function Rows({ paste, rows, cloud }: RowsProps) {
  const { t } = useText();
  const { doing, shown, leaveOut } = paste;
  const body = useRef<HTMLTableSectionElement>(null);
  const view = useView(paste, rows, body);
  useInVain(paste, view);
  /** the next row's button takes the focus, so that the keyboard stays where it was */
  const remove = useCallback(
    (row: PasteRow) => {
      const drawn = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
      const place = drawn.findIndex((one) => one.dataset.row === row.key);
      leaveOut(row);
      whenDrawn(() => {
        const left = body.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
        left[Math.min(place, left.length - 1)]?.focus();
      });
    },
    [leaveOut],
  );
  return (
    <div className={css.review}>
      <Counts paste={paste} rows={rows} view={view} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section className={css.rows} tabIndex={0} aria-label={t('paste.rows')} inert={doing === 'saving'} aria-busy={doing !== 'nothing'}>
        <table>
          <RowHead fields={shown} />
          <tbody ref={body}>
            {view.here.map((row) => (
              <RowView key={row.key} row={row} fields={shown} cloud={cloud} why={paste.why} onLeaveOut={remove} />
            ))}
          </tbody>
        </table>
        {view.here.length === 0 && <p className={css.none}>{t('paste.none')}</p>}
      </section>
    </div>
  );
}

/** Which of the rows stand there. */
interface View {
  here: readonly PasteRow[];
  /** those that were wrong when one asked for them alone; null: all */
  only: ReadonlySet<PasteRow> | null;
  show(only: ReadonlySet<PasteRow> | null): void;
  at: number;
  pages: number;
  of: number;
  turn(page: number): void;
  /** to the next wrong row behind the one where one is, from the first again */
  toNext(): void;
}

function useView({ wrong }: Paste, rows: readonly PasteRow[], body: RefObject<HTMLElement | null>): View {
  const [only, setOnly] = useState<ReadonlySet<PasteRow> | null>(null);
  const [page, setPage] = useState(0);
  const listed = useMemo(() => (only ? rows.filter((row) => only.has(row)) : rows), [rows, only]);
  const pages = Math.max(1, Math.ceil(listed.length / EACH));
  const at = Math.min(page, pages - 1);
  const show: View['show'] = (next) => {
    setOnly(next);
    setPage(0);
  };
  const toNext = () => {
    const now = rowAtFocus(body.current);
    const from = listed.findIndex((row) => row.key === now);
    const goal = [...listed.slice(from + 1), ...listed].find((row) => wrong.includes(row)) ?? wrong[0]!;
    const all = listed.includes(goal) ? listed : rows;
    if (all !== listed) setOnly(null);
    setPage(Math.floor(all.indexOf(goal) / EACH));
    whenDrawn(() => whenDrawn(() => toWrongCell(body.current, goal)));
  };
  return { here: listed.slice(at * EACH, at * EACH + EACH), only, show, at, pages, of: listed.length, turn: setPage, toNext };
}

/** A save that found nothing to save leads to what keeps it. */
function useInVain({ inVain, wrong }: Paste, view: View): void {
  const seen = useRef(inVain);
  useEffect(() => {
    if (seen.current === inVain) return;
    seen.current = inVain;
    if (wrong.length > 0) view.toNext();
  });
}

/** How many there are, how many of them are wrong, and the way to those. */
function Counts({ paste: { wrong, doing, done }, rows, view }: Pick<RowsProps, 'paste' | 'rows'> & { view: View }) {
  const { t } = useText();
  return (
    <div className={css.counts}>
      <span role="status">
        {done.saved > 0 && `${t('paste.savedN', { n: done.saved })} `}
        {t('paste.rowsN', { n: rows.length })}
        {wrong.length > 0 ? t('paste.wrongN', { n: wrong.length }) : doing === 'nothing' && t('paste.allGood')}
      </span>
      <Segments
        quiet
        label={t('paste.which')}
        active={view.only ? 'wrong' : 'all'}
        onChange={(key) => view.show(key === 'wrong' ? new Set(wrong) : null)}
        items={[
          { key: 'all', label: t('paste.all'), count: String(rows.length) },
          { key: 'wrong', label: t('paste.wrong'), count: String(wrong.length) },
        ]}
      />
      {wrong.length > 0 && (
        <Button kind="quiet" icon="alert" onClick={view.toNext}>
          {t('paste.next')}
        </Button>
      )}
      {view.pages > 1 && <Turn {...view} />}
    </div>
  );
}

function Turn({ at, pages, of, turn }: Pick<View, 'at' | 'pages' | 'of' | 'turn'>) {
  const { t } = useText();
  return (
    <span className={css.turn}>
      <Button kind="quiet" aria-label={t('paste.before')} disabled={at === 0} onClick={() => turn(at - 1)}>
        <Icon name="left" />
      </Button>
      {t('paste.range', { from: at * EACH + 1, to: Math.min(of, at * EACH + EACH), of })}
      <Button kind="quiet" aria-label={t('paste.behind')} disabled={at === pages - 1} onClick={() => turn(at + 1)}>
        <Icon name="right" />
      </Button>
    </span>
  );
}

const rowAtFocus = (body: HTMLElement | null): string | undefined =>
  body?.contains(document.activeElement) ? document.activeElement?.closest<HTMLElement>('tr')?.dataset.row : undefined;

/** The first wrong cell of a row; where the row is wrong as a whole, its first. */
function toWrongCell(body: HTMLElement | null, { key }: PasteRow): void {
  const row = body?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"]`);
  const cell = row?.querySelector('td[data-wrong]');
  (cell ?? row)?.scrollIntoView({ block: 'center', inline: 'nearest' });
  focusCell(cell ?? row);
}
