import type { KeptLayout, Layout } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { defineAnew } from '#web/api/use-op.ts';
import { tellElsewhere } from './told-elsewhere.ts';

/** Whom a layout is for: `range` of its row. */
export type Range = 0 | 1;

export const keptIn = ({ layouts }: LoadedTable, range: Range): KeptLayout | undefined => (range === 1 ? layouts?.company : layouts?.own);

export interface Keeping {
  cloud: string;
  table: LoadedTable;
  range: Range;
  content: Layout;
  /** what it takes the place of, as it was when the change was begun */
  kept: KeptLayout | undefined;
}

/** Keeps a layout as the row of `define` that it is; in force at once here and in the other windows of this browser. */
export async function keepLayout(keeping: Keeping): Promise<void> {
  try {
    await send(keeping);
  } catch (error) {
    const isOwnFirst = keeping.range === 0 && keeping.kept?.id === undefined;
    if (!isOwnFirst || !(error instanceof ApiError) || error.code !== 310) throw error;
    // another window of his made the row meanwhile
    const { data } = await call(ops.loadTable, { key_name: keeping.cloud });
    const kept = keptIn(data as unknown as LoadedTable, 0);
    if (kept?.id === undefined) throw error;
    await send({ ...keeping, kept });
  }
  tellElsewhere();
  await defineAnew();
}

function send({ table, range, content, kept }: Keeping) {
  const text = JSON.stringify(content);
  if (kept?.id === undefined)
    return call(ops.add, { cloud: 'define', source: table.layouts?.source ?? table.uid, range, content: text, _rid: newRid() });
  // two administrators; of one's own the last word counts
  const version = range === 1 && kept.version !== undefined ? { version: kept.version } : {};
  return call(ops.modify, { cloud: 'define', id: kept.id, content: text, _rid: newRid(), ...version });
}

/** Takes a layout back: the company's holds, or the definition. */
export async function dropLayout(table: LoadedTable, range: Range): Promise<void> {
  const kept = keptIn(table, range);
  if (kept?.id === undefined) return;
  await call(ops.delete, { cloud: 'define', id: [kept.id], _rid: newRid() });
  tellElsewhere();
  await defineAnew();
}
