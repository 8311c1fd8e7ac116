import type { KeptLayout, Layout } from '#protocol/meta/layout.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { defineAnew } from '#web/api/use-op.ts';
import { tellElsewhere } from './told-elsewhere.ts';

/** Whom a layout is for: `range` of its row. */
export type Range = 0 | 1;

const keptIn = ({ layouts }: LoadedTable, range: Range): KeptLayout | undefined => (range === 1 ? layouts?.company : layouts?.own);

/** Keeps a layout as the row of `define` that it is; in force at once here and in the other windows of this browser. */
export async function keepLayout(table: LoadedTable, range: Range, content: Layout): Promise<number | undefined> {
  const kept = keptIn(table, range);
  const text = JSON.stringify(content);
  const answer =
    kept?.id === undefined
      ? await call(ops.add, { cloud: 'define', source: table.layouts?.source ?? table.uid, range, content: text, _rid: newRid() })
      : await call(ops.modify, {
          ...{ cloud: 'define', id: kept.id, content: text, _rid: newRid() },
          // two administrators; of one's own the last word counts
          ...(range === 1 && kept.version !== undefined ? { version: kept.version } : {}),
        });
  tellElsewhere();
  await defineAnew();
  return Number(answer.data?.id ?? kept?.id);
}

/** Takes a layout back: the company's holds, or the definition. */
export async function dropLayout(table: LoadedTable, range: Range): Promise<void> {
  const kept = keptIn(table, range);
  if (kept?.id === undefined) return;
  await call(ops.delete, { cloud: 'define', id: [kept.id], _rid: newRid() });
  tellElsewhere();
  await defineAnew();
}
