import type { EntityValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { upload } from '#web/api/upload.ts';
import type { FieldHost } from '#web/fields/host.ts';
import { narrowedBy } from '#web/fields/narrowed.ts';
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
      filters: { ...(keyword.trim() ? { key_word: keyword.trim(), best: 1 } : {}), fields: narrowedBy(field, values) },
    });
    const rows = (answer.rows ?? []) as unknown as EntityValue[];
    return { rows, isWhole: answer.total_kind === 'exact' && (answer.total ?? 0) <= rows.length };
  },
  called: async (...asked) => (await import('./called.ts')).recordsCalled(...asked),
  open: (field, value) =>
    nav.open(
      { cloud: (field.source ?? '').split('[', 1)[0]!, op: 'Show', id: value.id },
      dataLabel(value.key_name ?? '', value.key_name_en),
    ),
  upload: (cloud, rowid, field, file, progress) =>
    upload({ cloud, field: field.field_name, ...(rowid ? { rowid } : {}) }, file, { onProgress: progress }),
};
