import type { Locale } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { label } from '#protocol/meta/naming.ts';
import { TODO, todoLabel } from '#protocol/rules/todo.ts';
import type { Flow } from '../definition/definition.ts';
import type { Todo } from '../kernel/model.ts';

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

/** Several of them as one. */
export const listed = (of: readonly object[]): Record<Locale, string> => ({
  zh_CN: of.map((one) => label(one, 'zh_CN')).join('、'),
  en_US: of.map((one) => label(one, 'en_US')).join(', '),
});

const DRAFT: Label = { key_name: '退回申请人', key_name_en: 'With the applicant' };

/** What happened in a row, as the log says it: the event's own name where somebody decided, else the row's state. */
export function rstateOf(todo: Todo, event: EventDef | undefined): Label {
  const decided = event && (todo.review_state === TODO.decided || todo.review_state === TODO.submitted);
  return decided ? { key_name: event.key_name, key_name_en: event.key_name_en } : todoLabel(todo.review_state);
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
