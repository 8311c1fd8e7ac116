import type { FieldDef } from '#protocol/meta/field.ts';
import { isSought } from '#protocol/rules/layout.ts';
import { widgetOf } from '#web/fields/registry.ts';
import type { ListController } from '../state/use-list-page.ts';

/** Fields the definition, or the layout, offers as filters. */
export const filterFields = (list: ListController): readonly FieldDef[] =>
  (list.table?.fields ?? []).filter(
    (field) => isSought(field, list.layout) && !field.hidden && !list.isFixed(field.field_name) && widgetOf(field)?.Search,
  );
