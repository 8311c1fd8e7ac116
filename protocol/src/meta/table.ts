import { z } from 'zod';
import { ALL_SIZES } from '#protocol/choices.ts';
import { fieldDef } from './field.ts';
import { assertDef, stateDef, writeBackDef } from './flow.ts';
import { fieldList, flag, identifier, longText, named, signers, stateList, text, uid } from './label.ts';
import { summaryDef } from './report/summary.ts';

/** Rows of another table that belong to a record of this one (engine section 3 "Sub-table"). */
export const subtableDef = z.strictObject({
  uid,
  ...named,
  table_name: identifier,
  /** what it and its rows are called in this definition; absent: as their table. Where a table stands twice, each has one */
  name: identifier.optional(),
  /** field of the sub-table that holds this record's id */
  parent_field: identifier,
  /** 1: edited inside the form; else a list of its own in a tab, which the table's `tabs` asks for */
  inline: flag.optional(),
  /** the heading (a field of type title) whose section the rows close; absent: they stand after all fields */
  under: identifier.optional(),
  readonly: flag.optional(),
  /** 0: rows live on their own and are bound and unbound; default 1: they belong to one parent and go with it */
  inherit: flag.optional(),
  min: z.number().int().min(0).optional(),
  max: z.number().int().min(1).optional(),
  view_state: stateList.optional(),
  edit_state: stateList.optional(),
  /** as a field's */
  edit_by: signers.optional(),
  hidden: flag.optional(),
  /** as a field's, with targets in the record: when rows are added, changed or taken away */
  onchange: z.string().max(1000).optional(),
  /** a page of this product that tells more of its rows, `{field}` a value of the record */
  url: z.string().max(300).optional(),
  query: z.string().max(500).optional(),
  /** sums that must hold: the rows' `sum` field adds up to this record's `equals` field, else 301 with `remark` */
  check: z.array(z.strictObject({ sum: identifier, equals: identifier, remark: text, remark_en: text })).optional(),
});
export type SubtableDef = z.infer<typeof subtableDef>;

/** A look for rows or cells where `field` has `value` (a list of values by commas). */
export const styleDef = z.strictObject({
  uid,
  field: identifier,
  value: z.string(),
  style: z.enum(['late', 'done', 'doing', 'off', 'strong', 'blank']),
  target: z.enum(['ROW', 'Cell']),
});

/** A declared projection or condition of its base table, named in brackets: `message[web]`. */
export const variantDef = z.strictObject({
  uid,
  name: identifier,
  /** what its pages are called; absent: as the table */
  key_name: text.optional(),
  key_name_en: text.optional(),
  fields: z.array(identifier).optional(),
  /** of these, what is written through it; absent: all */
  writes: z.array(identifier).optional(),
  /** ANDed to every read of the variant, and to every write through it */
  where: z.string().max(500).optional(),
  ops: z.array(z.string()).optional(),
  /** 1: everybody who is signed in has its ops on its rows, whatever his roles give; by it nobody, an administrator neither, reads more than `fields` */
  everyone: flag.optional(),
});

/**
 * What must hold of a record when it is sent, between fields of it (`plan_end>={plan_begin}`); key_name is what is said to whom it stops. With
 * `unique` it is that of the records for which `where` holds there is one for each value of these fields; without one, it is asked of every record.
 */
export const ruleDef = z.strictObject({ uid, ...named, where: z.string().max(500).optional(), unique: fieldList.optional() });
export type RuleDef = z.infer<typeof ruleDef>;

/**
 * A table definition (engine section 3). Standard columns exist on every table and are not listed: id, subcompany_id, key_name,
 * review_state, review_entity, remark, create_entity, create_time, modify_entity, modify_time, version. Only `key_name` and
 * `remark` may be described by a field of that name (label, notnull, length, list_width, search and so on).
 */
