import type { FieldDef } from '#protocol/meta/field.ts';

/** The time limit of an urgent event as a field (FLOW-07): typed, read, drawn and refused like any time. */
export const LIMIT: FieldDef = {
  ...{ uid: 'flow.limit_time', field_name: 'limit_time', key_name: '办理时限', key_name_en: 'Time limit' },
  // days from today: the calendar offers none that is over
  ...{ data_type: 'datetime', min: 0 },
};
