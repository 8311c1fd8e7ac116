import type { FieldDef } from '#protocol/meta/field.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { ProcessRow, ProcessStep, Resume } from '#protocol/wire/process.ts';
import type { CompareOp } from './condition/condition.ts';

/** Whether something holds as the record's values stand; null: it is not told, or hangs on who decides. */
export type Holds = 0 | 1 | null;

/** What a value is compared with: one of the field's own values, another field, who decides, or today and so many days. */
export type SaidTerm = { value: unknown } | { field: string } | { user: 'id' | 'department_entity' } | { days: number };

/** A condition of a flow for its reader to be put into words; what he may not read of is not in it (`hidden`). */
export type Said =
  | { kind: 'and' | 'or'; of: readonly Said[]; holds: Holds }
  | { kind: 'compare'; field: string; op: CompareOp; to: SaidTerm; holds: Holds }
  | { kind: 'in'; field: string; to: readonly SaidTerm[]; holds: Holds }
  | { kind: 'empty'; field: string; empty: boolean; holds: Holds }
  | { kind: 'hidden'; holds: null };

export interface ChartName {
  key_name: string;
  key_name_en: string;
}

/** A step of the flow that the case goes by, as `data.nodes`; the applicant's is 1. */
export interface ChartNode {
  state: number;
  label: ChartName;
  end: 'pass' | 'reject' | 'cancel' | null;
  /** on the way: as on the step bar; `off`: the way does not lead here */
  kind: ProcessStep['kind'] | 'off';
  who: readonly EntityValue[];
  time: string | null;
  /** how it is signed */
  rule: string;
  signed?: number;
  of?: number;
  /** its last visit was nobody's to sign: why */
  skipped?: Exclude<ProcessRow['skipped'], ''>;
}

/** Where one step leads to another by deciding for the record, as `data.edges`. */
export interface ChartEdge {
  from: number;
  to: number;
  /** taken: the way that the record came; ahead: as its values stand it goes here; off: it does not */
  kind: 'taken' | 'ahead' | 'off';
  /** the choices that lead here; none where the record came otherwise */
  events: readonly ChartName[];
  /** what must hold; absent: nothing */
  where?: Said;
}

/** Where the record was sent or taken back, as `data.returns`, oldest first. */
export interface ChartReturn {
  from: number;
  to: number;
  event: ChartName | null;
  /** yyyy-MM-dd HH:mm:ss in the company's time zone, and when it was sent on from there again */
  time: string;
  again: string | null;
}

/** A running case that was taken over to another version of its flow, as `data.migrated`, oldest first. */
export interface ChartMigrated {
  version: number;
  who: EntityValue;
  remark: string;
  /** yyyy-MM-dd HH:mm:ss in the company's time zone */
  time: string;
}

/** What /flow?op=Chart answers in `data`. */
export interface Chart {
  /** of the published flow that the case is held to; null with the applicant, whose next submission takes the newest */
  version: number | null;
  /** steps of the way in its order: behind, present, ahead */
  way: readonly number[];
  here: number;
  nodes: readonly ChartNode[];
  edges: readonly ChartEdge[];
  returns: readonly ChartReturn[];
  /** steps that a return from here could go to; the applicant is 1 */
  backs: readonly number[];
  migrated: readonly ChartMigrated[];
  /** for administrators: how many running cases of the table go by an older version; absent where there is none */
  outdated?: number;
  /** it was returned `direct`, and waits to be sent on */
  resume?: Resume;
  /** the fields that the conditions speak of, those that the reader sees, and what the record has there */
  fields: readonly FieldDef[];
  values: Readonly<Record<string, unknown>>;
}
