import type { EntityValue } from './envelope.ts';

/** A name in both languages, English where there is one. */
export interface FoundName {
  key_name: string;
  key_name_en?: string;
}

/** What Find answers: a record of a table, a person of the address book, or a file that is kept with a record. */
export interface FoundRow extends FoundName {
  kind: 'record' | 'person' | 'file';
  /** the record, of a file the one that it is kept with */
  cloud: string;
  id: number;
  /** 0 the name is what was looked for, 1 begins with it, 2 holds it, 3 it was found elsewhere */
  rank: number;
  state?: EntityValue;
  /** what tells it from others of its name: a number, whose it is; of a file the record's name */
  told: readonly FoundName[];
  /** bytes of a file */
  length?: number;
}

/** A table that was asked, and where it opens. */
export interface FoundTable extends FoundName {
  cloud: string;
  module?: string;
  /** 1: it has further rows, which its list finds */
  more?: 1;
}
