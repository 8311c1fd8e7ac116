import { DATA_TYPES, type DataType } from '#protocol/meta/data-types.ts';
import { address } from './address.ts';
import { checkbox } from './checkbox.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { email } from './email.ts';
import { entities } from './entities.ts';
import { entity } from './entity.ts';
import { file } from './file.ts';
import { html } from './html.ts';
import { icon } from './icon.ts';
import { image } from './image.ts';
import { int } from './int.ts';
import { asTyped, type FieldKind, type FieldSpec } from './kind.ts';
import { location } from './location.ts';
import { markdown } from './markdown.ts';
import { media } from './media.ts';
import { mobile } from './mobile.ts';
import { month } from './month.ts';
import { numeric } from './numeric.ts';
import { password } from './password.ts';
import { radio } from './radio.ts';
import { select } from './select.ts';
import { telephone } from './telephone.ts';
import { text } from './text.ts';
import { textarea } from './textarea.ts';
import { time } from './time.ts';
import { title } from './title.ts';
import { video } from './video.ts';
import { year } from './year.ts';

/** Every data type of the specification; null would have no behaviour yet, and a definition that names it is refused when it is loaded. */
export const FIELDS = {
  text,
  telephone,
  mobile,
  email,
  int,
  numeric,
  entity,
  entities,
  location,
  password,
  textarea,
  date,
  datetime,
  time,
  year,
  month,
  select,
  radio,
  checkbox,
  html,
  markdown,
  image,
  file,
  video,
  media,
  address,
  icon,
  title,
} as const satisfies Record<DataType, FieldKind | null>;

/** The types that definitions may use. */
export const WORKING: readonly DataType[] = DATA_TYPES.filter((type) => FIELDS[type] !== null);
/** The same, for the compiler. */
export type WorkingType = { [Type in DataType]: (typeof FIELDS)[Type] extends null ? never : Type }[DataType];
export const isSupported = (type: DataType): boolean => FIELDS[type] !== null;

/** The type's slots. A definition with an unsupported type has been refused at load, so asking for one is a fault of ours. */
export function fieldKind(type: DataType): FieldKind {
  const kind: FieldKind | null = FIELDS[type];
  if (!kind) throw new Error(`no field type ${type}`);
  return kind;
}

/**
 * What was typed as the field's value in the wire's own writing; what is no value of it stays as it was typed, for the checks to tell.
 * A text is kept letter for letter: `parse` tidies its ends when it is sent.
 */
export function typedValue(field: FieldSpec, typed: string): string {
  const kind = fieldKind(field.def.data_type);
  const plain = kind.read(typed, field);
  if (kind.read === asTyped) return plain;
  const parsed = kind.parse(plain, field);
  return parsed.fault ? plain : kind.encode(parsed.value);
}
