import type { Locale } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { Flow } from './definition.ts';
import { ROW, type Todo } from './model.ts';

/** A label in both languages, as definitions carry it. */
export interface Label {
  key_name: string;
  key_name_en: string;
}

/** A label as texts of refusals take it; what has none goes by `or`. */
export const inBoth = (of: Label | undefined, or: unknown = ''): Record<Locale, string> => ({
  zh_CN: of?.key_name ?? String(or),
  en_US: of?.key_name_en ?? String(or),
});

/** Names of the to-do rows' states. */
const ROW_LABELS: Readonly<Record<number, Label>> = {
  1: { key_name: '申请', key_name_en: 'Submitted' },
  2: { key_name: '待审', key_name_en: 'To review' },
  3: { key_name: '已审', key_name_en: 'Decided' },
  4: { key_name: '待回复', key_name_en: 'To answer' },
  5: { key_name: '已回复', key_name_en: 'Answered' },
  6: { key_name: '待阅', key_name_en: 'To read' },
  7: { key_name: '待会签', key_name_en: 'To countersign' },
  8: { key_name: '已转出', key_name_en: 'Passed on' },
  9: { key_name: '已撤回', key_name_en: 'Withdrawn' },
  10: { key_name: '免办', key_name_en: 'Not needed' },
  11: { key_name: '候签', key_name_en: 'Waiting for its turn' },
  12: { key_name: '已阅', key_name_en: 'Read' },
  13: { key_name: '转待办', key_name_en: 'Passed to me' },
};
const DRAFT: Label = { key_name: '退回申请人', key_name_en: 'With the applicant' };

export const rowLabel = (state: number): Label => ROW_LABELS[state] ?? { key_name: String(state), key_name_en: String(state) };

/** What happened in a row, as the log says it: the event's own name where somebody decided, else the row's state. */
export function rstateOf(todo: Todo, event: EventDef | undefined): Label {
  const decided = event && (todo.review_state === ROW.decided || todo.review_state === ROW.submitted);
  return decided ? { key_name: event.key_name, key_name_en: event.key_name_en } : rowLabel(todo.review_state);
}

/** The step's name; state 0 may go without a definition of its own. */
export function stepLabel(flow: Flow, step: number): Label {
  const def = flow.steps.get(step)?.def;
  return def
    ? { key_name: def.key_name, key_name_en: def.key_name_en }
    : step === 0
      ? DRAFT
      : { key_name: String(step), key_name_en: String(step) };
}

export const eventById = (flow: Flow, id: number | null): EventDef | undefined =>
  id === null ? undefined : flow.steps.get(flow.homes.get(id) ?? -1)?.events.get(id);
