import type { TodoState } from '#protocol/rules/todo.ts';
import type { Flow } from '../definition/definition.ts';

/** Why a row is not asked: the step is nobody's but the applicant's own, nobody's at all, its holder has passed the case already, or was too late. */
export type Passing = 'self' | 'empty' | 'same' | 'late';
/**
 * Of a row that a submission opened after a return `direct`: it went straight back to who returned it, or to his step's people as he is not there
 * any more; or the ordinary way was walked, because the flow, the way or what a promised step had passed is another.
 */
export type Resumed = 'direct' | 'step' | 'version' | 'way' | 'changed';
/** Who acts where nobody does: the clock. */
export const ENGINE = 0;

/** A to-do row; keys as the columns of fw.flow_todo. Times are ISO 8601 in UTC with milliseconds. */
export interface Todo {
  id: number;
  review_state: TodoState;
  /** holder */
  review_entity: number;
  /** who caused it */
  create_entity: number;
  /** who really acted; differs from the holder when an agent did */
  done_entity: number | null;
  /** the step it belongs to */
  back_state: number;
  visit: number;
  ord: number;
  /** rule of its group: any, all, seq or a fraction */
  rule: string;
  /** roles of the step's handler that he was asked as, or its post; null in rows of before it was noted */
  roles: readonly string[] | null;
  parent_id: number | null;
  event_id: number | null;
  outcome: 1 | -1 | null;
  remark: string;
  /** why the engine passed it for its holder, or passed its step over; '' where nothing of that is so */
  skipped: Passing | '';
  /** whether it came straight back to who had returned it; '' where it was not returned so */
  resume: Resumed | '';
  /** what its holder was told when it was opened: the question of who asks, the reason of who added him */
  asked: string;
  /** key names of files, by commas */
  attachs: string;
  copies: readonly number[];
  urgent: 0 | 1;
  /** when its holder was last asked to hurry */
  urge_time: string | null;
  limit_time: string | null;
  read_time: string | null;
  create_time: string;
  finish_time: string | null;
}

/** The running or finished case of one record; keys as the columns of fw.flow_case. */
export interface Case {
  state: number;
  visit: number;
  /** 0 running, 1 done */
  status: 0 | 1;
  seq: number;
  /** the applicant */
  create_entity: number;
  /** who caused this visit, from which step, by a group of which rule, or having written into other records: what a later Revoke asks */
  last_actor: number | null;
  last_from: number | null;
  last_rule: string | null;
  /** returned `direct`: the step and person that the next submission leads straight back to; absent in what was logged before it was known */
  resume_state?: number | null;
  resume_entity?: number | null;
  end_kind: string | null;
  finish_time: string | null;
}

export interface FlowState {
  case: Case | null;
  todos: readonly Todo[];
}
export const NO_CASE: FlowState = { case: null, todos: [] };

/** What a person decides with: the workflow submission of engine section 3. */
export interface Decision {
  event: number;
  todo: number | null;
  back_id: number | null;
  next_state: number | null;
  reviewers: readonly number[];
  copies: readonly number[];
  remark: string;
  attachs: string;
  limit_time: string | null;
}
/**
 * `Reject` is /flow's own return; a return by Modify with `_event` comes as Review and is the same from there on. `Skip` passes over a step
 * that nobody but the applicant could sign: the engine says it itself, nobody can send it.
 */
export type DecisionCommand = { op: 'Submit' | 'Review' | 'Reject' | 'Skip'; why?: Passing } & Decision;

const NOTHING_SAID: Decision = {
  event: 0,
  todo: null,
  back_id: null,
  next_state: null,
  reviewers: [],
  copies: [],
  remark: '',
  attachs: '',
  limit_time: null,
};
/** A command in which nothing is said but this. */
export const bareCommand = (op: DecisionCommand['op'], said: Partial<Omit<DecisionCommand, 'op'>>): DecisionCommand => ({
  op,
  ...NOTHING_SAID,
  ...said,
});

/** What the edge looked up before deciding; stored with the log so that the decision can be made again. */
export interface Env {
  now: string;
  /** yyyy-MM-dd in the company's time zone, and the actor: what guards may ask for */
  today: string;
  user: { id: number; department_entity: number | null };
  /** the record as it stands with this command's own changes of fields; `state` as it was */
  record: { state: number; creator: number; data: Readonly<Record<string, unknown>> };
  /** holders whose rows the actor may handle today as their agent */
  principals: readonly number[];
  /** who handles the step that the event leads to, as its definition says: active ones, in order; administrators where an applicant who
   * gets it back is not active */
  candidates: readonly number[];
  /** as what a candidate is asked: roles of the handler or its post, by person; who is not there has none */
  roles?: Readonly<Record<number, readonly string[]>>;
  /** the role that nobody fills there, '' where the handler finds nobody */
  lacking?: string;
  /** the applicant and who submitted for him: they sign nothing of their own, unless a step says so */
  own?: readonly number[];
  /**
   * of a case that was returned `direct`: what guards ask for, as it was then; `renewed`: it is held to another flow from here on. Absent where
   * nothing is resumed
   */
  returned?: { data: Readonly<Record<string, unknown>>; renewed?: true };
  /** the actor administers the company: only what asks for it is told */
  root?: true;
  /** everyone the command or a return names: 1 active, 2 disabled; absent: unknown in the company */
  people: Readonly<Record<number, 1 | 2>>;
}

export type Closing = Pick<Todo, 'id' | 'review_state'> &
  Partial<Pick<Todo, 'done_entity' | 'event_id' | 'outcome' | 'remark' | 'attachs' | 'copies' | 'skipped'>>;

/** A row that stays open and stands differently: its turn comes or is put off, its group's rule changes, its group moves back. */
export type Turning = Pick<Todo, 'id' | 'review_state'> & Partial<Pick<Todo, 'ord' | 'rule'>>;

/** What one accepted command changes: closings, then turns (a queued row opens), then openings, then read stamps. */
export interface Diff {
  /** name of the command */
  op: string;
  actor: number;
  /** the holder on whose behalf the actor acted */
  behalf: number | null;
  todo_id: number | null;
  event_id: number | null;
  from_state: number;
  to_state: number;
  remark: string;
  at: string;
  case: Case;
  close: readonly Closing[];
  turn: readonly Turning[];
  /** ids are 0 until the edge has allotted them (`numbered`) */
  open: readonly Todo[];
  read: readonly number[];
  /** rows whose holders are asked to hurry; absent in what asks nobody */
  urge?: readonly number[];
}

/** What a kind of command does to a case. It refuses by throwing; null: there is nothing to do. */
export interface CommandRule<C> {
  does(flow: Flow, state: FlowState, actor: number, command: C, env: Env): Diff | null;
  /** people whom it names, beside those of a decision, which is looked up with its step */
  names?(command: C): readonly number[];
}
