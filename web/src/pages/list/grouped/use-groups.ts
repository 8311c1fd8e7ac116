import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listAsk } from '#protocol/rules/list.ts';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { tableOf } from '#web/api/table-of.ts';
import { againIn, opKey } from '#web/api/use-op.ts';
import { useTabKept } from '#web/nav/use-tab.ts';
import { useFollow } from '../../use-follow.ts';
import { asOf } from '../state/first-rows.ts';
import { wireFilters } from '../state/list-state.ts';
import type { ListController } from '../state/use-list-page.ts';
import type { LevelField } from './levels.ts';
import {
  ALL_AT_ONCE,
  allPressed,
  type GroupLine,
  type Known,
  keyOf,
  type Line,
  linesOf,
  MOST,
  type Opened,
  openOfAll,
  openPlaces,
  pressedAt,
  type Within,
} from './lines.ts';

/** Groups that come at a time. */
const GROUPS = 100;

const NOT_YET: Opened = [];

export interface Groups {
  lines: readonly Line[];
  /** the records that stand there, in their order */
  rows: readonly WireRow[];
  /** groups of the first level; null until they are known */
  count: number | null;
  press: (line: GroupLine, isOpen?: boolean) => void;
  more: (place: Within) => void;
  again: (place: Within) => void;
  /** of every level; undefined where there are too many at once */
  openAll: (() => void) | undefined;
  closeAll: () => void;
  /** all were opened, and there are more than may stand open at once */
  isCut: boolean;
}

/** Groups, and rows of those that are open: one call for each place that is open, whatever stands there. */
export function useGroups(list: ListController, levels: readonly LevelField[]): Groups {
  const [opened, setOpened] = useTabKept<Opened>(`groups ${list.cloud}`, NOT_YET);
  const pressed = useMemo(() => new Map(opened), [opened]);
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const texts = useMemo(() => levels.map(({ text }) => text), [levels]);
  const [places, setPlaces] = useState<readonly Within[]>([[]]);
  const known = usePlaces(list, texts, places, wanted);
  const tree = { levels: texts, pressed, of: known.of };
  const { all, isCut } = openOfAll(tree);
  const lines = linesOf({ ...tree, all });
  // what is open follows from what is known: a group that has just come may be open too
  const next = openPlaces(lines);
  useEffect(() => setPlaces((now) => (next.map(keyOf).join() === now.map(keyOf).join() ? now : next)));
  useFollow(({ cloud }) => tableOf(cloud) === tableOf(list.cloud), known.askAgain);
  const press = (line: GroupLine, isOpen = !line.isOpen) => setOpened((now) => pressedAt(now, [line.key], isOpen));
  const count = known.of([]).answer?.total ?? null;
  return {
    lines,
    rows: lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])),
    count,
    press,
    more: (place) => setWanted((now) => new Map(now).set(keyOf(place), (now.get(keyOf(place)) ?? 1) + 1)),
    again: known.again,
    openAll: (count ?? 0) <= ALL_AT_ONCE ? () => setOpened(() => allPressed(texts, true)) : undefined,
    closeAll: () => setOpened(() => allPressed(texts, false)),
    isCut,
  };
}

function usePlaces(list: ListController, levels: readonly string[], places: readonly Within[], wanted: ReadonlyMap<string, number>) {
  const kept = useRef(new Map<string, Envelope>());
  const queries = useQueries({ queries: places.map((place) => queryOf(list, levels, place, wanted.get(keyOf(place)) ?? 1)) });
  const by = new Map(places.map((place, at) => [keyOf(place), queries[at]!]));
  const signs = new Map(places.map((place) => [keyOf(place), signOf(list, levels, place)]));
  for (const [key, { data }] of by) if (data) kept.current.set(signs.get(key)!, data);
  return {
    /** what came last for the same filters and levels stands until the next is there */
    of: (place: Within): Known => {
      const query = by.get(keyOf(place));
      return {
        answer: query?.data ?? kept.current.get(signOf(list, levels, place)),
        fault: (query?.error as ApiError | null | undefined)?.remark ?? null,
      };
    },
    again: (place: Within) => void by.get(keyOf(place))?.refetch(),
    askAgain: () => Promise.all(queries.map((query) => query.refetch())),
  };
}

/** What is asked at a place, but how much of it. */
const signOf = ({ state, fixed }: ListController, levels: readonly string[], place: Within): string =>
  JSON.stringify([levels[place.length] ?? null, wireFilters(state, fixed), place, state.month]);

function queryOf(list: ListController, levels: readonly string[], place: Within, times: number) {
  const { cloud, state, fixed, table } = list;
  const filters = { ...wireFilters(state, fixed), ...(place.length ? { within: place } : {}) };
  const past = asOf(state);
  const by = levels[place.length];
  const { fields } = listAsk(table!);
  const [op, request] =
    by === undefined
      ? [ops.page, { cloud, page: 1, rows: Math.min(MOST, times * state.rows), filters, fields, ...past }]
      : [
          ops.group,
          { cloud, field: by, order: 'value' as const, stat: 1 as const, rows: Math.min(MOST, times * GROUPS), filters, ...past },
        ];
  return {
    queryKey: opKey(op, request),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Envelope> => call(op, request as never, { signal }),
    refetchInterval: (query: { state: { error: Error | null } }) => againIn({ error: query.state.error as ApiError | null }),
  };
}
