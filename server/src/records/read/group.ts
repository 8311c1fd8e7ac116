import type { groupOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { compileGroup } from '#server/query/statements.ts';
import { entity, presentItem } from '../row/present.ts';
import { readingOf } from './page.ts';

interface GroupRow {
  id: number | null;
  key_name: string | null;
  key_name_en: string | null;
  there: boolean;
  num: number;
}

/** Counts by value, most first; what the reader may not name is one group, rows without a value another with id null. */
export async function readGroup(
  house: House,
  access: Access,
  grant: Grant,
  ask: Pick<RequestOf<typeof groupOp>, 'field' | 'filters'>,
): Promise<Reply> {
  const { text, values } = compileGroup({ kind: 'group', ...readingOf(access, grant, ask), field: ask.field }, access.asker);
  const found = await house.db.query<GroupRow>(text, values);
  const field = grant.table.fields.get(ask.field)!;
  const rows = found.map(({ id, key_name, key_name_en, there, num }) => {
    if (!there) return { id: null, key_name: '', num };
    if (id === null) return { id: 0, unauthorized: 1, num };
    if (field.def.data_type === 'entity') return { ...entity(id, key_name, key_name_en), num };
    return { ...presentItem(field, id, access.session.locale), num };
  });
  return { rows, total: rows.length, total_kind: 'exact' };
}
