import { useState } from 'react';
import { isTooLong } from '#protocol/rules/event.ts';
import type { Migrated, OutdatedCase, OutdatedFlows } from '#protocol/wire/outdated.ts';
import { call } from '#web/api/call.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';

/** Cases of a page. */
const ROWS = 100;
const NONE: readonly OutdatedCase[] = [];

/** What would become of a case, or became of it; or why it cannot go. */
export type Outcome = { done: boolean; to: Migrated } | { why: string };
type Told = Parameters<typeof remarkOf>[0] & { id: number; code: number; data?: Migrated };

/** A step of older versions, and which it is in the newest; null: that is not said yet. */
export interface OldStep {
  state: number;
  label: OutdatedCase['label'];
  cases: number;
  to: number | null;
}

/** Running cases by older versions of a table's flow, a page at a time, and which of them are chosen: all, until one is left out. */
function useOutdated(cloud: string) {
  const [page, setPage] = useState(1);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const query = useOp(ops.outdated, { cloud, page }, { fresh: 0, keepPrevious: (before) => before.cloud === cloud });
  const rows = (query.data?.rows ?? NONE) as unknown as readonly OutdatedCase[];
  const flows = query.data?.data as unknown as OutdatedFlows | undefined;
  const total = query.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / ROWS));
  // what stood on the last page went
  if (query.data && !query.isPlaceholderData && page > pages) setPage(pages);
  const pick = (ids: readonly number[], on: boolean) =>
    setLeft(new Set(on ? [...left].filter((id) => !ids.includes(id)) : [...left, ...ids]));
  const turn = (to: number) => {
    setLeft(new Set());
    setPage(Math.min(Math.max(1, to), pages));
  };
  return { query, ...failureOf(query), rows, flows, total, page, pages, turn, left, pick };
}

/** Takes them over to the newest: first what would become of each is told, then it is done. */
export function useMigrate(cloud: string, onMoved: () => void) {
  const outdated = useOutdated(cloud);
  const { query, rows, flows, left } = outdated;
  const [steps, setSteps] = useState<Readonly<Record<number, number>>>({});
  const [remark, setRemark] = useState('');
  const [told, setTold] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [wrong, setWrong] = useState<{ remark?: string; all?: string }>({});
  const [busy, setBusy] = useState(false);
  const chosen = rows.filter((row) => !left.has(row.id) && !isDone(told.get(row.id)));
  const able = chosen.filter((row) => told.has(row.id) && !('why' in told.get(row.id)!));
  const name = (state: number, to: number) => {
    setSteps({ ...steps, [state]: to });
    setTold(new Map([...told].filter(([, one]) => isDone(one))));
    setWrong({});
  };
  const write = (words: string) => {
    setRemark(words);
    setWrong({});
  };
  const ask = async (of: readonly OutdatedCase[], confirm: boolean) => {
    setBusy(true);
    setWrong({});
    try {
      const sent = { cloud, id: of.map(({ id }) => id), steps, remark, ...(confirm ? { confirm: 1 } : {}) };
      const answer = await call(ops.migrate, sent, { accept: [100, 300, 343] });
      const outcomes = ((answer.rows ?? []) as unknown as Told[]).map((one) => [one.id, outcomeOf(one, confirm)] as const);
      setTold(new Map([...told, ...outcomes]));
      return outcomes.filter(([, one]) => isDone(one)).length;
    } catch (error) {
      const { remark: said, data } = asApiError(error);
      setWrong({ [data.field === 'remark' ? 'remark' : 'all']: said });
      return 0;
    } finally {
      setBusy(false);
    }
  };
  const move = async () => {
    const fault = faultOf(remark);
    if (fault) return setWrong({ remark: fault });
    const moved = await ask(able, true);
    if (moved === 0) return;
    toast.done(say('migrate.done', { n: moved, version: flows!.version }));
    await Promise.all([query.refetch(), invalidateTable(cloud)]);
    onMoved();
  };
  return {
    ...{ ...outdated, told, busy, wrong, remark, write, chosen, able, name },
    ...{ steps: stepsOf(flows, steps), foretell: () => ask(chosen, false), move },
  };
}
export type Migrating = ReturnType<typeof useMigrate>;

const faultOf = (remark: string): string | undefined =>
  remark.trim() === '' ? say('migrate.whyMissing') : isTooLong(remark) ? say('migrate.whyLong') : undefined;

const isDone = (one: Outcome | undefined): boolean => one !== undefined && 'done' in one && one.done;

const outcomeOf = (one: Told, done: boolean): Outcome => (one.code === 200 ? { done, to: one.data! } : { why: remarkOf(one) });

/** The steps at which cases wait, each once: under several older versions it is called as in the last of them. */
export function stepsOf(flows: OutdatedFlows | undefined, named: Readonly<Record<number, number>>): OldStep[] {
  const found = new Map<number, OldStep>();
  for (const { state, label, cases, known } of flows?.older ?? [])
    found.set(state, { state, label, cases: cases + (found.get(state)?.cases ?? 0), to: named[state] ?? (known ? state : null) });
  return [...found.values()].sort((a, b) => a.state - b.state);
}
