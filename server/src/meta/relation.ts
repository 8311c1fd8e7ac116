import { qualified, sequenceOf } from './sync/schema.ts';

/** Where the rows of a table lie in the database: as SQL names it, quoted. Nothing else puts such names together. */
export interface Relation {
  /** its rows, those in the recycle bin among them */
  live: string;
  /** closed versions of them */
  past: string;
  /** what its ids are drawn from */
  ids: string;
}

export const relationOf = (table: string): Relation =>
  Object.freeze({
    live: qualified({ schema: 'app', name: table }),
    past: qualified({ schema: 'hist', name: table }),
    ids: qualified({ schema: 'app', name: sequenceOf(table) }),
  });
