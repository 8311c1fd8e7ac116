import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { View, ViewContent, ViewRange } from '#protocol/wire/view.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { defineAnew } from '#web/api/use-op.ts';
import { tellElsewhere } from '../layout/told-elsewhere.ts';

/** What is set of a view in its dialog. */
export interface Settings {
  key_name: string;
  range: ViewRange;
  locked: boolean;
  is_default: boolean;
}

/** Keeps a new view as the row of `define` that it is; answers its id. */
export async function addView(table: LoadedTable, set: Settings, content: ViewContent): Promise<number> {
  const source = table.layouts?.source ?? table.uid;
  const row = { cloud: 'define', source, ...rowOf(set), range: set.range, content: JSON.stringify(content) };
  const { data } = await thenTold(call(ops.add, { ...row, _rid: newRid() }));
  return Number((data as { id: number }).id);
}

/** Who has changed it meanwhile is told by its version: 311. */
export async function saveView({ id, version }: View, content: ViewContent): Promise<void> {
  await modify(id, version, { content: JSON.stringify(content) });
}

/** Its maker sets all of it, and what was the default before is none from then on; others of his department give it another name. */
export async function setView({ id, version, owns }: View, set: Settings): Promise<void> {
  await modify(id, version, owns ? rowOf(set) : { key_name: set.key_name });
}

export async function dropView({ id }: View): Promise<void> {
  await thenTold(call(ops.delete, { cloud: 'define', id: [id], _rid: newRid() }));
}

const rowOf = ({ key_name, locked, is_default }: Settings) => ({ key_name, locked: locked ? 1 : 0, is_default: is_default ? 1 : 0 });

async function modify(id: number, version: number, change: Record<string, unknown>): Promise<void> {
  await thenTold(call(ops.modify, { cloud: 'define', id, version, ...change, _rid: newRid() }));
}

/** What was read is asked again whether it was kept or not: a version that is late, or a name that another has taken, is there next time. */
async function thenTold<Answer>(kept: Promise<Answer>): Promise<Answer> {
  try {
    return await kept;
  } finally {
    tellElsewhere();
    await defineAnew();
  }
}