export const tableDef = z.strictObject({
  uid,
  table_name: identifier,
  ...named,
  fields: z.array(fieldDef),
  states: z.array(stateDef),
  subtables: z.array(subtableDef).optional(),
  styles: z.array(styleDef).optional(),
  variants: z.array(variantDef).optional(),
  flow: flag.optional(),
  oplog: flag.optional(),
  /** 1: a record's page has a tab for each of its sub-tables that is not inline, beside one for its form */
  tabs: flag.optional(),
  /** the fields by whose values the group page shows the records, by commas: select, radio, checkbox, entity or entities; it begins with the first */
  group: fieldList.optional(),
  /**
   * Where a record of it is chosen: TABLE (default) from a list, TREE from the tree that its rows are, GROUP from its groups, USER from its groups
   * as people are, looked for over all of them
   */
  type: z.enum(['TABLE', 'TREE', 'GROUP', 'USER']).optional(),
  /** 1: what is opened in the list stands beside it, over its right side, so that one goes through several; for tables without a flow */
  drawer: flag.optional(),
  /** TREE: the entity field of this table that names the parent */
  parent_field: identifier.optional(),
  /** 1: who has a record to decide may ask others for an opinion (征询); a step's Review may say otherwise, as of the two below */
  relay: flag.optional(),
  /** 1: he may pass it on to others, who decide in his place (转办) */
  assign: flag.optional(),
  /** 1: he may have others sign beside those whom the flow finds (加签) */
  add_sign: flag.optional(),
  /** 1: whoever may see a record may have others read it (抄送) */
  copy: flag.optional(),
  readlog: flag.optional(),
  /** 1: a record's page lists the files that stand in it, in its rows and in what was said of it (FILE-03) */
  attach: flag.optional(),
  form_column: z.number().int().min(1).max(6).optional(),
  /** how many filters of its list stand beside each other; absent: by the width of the window */
  search_column: z.number().int().min(1).max(6).optional(),
  /** rows of a page that its list offers; absent: 10, 20, 50 and 100 */
  page_sizes: z.array(z.literal(ALL_SIZES)).min(1).optional(),
  /** its list has no pages to turn while it has fewer rows than the smallest page */
  page_hide: z.literal(1).optional(),
  /** as a field's onchange: what a new record begins with, where that is empty; a default that is calculated */
  onload: z.string().max(1000).optional(),
  /** how many rows of it a record has at least, or at most, where it is a sub-table that does not say otherwise */
  min: z.number().int().min(0).optional(),
  max: z.number().int().min(1).optional(),
  remark: longText.optional(),
  remark_en: longText.optional(),
  /** what bounds a reader's rows: platform nothing, company the company, domain (default) the current domain */
  tenancy: z.enum(['platform', 'company', 'domain']).optional(),
  /** `view`: the engine makes it, table sync does not; read only */
  storage: z.enum(['table', 'view']).optional(),
  /** which permission group guards it; default its own table_name. A sub-table names its parent. */
  permission: identifier.optional(),
  /** whose row it is, for scope 0; default create_entity */
  owner_field: identifier.optional(),
  /** whose department's row it is, for scope 1; default department_entity, else the creator's department as it was then */
  department_field: identifier.optional(),
  /** ANDed to every read and write, whoever asks: `review_entity={user.id}` */
  row_where: z.string().max(500).optional(),
  /**
   * 1: everybody who is signed in has it, whatever his roles give: a view, whose `row_where` leaves him the rows that are his own, is listed; of a
   * stored table he has what its states offer, on the rows that he made
   */
  everyone: flag.optional(),
  /** items that everybody has on more of a stored table's rows than his own: `{ Modify: 1 }` changes those of his department too */
  everyone_scopes: z.record(z.string(), z.literal(1)).optional(),
  /** 1: key_name is readable in the whole company, other columns by right */
  public_name: flag.optional(),
  /** the text field that holds a record's name in English: readers of English see it where key_name would stand, as far as it is filled */
  english_name: identifier.optional(),
  /** 1: a Modify must carry `version` */
  strict_version: flag.optional(),
  /** default order of lists: `-create_time,code`; id always follows */
  order: z.string().max(200).optional(),
  /** field lists unique together */
  unique: z.array(z.array(identifier).min(1)).optional(),
  /** rows that are counted ahead, for reports over many of them */
  summaries: z.array(summaryDef).max(10).optional(),
  /** what holds between fields of a record, or between records, each with what is said to whom it stops */
  rules: z.array(ruleDef).optional(),
  /** moves of review_state that a plain Modify by the creator may make: `1>3,3>5` */
  client_states: z.string().max(100).optional(),
  /** version of the flow: a running case keeps the one it started with */
  version: z.number().int().positive().optional(),
  /** who may take a record back (撤回): last (default) who sent it on, until the next has decided; any also its applicant at every step; none nobody */
  revoke: z.enum(['last', 'any', 'none']).optional(),
  /**
   * who has passed a case already and comes to sign it again on its way: none (default) signs again; consecutive is passed over where he signed
   * the step before; once where he signed any step since it was sent in or given back. Never where the step asks something, or must be passed
   */
  dedupe: z.enum(['none', 'once', 'consecutive']).optional(),
  assert: z.array(assertDef).optional(),
  write_back: z.array(writeBackDef).optional(),
});
export type TableDef = z.infer<typeof tableDef>;
export type VariantDef = z.infer<typeof variantDef>;
export type StyleDef = z.infer<typeof styleDef>;

/** Gives a definition its type while it is written; loading checks it (check/check.ts). */
export const defineTable = (table: TableDef): TableDef => table;
