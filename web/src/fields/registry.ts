import type { WorkingType } from '#protocol/fields/fields.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { checkboxWidget, radioWidget, selectWidget } from './choice.tsx';
import { dateWidget } from './date.tsx';
import { entitiesWidget, entityWidget } from './entity.tsx';
import { fileWidget } from './file.tsx';
import { numberWidget } from './number.tsx';
import { linesWidget, textWidget } from './text.tsx';
import type { Widget } from './widget.ts';

const WIDGETS = {
  text: textWidget,
  telephone: textWidget,
  mobile: textWidget,
  email: textWidget,
  address: linesWidget,
  textarea: linesWidget,
  int: numberWidget,
  numeric: numberWidget,
  date: dateWidget,
  datetime: dateWidget,
  time: dateWidget,
  year: dateWidget,
  month: dateWidget,
  select: selectWidget,
  radio: radioWidget,
  checkbox: checkboxWidget,
  entity: entityWidget,
  entities: entitiesWidget,
  file: fileWidget,
  title: { ...textWidget, Edit: null, Search: null, wide: true },
} satisfies Record<WorkingType, Widget>;

export const widgetOf = (field: FieldDef): Widget => WIDGETS[field.data_type as keyof typeof WIDGETS];

/** Choices that stand side by side in a third of a form. */
const ABREAST = 3;

/** Whole-row fields of a form: by type, texts over 50 characters (FORM-03), and choices that would fill several lines of a narrower one. */
export const isWide = (field: FieldDef): boolean =>
  widgetOf(field).wide === true ||
  (field.data_type === 'text' && Number(field.length ?? 0) > 50) ||
  ((field.data_type === 'checkbox' || field.data_type === 'radio') && Array.isArray(field.items) && field.items.length > ABREAST);
