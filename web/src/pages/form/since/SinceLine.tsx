import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Since } from '#protocol/wire/since.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { SINCE_EN, SINCE_ZH } from '#web/i18n/parts/since.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { useTab, useView } from '#web/nav/use-tab.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import type { SubtableForm } from '../state/subtable-form.ts';
import type { Marks } from './marks.ts';
import { marksOf } from './marks-of.tsx';
import css from './SinceLine.module.css';
import { stopsIn } from './stops.ts';

addTexts(SINCE_ZH, SINCE_EN);

export interface SinceLineProps {
  table: TableDef;
  subs: readonly SubtableForm[];
  cloud: string;
  id: number;
  /** the record waits for the reader: he is told, too, that nothing changed */
  isMine: boolean;
  sheet: RefObject<HTMLElement | null>;
  /** what the form draws by now */
  drawn: Marks | null;
  onMarks(marks: Marks | null): void;
}

/** One line above the form: how many places have changed since the reader decided or looked, and the way through them (F8). */
export function SinceLine({ table, subs, cloud, id, isMine, sheet, drawn, onMarks }: SinceLineProps) {
  const texts = useText();
  const { t } = texts;
  const [view, setView] = useView();
  const asked = view.since === 'looked' ? { since: 'looked' as const } : {};
  const query = useOp(ops.since, { cloud, id, ...asked }, { fresh: 0, keepPrevious: (before) => before.id === id });
  const told = query.data?.data as unknown as Since | undefined;
  const isOff = view.marks === 'off';
  const marks = useMemo(
    () => (told && !isOff && told.since !== null ? marksOf(told, table, subs, texts) : null),
    [told, isOff, table, subs, texts],
  );
  useEffect(() => {
    onMarks(marks);
    return () => onMarks(null);
  }, [marks, onMarks]);
  const { count, at, go } = useWay(sheet, drawn);
  if (!told || told.since === null) return null;
  const n = isOff ? told.fields.length + told.rows.length : count;
  if (n === null) return null;
  const hasBoth = told.decided !== null && told.looked !== null && told.looked !== told.decided.time;
  if (n === 0 && !isMine && !hasBoth) return null;
  return (
    <div className={css.line}>
      <Banner icon="history" words={[wordsOf(texts, told, n), told.partial === 1 && t('since.partial')]}>
        {hasBoth && <Choice told={told} onChoose={(since) => setView({ since: since === 'looked' ? since : '' }, 'replace')} />}
        {!isOff && n > 0 && (
          <span className={css.way}>
            <IconButton icon="up" label={t('since.previous')} onClick={() => go(-1)} />
            <span className={css.at}>
              {at < 0 ? '–' : at + 1}/{n}
            </span>
            <IconButton icon="down" label={t('since.next')} onClick={() => go(1)} />
          </span>
        )}
        {n > 0 && (
          <Button kind="link" onClick={() => setView({ marks: isOff ? '' : 'off' }, 'replace')}>
            {t(isOff ? 'since.show' : 'since.hide')}
          </Button>
        )}
      </Banner>
    </div>
  );
}

function Choice({ told, onChoose }: { told: Since; onChoose(since: 'decided' | 'looked'): void }) {
  const { t } = useText();
  const items = [
    { key: 'decided' as const, label: t(told.decided?.outcome === -1 ? 'since.sinceReturned' : 'since.sinceDecided') },
    { key: 'looked' as const, label: t('since.sinceLooked') },
  ];
  return <Segments items={items} active={told.since ?? 'decided'} onChange={onChoose} label={t('since.from')} />;
}

/** Since when, who, and how many places. */
function wordsOf({ t, label }: Texts, { since, decided, looked, by }: Since, n: number): string {
  const who = whoOf({ t, label }, by);
  const places = n === 0 ? t('since.none') : who ? t('since.places', { n, who }) : t('since.placesOf', { n });
  if (since === 'looked' || !decided) return t('since.looked', { when: shortTime(looked ?? ''), places });
  const when = shortTime(decided.time);
  if (decided.by) return t(decided.outcome === 1 ? 'since.agentDecided' : 'since.agentReturned', { when, who: label(decided.by), places });
  return t(decided.outcome === 1 ? 'since.decided' : 'since.returned', { when, places });
}

function whoOf({ t, label }: Pick<Texts, 't' | 'label'>, by: readonly (EntityValue & { applicant?: 1 })[]): string {
  const [first, ...others] = by;
  if (!first) return '';
  if (others.length === 0) return first.applicant === 1 ? t('since.applicant') : label(first);
  return t('since.andOthers', { who: label(first), n: by.length });
}

/** The places as they stand on the page, and where one is among them. */
function useWay(sheet: RefObject<HTMLElement | null>, marks: Marks | null) {
  const { active } = useTab();
  const [count, setCount] = useState<number | null>(null);
  const [at, setAt] = useState(-1);
  const places = useCallback(() => stopsIn(sheet.current), [sheet]);
  useEffect(() => {
    setCount(marks ? places().length : null);
  }, [marks, places]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other places are another way
  useEffect(() => setAt(-1), [count]);
  const go = useCallback(
    (step: number) => {
      const all = places();
      if (all.length === 0) return;
      const here = all.findIndex((stop) => stop.drawn() !== null && stop.drawn() === document.activeElement);
      const from = here >= 0 ? here : at;
      const next = from < 0 && step < 0 ? all.length - 1 : (from + step + all.length) % all.length;
      all[next]!.open();
      all[next]!.drawn()?.scrollIntoView({ block: 'center' });
      all[next]!.drawn()?.focus({ preventScroll: true });
      setAt(next);
    },
    [places, at],
  );
  useEffect(() => {
    if (!active || !marks) return;
    const press = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role=dialog]');
      if (event.key !== 'F8' || event.defaultPrevented || isInDialog) return;
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active, marks, go]);
  return { count, at, go };
}
