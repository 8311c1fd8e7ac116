import { type RefObject, useRef, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { type GroupController, useGroupDialog } from '../group/use-group-page.ts';
import type { ListPickerProps } from '../list/ListPicker.tsx';
import { moved, offField } from './pick-row.ts';
import { keepRecent, recentOf } from './recent.ts';
import { useKeyword } from './use-keyword.ts';
import { type Offered, useOffered } from './use-offered.ts';

/** Lines of one kind: those that were chosen last, those of the chosen group, hits elsewhere. */
export interface Part {
  key: 'recent' | 'here' | 'elsewhere';
  offered: Offered;
  rows: readonly WireRow[];
  title: TextKey;
}

export interface People {
  group: GroupController;
  typed: string;
  setTyped(typed: string): void;
  keyword: string;
  parts: readonly Part[];
  /** all lines as they stand, from above */
  rows: readonly WireRow[];
  /** the line on which the keyboard stands; -1: none */
  at: number;
  stand(at: number): void;
  chosen: readonly WireRow[];
  /** how many may be chosen, and whether one more was pressed */
  most: number | undefined;
  isFull: boolean;
  has(row: WireRow): boolean;
  /** chosen, or not any more; one alone is the answer */
  turn(row: WireRow): void;
  drop(at: number): void;
  move(from: number, to: number): void;
  clear(): void;
  done(): void;
  search: RefObject<HTMLInputElement | null>;
}

type PeopleProps = Pick<ListPickerProps, 'cloud' | 'multiple' | 'chosen' | 'fixed' | 'most' | 'onDone'>;

/** What the picker of people decides. A keyword is looked for in all groups: the hits of the chosen one stand first, the others below them. */
export function usePeople({ cloud, multiple, chosen: before, fixed, most, onDone }: PeopleProps): People {
  const group = useGroupDialog(cloud, fixed);
  const { table } = group;
  const [typed, setTyped, keyword] = useKeyword();
  const [chosen, setChosen] = useState(before);
  const [isFull, setFull] = useState(false);
  const [at, stand] = useState(-1);
  const search = useRef<HTMLInputElement>(null);
  const isNarrow = group.chosen !== 'all';
  const here = useOffered({ cloud, table, fixed: group.fixed, keyword });
  const everywhere: Readonly<Record<string, FieldFilter>> = fixed ?? NOTHING;
  const all = useOffered({ cloud, table, fixed: everywhere, keyword, off: !isNarrow || keyword === '' });
  const last = useRecent({ cloud, table, fixed: everywhere, off: isNarrow || keyword !== '' });
  const parts: Part[] = [
    { key: 'recent', offered: last, rows: last.rows, title: 'group.recent' },
    { key: 'here', offered: here, rows: without(here.rows, last.rows), title: isNarrow ? 'group.inGroup' : 'group.all' },
    { key: 'elsewhere', offered: all, rows: without(all.rows, here.rows), title: 'group.elsewhere' },
  ];
  const answer = (rows: readonly WireRow[]) => {
    keepRecent(
      cloud,
      without(rows, before).map(({ id }) => Number(id)),
    );
    onDone(rows);
  };
  const has = ({ id }: WireRow) => chosen.some((row) => row.id === id);
  const turn = (row: WireRow) => {
    if (table && offField(table, row) && !has(row)) return;
    if (!multiple) return answer([row]);
    const isOver = !has(row) && most !== undefined && chosen.length >= most;
    setFull(isOver);
    if (isOver) return;
    setChosen(has(row) ? chosen.filter(({ id }) => id !== row.id) : [...chosen, row]);
  };
  return {
    ...{ group, typed, keyword, parts, at, stand, chosen, most, isFull, has, turn, search },
    setTyped: (words) => {
      setTyped(words);
      stand(-1);
    },
    rows: parts.flatMap(({ rows }) => rows),
    drop: (place) => setChosen(chosen.filter((row, each) => each !== place || row.unauthorized === 1)),
    move: (from, to) => setChosen(moved(chosen, from, to)),
    clear: () => setChosen(chosen.filter(({ unauthorized }) => unauthorized === 1)),
    done: () => answer(chosen),
  };
}

/** Those who were chosen last and may be chosen here, the newest first; asked for once, as the picker opens. */
function useRecent({ cloud, table, fixed, off }: Pick<Parameters<typeof useOffered>[0], 'cloud' | 'table' | 'fixed' | 'off'>): Offered {
  const [ids] = useState(() => recentOf(cloud));
  const isOff = off === true || ids.length === 0 || fixed?.id !== undefined;
  const offered = useOffered({ cloud, table, fixed: { ...fixed, id: { op: 'in', value: [...ids] } }, keyword: '', off: isOff });
  const rows = ids.flatMap((id) => offered.rows.find((row) => Number(row.id) === id) ?? []);
  return { ...offered, rows, more: undefined };
}

const without = (rows: readonly WireRow[], others: readonly WireRow[]): readonly WireRow[] => {
  const ids = new Set(others.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
};

const NOTHING: Readonly<Record<string, FieldFilter>> = {};
