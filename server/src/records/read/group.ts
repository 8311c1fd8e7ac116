import type { groupOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { compileGroup } from '#server/query/group.ts';
import { entity, presentItem } from '../row/present.ts';
import { readingOf } from './page.ts';

interface GroupRow {
  id: number | null;
  key_name: string | null;
  key_name_en: string | null;
  there: boolean;
  num: number;
  whole: number;
  below?: number;
}

/** Counts by value, most first; what the reader may not name is one group, rows without a value another with id null. */
export async function readGroup(
  house: House,
  access: Access,
  grant: Grant,
  ask: Pick<RequestOf<typeof groupOp>, 'field' | 'filters' | 'below'>,
): Promise<Reply> {
  const plan = { kind: 'group' as const, ...readingOf(access, grant, ask), field: ask.field, below: ask.below === 1 };
  const { text, values } = compileGroup(plan, access.asker);
  const found = await house.db.query<GroupRow>(text, values);
  const field = grant.table.fields.get(ask.field)!;
  const rows = found.map((row) => ({
    ...groupOf(field, row, access),
    num: row.num,
    ...(row.below === undefined ? {} : { below: row.below }),
  }));
  return { rows, total: rows.length, total_kind: 'exact', data: { all: found[0]?.whole ?? 0 } };
}

export function groupOf(
  field: ResolvedField,
  { id, key_name, key_name_en, there }: Pick<GroupRow, 'id' | 'key_name' | 'key_name_en' | 'there'>,
  access: Access,
) {
  if (!there) return { id: null, key_name: '' };
  if (id === null) return { id: 0, unauthorized: 1 };
  return field.source ? entity(id, key_name, key_name_en) : presentItem(field, id, access.session.locale);
}
