import { type Layout, NARROWEST, WIDEST } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { laidOut, layoutOf } from '#protocol/rules/layout.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { defineAnew, opKey, queryClient } from '#web/api/use-op.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { Viewing } from '../state/use-viewing.ts';
import { contentOf, type Draft, draftOf, movedBefore, setTo } from './draft.ts';
import { keepLayout, keptIn } from './keep.ts';

/** One after the other: what is dragged while a change is on its way goes on from that. */
let last: Promise<unknown> = Promise.resolve();

/** Of the list that is changed, what a change goes by. */
interface Changed {
  cloud: string;
  declared: LoadedTable;
  layout: Layout | undefined;
  viewing: Viewing | undefined;
}
type By = (draft: Draft) => Draft;

export const widen = (of: Changed, uid: string, width: number | null): void =>
  change(of, (draft) => setTo(draft, uid, { width: width === null ? null : Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) }));

export const move = (of: Changed, uid: string, before: string | null): void => change(of, (draft) => movedBefore(draft, uid, before));

const changed = (table: LoadedTable, layout: Layout | undefined, by: By): Layout =>
  contentOf(by(draftOf(table, laidOut(table, layout), layout)), layout);

/** By list, what it was made last, until that is kept. */
const pending = new Map<string, Layout>();

/**
 * What is dragged in the list itself is one's own, an administrator's too; it lies so at once and is kept then. In a list that is seen by a view
 * it is of that, and waits until somebody saves it.
 */
function change({ cloud, declared: table, layout, viewing }: Changed, by: By): void {
  if (viewing) {
    viewing.setColumns(changed(table, layout, by));
    return;
  }
  const now = read(cloud) ?? table;
  const content = changed(now, pending.get(cloud) ?? layoutOf(now.layouts), by);
  pending.set(cloud, content);
  draw(cloud, now, content);
  last = last.then(() => keep(cloud, now, content));
}

/** What was changed meanwhile is drawn over what the server answers of before. */
async function keep(cloud: string, table: LoadedTable, content: Layout): Promise<void> {
  const now = read(cloud) ?? table;
  try {
    await keepLayout({ cloud, table: now, range: 0, content, kept: keptIn(now, 0) });
  } catch (error) {
    toast.error(error instanceof ApiError ? error.remark : String(error));
    await defineAnew();
  }
  const latest = pending.get(cloud);
  if (latest === content) pending.delete(cloud);
  else if (latest) draw(cloud, read(cloud) ?? table, latest);
}

const keyOf = (cloud: string) => opKey(ops.loadTable, { key_name: cloud });
const read = (cloud: string): LoadedTable | undefined =>
  (queryClient.getQueryData(keyOf(cloud)) as Envelope | undefined)?.data as LoadedTable | undefined;

function draw(cloud: string, table: LoadedTable, content: Layout): void {
  const layouts = { ...table.layouts, own: { ...table.layouts?.own, content } };
  queryClient.setQueryData(keyOf(cloud), (before: Envelope | undefined) => before && { ...before, data: { ...table, layouts } });
}
