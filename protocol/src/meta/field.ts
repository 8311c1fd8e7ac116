import { z } from 'zod';
import { DATA_TYPES } from './data-types.ts';
import { flag, identifier, longText, named, signers, stateList, text, uid } from './label.ts';

/** One choice of a select, radio or checkbox: its `id` is what is stored. `look` gives the mark of visual states, `code` stands for it in numbers. */
export const itemDef = z.strictObject({
  id: z.number().int().min(0),
  ...named,
  look: z.enum(['plan', 'doing', 'late', 'done', 'draft', 'none']).optional(),
  /** stands for it in numbers of records that name its field */
  code: z
    .string()
    .regex(/^[A-Za-z0-9]{1,10}$/)
    .optional(),
  /** 1: no longer offered; records that have it keep it and its name */
  hidden: flag.optional(),
});
export type ItemDef = z.infer<typeof itemDef>;

const bound = z.union([z.number(), z.string().regex(/^[+-]?\d+(\.\d+)?$/)]);

/** One field of a table: engine section 3 "Field". Flags are 0 or 1, absent is 0. */
export const fieldDef = z.strictObject({
  uid,
  field_name: identifier,
  ...named,
  data_type: z.enum(DATA_TYPES),
  /** column width in px; 30 or less is multiplied by 10 */
  list_width: z.number().int().min(1).max(2000).optional(),
  /** 1: not a column of the list unless the reader chooses it */
  list_hidden: flag.optional(),
  sortable: flag.optional(),
  unit: text.optional(),
  unit_en: text.optional(),
  /** 1: an amount of money, in the currency of the domain that its record is of, which comes with the record; it has no `unit` */
  money: flag.optional(),
  /** text: longest length; numeric: 'n,m' or 'n.m', precision and scale */
  length: z.union([z.number().int().positive(), z.string().regex(/^\d+([.,]\d+)?$/)]).optional(),
  stat: z.literal('SUM').optional(),
  notnull: flag.optional(),
  readonly: flag.optional(),
  /** 1: it may be changed in its cell of the list, by whoever may Modify the record */
  editable: flag.optional(),
  hidden: flag.optional(),
  /** int, numeric: smallest value; date: days from today; file: count */
  min: bound.optional(),
  max: bound.optional(),
  /** an expression (rules/calc/calc.ts); the field is then never typed */
  calc: z.string().max(1000).optional(),
  /** 1: it may be changed on several records at once, where the table has a Batch action */
  batch: flag.optional(),
  /** 1: the server fills it; never editable */
  auto_fill: flag.optional(),
  /** entity, entities: the related table, with a variant in brackets where needed */
  source: z.string().max(80).optional(),
  /** entity: `name=value` joined by &, `{field}` is a value of this form: narrows what may be chosen */
  query: z.string().max(500).optional(),
  /** the choices, or the code of a dictionary of a suite */
  items: z.union([z.array(itemDef).min(1), identifier]).optional(),
  /** text, textarea: 1: the text field `<name>_en` holds the same in English; it comes along, and readers of English see it in lists, as far as it is filled */
  english: flag.optional(),
  /** text: the value is the code of a table, chosen among those that the reader may list; LoadTable names them in `tables` */
  offers: z.literal('tables').optional(),
  placeholder: text.optional(),
  placeholder_en: text.optional(),
  /** what stands under the field; `{1000}` is shown as an amount in the currency of the record */
  hint: longText.optional(),
  hint_en: longText.optional(),
  /** text: a pattern of rules/pattern.ts's small grammar; numeric: decimals shown; date and time: the shown form */
  format: z.string().max(200).optional(),
  /** a literal, or `{user.id}`, `{user.department_entity}`, `{user.domain}`, `{today}`, `{today+7}` */
  defvalue: z.union([z.string().max(1000), z.number()]).optional(),
  /** entity: `target=source_field` joined by &: copies on change */
  fetch: z.string().max(500).optional(),
  /** `target=expression` joined by ; (rules/follow): written when the field gets another value; the target may be typed over */
  onchange: z.string().max(1000).optional(),
  /** 1: keyword search covers it (text types) and the search view offers it as a filter */
  search: flag.optional(),
  /** text that keyword search covers: found by the first letters of its Chinese reading too, as a person's name is */
  initials: flag.optional(),
  import: flag.optional(),
  export: flag.optional(),
  preview: flag.optional(),
  view_state: stateList.optional(),
  edit_state: stateList.optional(),
  /** among several who sign at those steps, whose it is; absent: everyone's */
  edit_by: signers.optional(),
  /** 1: an index of its own */
  index: flag.optional(),
  /** how many columns of the form it takes where it is typed in; absent: one, or the whole row by its type and length */
  width: z.number().int().min(1).max(6).optional(),
  frozen: flag.optional(),
  expand: flag.optional(),
  /** what the wire carries, which follows from data_type: said, it must be that */
  value_type: z.enum(['Value', 'Object', 'List']).optional(),
  SearchShow: z.enum(['AUTO', 'NONE', 'MULTIPLE']).optional(),
  ListShow: z.enum(['TEXT', 'TAG', 'STATE', 'PROGRESS', 'STAGE', 'LINK']).optional(),
  /** match conditions on values, beside the states */
  view_where: z.string().max(500).optional(),
  need_where: z.string().max(500).optional(),
  edit_where: z.string().max(500).optional(),
  /** 1: unique in the table's tenancy */
  unique: flag.optional(),
  /** numbering rule, such as `A-{yyyy}-{000}`: the server fills it at Add; counted by prefix. `{field}` is the code of the choice in that field */
  number: z.string().max(60).optional(),
  sensitive: flag.optional(),
});

/** A table that is offered to choose, and the first module whose menu opens it. */
export interface OfferedTable {
  /** what is stored */
  code: string;
  key_name: string;
  key_name_en: string;
  module?: { key_name: string; key_name_en: string };
}

/** `tables`: what a field of `offers` has to choose from, as LoadTable answers it; no definition says it. */
export type FieldDef = z.infer<typeof fieldDef> & { tables?: readonly OfferedTable[] };
