/** A row of a case's log: the application itself, a turn to decide, advice that was asked for, a copy to read. */
type Kind = 'application' | 'turn' | 'advice' | 'copy';
/** `decides`: its holder's act moves the case; `live`: it belongs to the running visit and has no end yet; `unread`: a copy nobody opened. */
type Stand = 'decides' | 'live' | 'unread' | 'closed';
/** A tab of the to-do page (FLOW-06). */
export type TodoTab = 'todo' | 'answer' | 'read' | 'mine' | 'done' | 'seen';

interface TodoStateDef {
  id: number;
  key_name: string;
  key_name_en: string;
  kind: Kind;
  stand: Stand;
  /** where its holder finds it; absent: he does not */
  tab?: TodoTab;
}

/**
 * States of a to-do row (specification, engine section 3, `review_state` of the log). Not to be confused with the steps of a record. All that
 * either end knows of such a state stands here, or follows from it below.
 */
export const TODO_STATES = {
  submitted: { id: 1, key_name: '申请', key_name_en: 'Submitted', kind: 'application', stand: 'closed', tab: 'mine' },
  pending: { id: 2, key_name: '待审', key_name_en: 'To review', kind: 'turn', stand: 'decides', tab: 'todo' },
  decided: { id: 3, key_name: '已审', key_name_en: 'Decided', kind: 'turn', stand: 'closed', tab: 'done' },
  asked: { id: 4, key_name: '待回复', key_name_en: 'To answer', kind: 'advice', stand: 'live', tab: 'answer' },
  replied: { id: 5, key_name: '已回复', key_name_en: 'Answered', kind: 'advice', stand: 'closed', tab: 'done' },
  toRead: { id: 6, key_name: '待阅', key_name_en: 'To read', kind: 'copy', stand: 'unread', tab: 'read' },
  countersign: { id: 7, key_name: '待会签', key_name_en: 'To countersign', kind: 'turn', stand: 'decides', tab: 'todo' },
  moved: { id: 8, key_name: '已转出', key_name_en: 'Passed on', kind: 'turn', stand: 'closed' },
  revoked: { id: 9, key_name: '已撤回', key_name_en: 'Withdrawn', kind: 'turn', stand: 'closed' },
  excused: { id: 10, key_name: '免办', key_name_en: 'Not needed', kind: 'turn', stand: 'closed' },
  queued: { id: 11, key_name: '候签', key_name_en: 'Waiting for its turn', kind: 'turn', stand: 'live' },
  read: { id: 12, key_name: '已阅', key_name_en: 'Read', kind: 'copy', stand: 'closed', tab: 'seen' },
  turned: { id: 13, key_name: '转待办', key_name_en: 'Passed to me', kind: 'turn', stand: 'decides', tab: 'todo' },
} as const satisfies Readonly<Record<string, TodoStateDef>>;

type Name = keyof typeof TODO_STATES;
export type TodoState = (typeof TODO_STATES)[Name]['id'];

const ALL: readonly TodoStateDef[] = Object.values(TODO_STATES);
const idsOf = (belongs: (state: TodoStateDef) => boolean): ReadonlySet<number> => new Set(ALL.filter(belongs).map(({ id }) => id));

/** The states by their names: `TODO.pending` is 2. */
export const TODO = Object.fromEntries(Object.entries(TODO_STATES).map(([name, { id }]) => [name, id])) as {
  readonly [K in Name]: (typeof TODO_STATES)[K]['id'];
};

/** Rows that decide when their holder acts. */
export const DECIDES = idsOf(({ stand }) => stand === 'decides');
/** Rows that belong to the running visit. */
export const LIVE = idsOf(({ stand }) => stand === 'decides' || stand === 'live');
/** Rows without a finish time: the live ones and the unread copy. */
export const OPEN = idsOf(({ stand }) => stand !== 'closed');
/** Rows that wait for their holder: to decide, or to answer. */
export const WAITS = idsOf(({ tab }) => tab === 'todo' || tab === 'answer');
/** Rows that their holder's first Show stamps: what waits for him, and the unread copy. */
export const STAMPED = idsOf(({ tab }) => tab === 'todo' || tab === 'answer' || tab === 'read');
/** Turns and answers that are over. */
export const OVER = idsOf(({ kind, stand }) => stand === 'closed' && (kind === 'turn' || kind === 'advice'));
/** Rows in which somebody has or had to decide. */
export const TURNS = idsOf(({ kind }) => kind === 'turn');
/** Rows of those who count among the signers of their visit: they have signed, or will. */
export const SIGNS = idsOf(({ kind, stand, tab }) => kind === 'turn' && (stand !== 'closed' || tab !== undefined));
/** Rows that the process tells of: who was copied and who read is told beside it. */
export const LOGGED = idsOf(({ kind }) => kind !== 'copy');

export const statesOfTab = (wanted: TodoTab): readonly number[] => [...idsOf(({ tab }) => tab === wanted)];

/** A state's names; a number that has none goes by itself. */
export const todoLabel = (state: number): Pick<TodoStateDef, 'key_name' | 'key_name_en'> =>
  ALL.find(({ id }) => id === state) ?? { key_name: String(state), key_name_en: String(state) };
