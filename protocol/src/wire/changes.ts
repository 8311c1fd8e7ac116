import type { EntityValue } from './envelope.ts';

/** Records of one change of many at most. */
export const MOST_OF_CHANGE = 10_000;
/** Hours in which it can be taken back. */
export const UNDO_HOURS = 24;
/** 1 waits or runs, 2 came to its end, 3 was stopped by its person, 4 was stopped by the server (`reason`). */
export const CHANGE = { running: 1, done: 2, stopped: 3, broken: 4 } as const;
/** 0 waits, 1 changed, 2 stood so already, 3 refused. */
export const CHANGE_ROW = { waiting: 0, changed: 1, same: 2, refused: 3 } as const;

/** A change of many records, as its person is told of it. */
export interface ChangeTold {
  id: number;
  /** the table; without names where he may not open it any more */
  cloud: string;
  key_name: string;
  key_name_en: string;
  /** what is written: choices by their names, references by their field alone */
  fields: readonly { key_name: string; key_name_en: string; value?: string | readonly EntityValue[] }[];
  /** the change that it takes back */
  of: number | null;
  status: number;
  reason: string;
  /** records of the list then, and those that are its own */
  matched: number;
  total: number;
  changed: number;
  same: number;
  refused: number;
  created: string;
  ended: string | null;
  /** records that were taken back, and whether the rest can be */
  taken: number;
  undo: 0 | 1;
}
