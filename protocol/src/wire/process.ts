import type { Code } from '#protocol/codes.ts';
import type { TimeoutDef } from '#protocol/meta/flow.ts';
import type { EntityValue, FileValue } from './envelope.ts';

/** A row of `/flow?op=Process` (engine section 3 "Todo / operation-log row"), oldest first. */
export interface ProcessRow {
  id: number;
  /** the row's own state: 1 submission, 2 pending, 3 handled, 7 countersign … */
  review_state: { id: number; key_name: string };
  /** label of what became of it, in the session's language: the event's name, or the state's */
  rstate: string;
  /** the same in both languages: a screen names it in the language it is in, which may not be the session's */
  label: { key_name: string; key_name_en: string };
  /** the step of the record that it belongs to */
  back_state: number;
  /** how that step is called in the flow that the row was closed under, or, while it is open, goes by */
  step: { key_name: string; key_name_en: string };
  /** its event ended the case for bad, or was a vote to do so */
  refused?: 1;
  /** grows with each entry into a step */
  visit: number;
  rule: string;
  /** whose row it is */
  review_entity: EntityValue;
  /** who really acted, where that was another (an agent) */
  done_entity: EntityValue | null;
  create_entity: EntityValue;
  /** who has it instead, where it was handed on */
  to?: EntityValue;
  event_id: number | null;
  /** 1 passed, -1 sent back or refused, null open or closed by others */
  outcome: 1 | -1 | null;
  remark: string;
  /** what its holder was told when it was opened: the question, the reason */
  asked: string;
  /** why nobody was asked: self the step was the applicant's own, empty it had nobody, same its holder has passed the case already, late he waited too long; '' he was */
  skipped: 'self' | 'empty' | 'same' | 'late' | '';
  /**
   * of what was sent on after a return `direct`: direct it came straight back to who returned it, step to that step's people as he is none of them any
   * more; version, way, changed it went the ordinary way, as the flow, its way or what a promised step had passed is another; '' it was not returned so
   */
  resume: '' | 'direct' | 'step' | Resume['off'];
  /** he was added to the step by `create_entity`, or by whose row this was before it was handed on */
  added?: 1;
  /** the reader may take him off, ask him to hurry */
  removable?: 1;
  urgeable?: 1;
  attachs: readonly FileValue[];
  copies: readonly EntityValue[];
  /** yyyy-MM-dd HH:mm:ss in the company's time zone */
  create_time: string;
  read_time: string | null;
  finish_time: string | null;
  /** when he was last asked to hurry */
  urge_time: string | null;
  limit_time: string | null;
  /** until when an open row may lie, by who sent it (`limit_time`) or by what its step says of those who wait too long */
  due_time: string | null;
  /** what its step does with it when nobody decides until then; of an open row that has a time-out before it */
  late?: Late;
  /** seconds from create_time to finish_time, or until now */
  duration: number;
}

/** What a time-out comes to as things stand: who would be told (escalate) or have it (assign), which event is taken. Where that would find nobody it reminds. */
export interface Late {
  time: string;
  do: TimeoutDef['do'];
  who?: EntityValue;
  event?: { key_name: string; key_name_en: string };
}

/** What was returned `direct`, in `data.resume` while it waits to be sent on: the step that it goes straight back to. */
export interface Resume {
  state: number;
  /** who would have it there; where `off`, who returned it */
  who: readonly EntityValue[];
  /** it is who returned it */
  same: 0 | 1;
  /** why the ordinary way is walked instead; '' where it is not */
  off: '' | 'version' | 'way' | 'changed';
}

/** What the reader may do with the case now beside deciding it, in `data.acts`; `off` says why not, as a refusal would. */
export interface ActState {
  op: string;
  off?: { code: Code; remark: string; data?: Readonly<Record<string, unknown>> };
}

/** A step of the bar, `data.steps`: the way taken so far, the present step, and what lies ahead as the record's values stand. */
export interface ProcessStep {
  /** value of the definition's state; the client names it */
  state: number;
  kind: 'done' | 'now' | 'ahead' | 'refused';
  /** who signed, holds or would hold it */
  who: readonly EntityValue[];
  /** when it was passed, or reached */
  time: string | null;
  /** countersign: how many have signed of how many */
  signed?: number;
  of?: number;
  rule?: string;
}
