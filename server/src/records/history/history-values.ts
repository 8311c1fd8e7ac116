import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { filesOf } from '../files/files.ts';
import { type Named, namesOf } from '../row/names.ts';

export type Row = Record<string, unknown>;

/** Turns stored values into wire values: the names of what they refer to, as far as the caller may see them now. */
export interface Presenter {
  show(field: ResolvedField, value: unknown): unknown;
}

/** Reads all names that these rows need, a statement a table referred to. */
export async function presenterFor(
  house: House,
  access: Access,
  fields: readonly ResolvedField[],
  rows: readonly Row[],
): Promise<Presenter> {
  const names = new Map<string, Named>();
  for (const source of new Set(fields.flatMap((field) => field.source?.table ?? []))) {
    const ids = fields.filter((field) => field.source?.table === source).flatMap((field) => rows.flatMap((row) => idsOf(row[field.name])));
    names.set(source, await namesOf(house.db, access, source, ids));
  }
  const fileIds = fields.filter((field) => field.storage === 'files').flatMap((field) => rows.flatMap((row) => idsOf(row[field.name])));
  const files = await filesOf(house, house.db, access.session, fileIds);
  return {
    show: (field, value) => {
      if (value === null || value === undefined) return null;
      if (field.storage === 'files') return idsOf(value).flatMap((id) => files.get(id) ?? []);
      if (field.source) {
        const named = idsOf(value).map((id) => reference(names.get(field.source!.table), id));
        return field.storage === 'bigint[]' ? named : named[0];
      }
      if (field.def.data_type === 'checkbox') return idsOf(value).map((id) => ({ id }));
      return field.items && field.storage === 'bigint' ? { id: value } : value;
    },
  };
}

export const idsOf = (value: unknown): number[] => (value === null || value === undefined ? [] : ([value].flat() as number[]));

const reference = (names: Named | undefined, id: number): EntityValue => names?.get(id) ?? { id: 0, unauthorized: 1 };
