import { create } from 'zustand';
import type { TodoTab } from '#protocol/rules/todo.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { TODO_FIELDS, type TodoItem } from '../todo-item.ts';

/** A walk from record to record, as they stood in the list that it began from. */
export interface Walk {
  view: TodoTab;
  /** what the list was asked for */
  filters: Filters;
  /** rows of a page */
  size: number;
  rows: readonly TodoItem[];
  /** how many stand before the first of `rows` */
  before: number;
  total: number;
}

export const useWalk = create<{ walk: Walk | null }>(() => ({ walk: null }));

export const beginWalk = (walk: Walk): void => useWalk.setState({ walk });

type Place = Pick<TodoItem, 'source' | 'rowid'>;

/** Where a record stands in the walk; -1 where it is none of it. */
export const placeIn = ({ rows }: Walk, { source, rowid }: Place): number =>
  rows.findIndex((row) => row.source === source && row.rowid === rowid);

/** What is next of those that still wait: the first behind this record as the walk has them, else the first of all. */
export function nextIn(walk: Walk, of: Place, waiting: readonly TodoItem[]): TodoItem | undefined {
  const behind = walk.rows.slice(placeIn(walk, of) + 1);
  const known = behind.find((row) => waiting.some(({ id }) => id === row.id));
  return waiting.find(({ id }) => id === known?.id) ?? waiting[0];
}

/** The row before (-1) or after (1) a record, fetched where the walk has come to the end of what it knows; undefined where there is none. */
export async function stepFrom(of: Place, step: -1 | 1): Promise<TodoItem | undefined> {
  const { walk } = useWalk.getState();
  if (!walk) return undefined;
  const at = placeIn(walk, of);
  if (at < 0) return undefined;
  const known = walk.rows[at + step];
  if (known) return known;
  const longer = step === 1 ? await onward(walk) : await backward(walk);
  useWalk.setState({ walk: longer });
  return longer.rows[placeIn(longer, of) + step];
}

/** What was decided since has left the list, and others have moved up: both this page and the next are looked at. */
async function onward(walk: Walk): Promise<Walk> {
  const last = Math.max(1, Math.ceil((walk.before + walk.rows.length) / walk.size));
  for (const page of [last, last + 1]) {
    const more = unknownIn(walk, await pageOf(walk, page));
    if (more.length > 0)
      return { ...walk, rows: [...walk.rows, ...more], total: Math.max(walk.total, walk.before + walk.rows.length + more.length) };
  }
  return walk;
}

async function backward(walk: Walk): Promise<Walk> {
  const first = Math.floor(walk.before / walk.size);
  if (first < 1) return walk;
  const more = unknownIn(walk, await pageOf(walk, first));
  return { ...walk, rows: [...more, ...walk.rows], before: Math.max(0, walk.before - more.length) };
}

const unknownIn = ({ rows }: Walk, found: readonly TodoItem[]): TodoItem[] => found.filter(({ id }) => !rows.some((row) => row.id === id));

async function pageOf({ filters, size }: Walk, page: number): Promise<readonly TodoItem[]> {
  const answer = await call(ops.page, { cloud: 'todo', page, rows: size, filters, fields: TODO_FIELDS });
  return (answer.rows ?? []) as unknown as TodoItem[];
}
