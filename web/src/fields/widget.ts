import type { ComponentType } from 'react';
import type { Locale } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { Units } from './amounts.tsx';

/** How one data type is shown, typed and searched. `value` is the wire's value (numeric a string, entity {id, key_name} …). */
export interface ReadProps {
  field: FieldDef;
  value: unknown;
  locale: Locale;
  /** list: one line that may be cut; form: all of it; fact: all of it where no head or label says the unit */
  place: 'list' | 'form' | 'fact';
}

export interface EditProps {
  /** id of the control; its label points here */
  id: string;
  field: FieldDef;
  value: unknown;
  onChange(value: unknown): void;
  /** it is left: what stands there is checked */
  onBlur(): void;
  locale: Locale;
  /** it must be filled now: by the definition, or by a condition on the other values. The one place that says so is the form's rule. */
  required: boolean;
  invalid: boolean;
  /** id of the hint or error under it */
  describedBy?: string;
  /** what the form holds at the moment of the call, for `query` of entities; never a reason to be drawn again */
  values(): Readonly<Record<string, unknown>>;
  /** the table, and the record's id (0 for a new one), for uploads */
  cloud: string;
  rowid: number;
}

export interface SearchProps {
  id: string;
  field: FieldDef;
  value: FieldFilter | undefined;
  onChange(value: FieldFilter | undefined): void;
  locale: Locale;
  /** days may be sought by a span beside today: it is a list that is searched */
  spans?: boolean;
  /** what is typed there is told to be wrong */
  invalid: boolean;
  /** id of what is told */
  describedBy?: string;
}

/** Words that stand in a line of a list and need no element of their own. */
export interface Line {
  text: string;
  /** all of it, where the line may be cut */
  title?: string;
}

export interface Widget {
  Read: ComponentType<ReadProps>;
  /** the same value in a list where nothing but words says it; null: Read draws it */
  line?: (field: FieldDef, value: unknown, locale: Locale, units: Units) => Line | null;
  /** null: this type is never typed (title) */
  Edit: ComponentType<EditProps> | null;
  Search: ComponentType<SearchProps> | null;
  /** numbers stand right-aligned with tabular figures */
  align?: 'right';
  /** takes the whole row of a form (FORM-03) */
  wide?: boolean;
}
