import { useEffect, useRef, useState } from 'react';
import { OPINION_BELOW } from '#protocol/rules/event.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import type { TodoItem } from '../todo-item.ts';
import type { Verdict } from './decide-row.ts';
import { type Batch, hasBox, isOpen, type Result, type Way } from './result.ts';
import { type Choosing, useChosen } from './use-chosen.ts';

export interface BatchController extends Omit<Choosing, 'set'> {
  /** what was begun, until it is left; null before */
  batch: Batch | null;
  /** boxes are in use, or results stand in the rows */
  isOn: boolean;
  remark: string;
  write(remark: string): void;
  /** an opinion was asked for; another one with each press */
  wrong: { words: string } | null;
  /** decides the chosen, one after the other */
  run(way: Way): Promise<void>;
  /** the chosen are those that failed or were not begun: the same is done with them again */
  isAgain: boolean;
  /** approves the chosen, or does again with them what was begun */
  decide(): void;
  /** what has not begun is not begun */
  stop(): void;
  /** a row that is over is taken out of the list */
  drop(id: number): void;
  /** chooses nothing, and lets the rows go on as they are now */
  leave(): void;
}

/** Many to-dos decided with one press (FLOW-06): each by a call of its own, one after the other; its result stands in its row. */
export function useBatch(rows: readonly TodoItem[]): BatchController {
  const texts = useText();
  const [batch, setBatch] = useState<Batch | null>(null);
  const [remark, setRemark] = useState('');
  const [wrong, setWrong] = useState<{ words: string } | null>(null);
  const stopped = useRef(false);
  const busy = useRef(false);
  const rids = useRef(new Map<string, string>());
  const shown = batch?.rows ?? rows;
  const { set, ...choosing } = useChosen(shown.filter(({ id }) => hasBox(batch?.results.get(id))));
  const isRunning = batch?.isRunning === true;
  useUnsaved(isRunning, isRunning);
  // who leaves the page has not begun what waits
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const run = async (way: Way): Promise<void> => {
    const mine = shown.filter(({ id }) => choosing.chosen.includes(id));
    if (busy.current || mine.length === 0 || [...remark].length >= OPINION_BELOW) return;
    busy.current = true;
    setWrong(null);
    try {
      if (!(await mayRun(texts, way, mine.length, remark, setWrong))) return;
      stopped.current = false;
      const queued = mine.map(({ id }): [number, Result] => [id, { kind: 'queued' }]);
      setBatch({ way, rows: shown, results: new Map([...(batch?.results ?? []), ...queued]), isRunning: true });
      const put = (id: number, result: Result) => setBatch((now) => now && { ...now, results: new Map(now.results).set(id, result) });
      set(await decideAll(mine, { texts, way, remark, rids: rids.current, isStopped: () => stopped.current, put }));
    } finally {
      busy.current = false;
      setBatch((now) => now && { ...now, isRunning: false });
    }
  };

  const isAgain = batch !== null && choosing.chosen.length > 0 && choosing.chosen.every((id) => isOpen(batch.results.get(id)));
  return {
    ...{ ...choosing, batch, remark, wrong, run, isAgain },
    decide: () => void run(isAgain ? batch.way : 'agree'),
    isOn: batch !== null || choosing.chosen.length > 0,
    write: (typed) => {
      setRemark(typed);
      setWrong(null);
    },
    stop: () => {
      stopped.current = true;
    },
    drop: (id) => setBatch((now) => now && { ...now, rows: now.rows.filter((row) => row.id !== id) }),
    leave: () => {
      if (busy.current) return;
      setBatch(null);
      setWrong(null);
      set([]);
    },
  };
}

interface Deciding extends Verdict {
  texts: Texts;
  isStopped(): boolean;
  put(id: number, result: Result): void;
}

/** One after the other; answers what is left to be tried again. */
async function decideAll(rows: readonly TodoItem[], { texts, isStopped, put, ...verdict }: Deciding): Promise<number[]> {
  const { decideRow } = await import('./decide-row.ts');
  const open: number[] = [];
  for (const row of rows) {
    if (!isStopped()) put(row.id, { kind: 'working' });
    const result: Result = isStopped() ? { kind: 'stopped' } : await decideRow(texts, row, verdict);
    put(row.id, result);
    if (isOpen(result)) open.push(row.id);
  }
  for (const cloud of new Set(rows.map(({ source }) => source))) void invalidateTable(cloud);
  return open;
}

/** Whoever sends back or refuses says why; what ends a case for good is asked first. */
async function mayRun(
  { t }: ReturnType<typeof useText>,
  way: Way,
  n: number,
  remark: string,
  tell: (wrong: { words: string }) => void,
): Promise<boolean> {
  if (way === 'agree') return true;
  if (remark.trim() === '') {
    tell({ words: t('batch.remarkNeeded') });
    return false;
  }
  return way === 'home' || ask({ title: t('batch.refuseTitle', { n }), body: t('batch.refuseBody'), ok: t('batch.refuse'), danger: true });
}
