import type { FieldDef } from '#protocol/meta/field.ts';
import { widgetOf } from '#web/fields/registry.ts';
import type { ListController } from '../state/use-list-page.ts';

/** Fields the definition offers as filters. */
export const filterFields = (list: ListController): readonly FieldDef[] =>
  (list.table?.fields ?? []).filter(
    (field) =>
      field.search === 1 && !field.hidden && !list.isFixed(field.field_name) && field.SearchShow !== 'NONE' && widgetOf(field)?.Search,
  );
