import { createContext, useContext } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EntityValue, FileValue } from '#protocol/wire/envelope.ts';
import type { Found } from './lookup.ts';

/** What widgets need of the rooms above them; main.tsx hands it in, so that fields know no pages. */
export interface FieldHost {
  /** Page 1 of 10 rows of the field's source, by keyword, narrowed by the field's `query` over `values` (FIELD-05). */
  search(field: FieldDef, keyword: string, values: Readonly<Record<string, unknown>>): Promise<Found>;
  /** Records of the field's source by what they are called, or by a number or code of theirs that no other has; several where that is not certain. */
  called(field: FieldDef, words: readonly string[], values: Readonly<Record<string, unknown>>): Promise<Called>;
  /** The picker dialog; null when closed without a choice. Absent where no dialog can open. */
  pick?(
    field: FieldDef,
    multiple: boolean,
    chosen: readonly EntityValue[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<EntityValue[] | null>;
  /** A new record of the field's source, begun with a name, saved in a dialog; null when closed without. Absent where no dialog can open. */
  add?(field: FieldDef, text: string, values: Readonly<Record<string, unknown>>): Promise<EntityValue | null>;
  /** Opens the record that an entity names. */
  open(field: FieldDef, value: EntityValue): void;
  /** Sends one file; `progress` from 0 to 100 (90 until the server answers). */
  upload(cloud: string, rowid: number, field: FieldDef, file: File, progress: (percent: number) => void): Promise<FileValue>;
}

/** By a word, all that are called so; a word that nothing is called is left out. */
export type Called = ReadonlyMap<string, readonly EntityValue[]>;

const Host = createContext<FieldHost | null>(null);
export const FieldHostProvider = Host.Provider;

export function useFieldHost(): FieldHost {
  const host = useContext(Host);
  if (!host) throw new Error('fields need a FieldHostProvider above them');
  return host;
}
