import type { FieldDef } from '#protocol/meta/field.ts';
import { parseQuery, resolveQuery } from '#protocol/rules/query.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { upload } from '#web/api/upload.ts';
import type { FieldHost } from '#web/fields/host.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';

/** How fields reach records and files: page 1 of 10 rows by keyword, a tab for a record, one upload at a time (FIELD-05). */
export const fieldHost: FieldHost = {
  search: async (field, keyword, values) => {
    const answer = await call(ops.page, {
      cloud: field.source ?? '',
      page: 1,
      rows: 10,
      fields: 'key_name',
      filters: { ...(keyword.trim() ? { key_word: keyword.trim() } : {}), fields: narrowedBy(field, values) },
    });
    const rows = (answer.rows ?? []) as unknown as EntityValue[];
    return { rows, isWhole: answer.total_kind === 'exact' && (answer.total ?? 0) <= rows.length };
  },
  open: (field, value) =>
    nav.open(
      { cloud: (field.source ?? '').split('[', 1)[0]!, op: 'Show', id: value.id },
      dataLabel(value.key_name ?? '', value.key_name_en),
    ),
  upload: (cloud, rowid, field, file, progress) =>
    upload({ cloud, field: field.field_name, ...(rowid ? { rowid } : {}) }, file, { onProgress: progress }),
};

/** What the field's `query` asks of the rows, with what the form holds now (FORM-08). */
export function narrowedBy(field: FieldDef, values: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const pairs = field.query ? parseQuery(field.query) : null;
  return pairs ? resolveQuery(pairs, (name) => values[name]) : {};
}
