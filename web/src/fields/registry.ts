import type { Locale } from '#protocol/codes.ts';
import type { WorkingType } from '#protocol/fields/fields.ts';
import { type DataType, dataType, isOf, type ShapeOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { checkboxWidget, radioWidget, selectWidget } from './choice.tsx';
import { dateWidget } from './date.tsx';
import { entitiesWidget, entityWidget } from './entity.tsx';
import { fileWidget } from './file.tsx';
import { iconWidget } from './icon/icon.tsx';
import { mediaWidget } from './media/media.tsx';
import { numberWidget } from './number.tsx';
import { pageWidget } from './page/page.tsx';
import { placeWidget } from './place/place.tsx';
import { secretWidget } from './secret/secret.tsx';
import { shown } from './shown.ts';
import { tableWidget } from './table.tsx';
import { linesWidget, textWidget } from './text.tsx';
import { asFiles } from './values.ts';
import type { Widget } from './widget.ts';

/** What draws a value, by what it is: a further type of a known shape is drawn without a word here. */
const BY_SHAPE = {
  line: textWidget,
  lines: linesWidget,
  mark: textWidget,
  page: pageWidget,
  secret: secretWidget,
  number: numberWidget,
  moment: dateWidget,
  'part of a moment': dateWidget,
  choice: selectWidget,
  choices: checkboxWidget,
  link: entityWidget,
  links: entitiesWidget,
  files: fileWidget,
  heading: { ...textWidget, Edit: null, Search: null, wide: true },
} satisfies Record<ShapeOf<WorkingType>, Widget>;

/** Types that are drawn otherwise than their shape. */
const OWN: { readonly [Type in DataType]?: Widget } = {
  address: linesWidget,
  icon: iconWidget,
  image: mediaWidget,
  location: placeWidget,
  media: mediaWidget,
  radio: radioWidget,
  video: mediaWidget,
};

export const widgetOf = ({ data_type: type, offers }: FieldDef): Widget =>
  offers ? tableWidget : (OWN[type] ?? BY_SHAPE[dataType(type).shape as keyof typeof BY_SHAPE]);

/** Choices that stand side by side in a third of a form. */
const ABREAST = 3;

/** What stands in a third of a form, in letters; a Chinese one is two. */
const LETTERS = 36;
const lettersOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 0x2e80 ? 1 : 2), 0);

/** Where a field is only read, its value says whether it takes a whole row: files one each, and a text that would fill several lines. */
export function isWideShown(field: FieldDef, value: unknown, locale: Locale): boolean {
  if (isOf(field.data_type, 'files')) return asFiles(value).length > 0;
  const text = shown(field, value, locale);
  if (isOf(field.data_type, 'page')) return text !== '';
  return text.includes('\n') || lettersOf(text) > LETTERS;
}

/**
 * Whole-row fields of a form that is typed in: by type, texts over 50 characters (FORM-03), and choices that would fill several lines of a narrower
 * one. A field that says its `width` is as wide as it says.
 */
export const isWide = (field: FieldDef): boolean =>
  field.width === undefined &&
  (widgetOf(field).wide === true ||
    (field.data_type === 'text' && !field.offers && Number(field.length ?? 0) > 50) ||
    ((field.data_type === 'checkbox' || field.data_type === 'radio') && Array.isArray(field.items) && field.items.length > ABREAST));
