import type { EntityValue, FileValue } from './envelope.ts';

interface Named {
  key_name: string;
  key_name_en?: string;
}

/** A row of `/app?op=Attachs`: a file that stands in a record, in one of the rows that go with it, or with what was said of it. */
export interface Attachment extends FileValue {
  /** its field, null of what was said; `sub` is the table of the row that it stands in. The names are those of field or sub-table */
  place: Named & { field: string | null; sub?: string };
  /** of what was said: the step at which it was */
  review_state: ({ id: number } & Named) | null;
  create_entity: EntityValue;
  /** yyyy-MM-dd HH:mm:ss on the company's clock */
  create_time: string;
}
/** Lists of one record that the wire calls by a name of their own (engine section 7): no table may be called so. */
const RECORD_LISTS = ['attach', 'active'] as const;
export type RecordList = (typeof RECORD_LISTS)[number];

export const isRecordList = (cloud: string): cloud is RecordList => (RECORD_LISTS as readonly string[]).includes(cloud);
