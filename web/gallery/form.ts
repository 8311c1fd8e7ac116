import { createStore } from 'zustand';
import type { Locale } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { FormState } from '#web/pages/form/state/form-state.ts';
import { createFormStore, createTyping, send, type Typing } from '#web/pages/form/state/typing.ts';
import type { FormStore } from '#web/pages/form/state/writing.ts';
import type { NamedStory } from './stories/stories.ts';

export const STATES = ['empty', 'sample', 'long', 'wrong', 'readonly'] as const;
/** What stands in a field, or that it may not be typed. */
export type StoryState = (typeof STATES)[number];

export const ROW = 7;

/** The field of a story in a state: what must be filled where nothing is what is wrong with it. */
export function fieldOf({ type, name, field, wrong }: NamedStory, state: StoryState, locale: Locale): FieldDef {
  return {
    ...{ uid: `gallery.${name}`, field_name: name.replace('-', '_') },
    ...field,
    data_type: type,
    ...(state === 'wrong' && wrong(locale) === null ? { notnull: 1 as const } : {}),
    ...(state === 'readonly' ? { readonly: 1 as const } : {}),
  };
}

/** What stands there, of the wire. */
export function standing(story: NamedStory, state: StoryState, locale: Locale): unknown {
  if (state === 'empty') return null;
  return (state === 'readonly' ? story.sample : story[state])(locale);
}

/** A table of this field alone, named after the story and the state that it stands in. */
export const tableOf = (story: NamedStory, state: StoryState, locale: Locale): TableDef => ({
  ...{ uid: `gallery.${story.name}`, table_name: `${story.name.replace('-', '_')}_${state}`, key_name: '故事', key_name_en: 'Story' },
  fields: [fieldOf(story, state, locale)],
  states: [],
});

/** The product's own form of it, left once where something is wrong: what is told is what its rules tell. */
export function typingOf(story: NamedStory, state: StoryState, locale: Locale, op: 'Modify' | 'Show'): Typing {
  const table = tableOf(story, state, locale);
  const [{ field_name }] = table.fields as [FieldDef];
  const value = standing(story, state, locale);
  const store = createFormStore();
  send(store, { type: 'load', values: { id: ROW, [field_name]: value }, subs: {} });
  if (op === 'Modify' && state === 'wrong') {
    const typing = upon(store, table, op);
    send(store, { type: 'load', values: { id: ROW }, subs: {} });
    typing.set({ [field_name]: value });
    typing.leave(field_name);
  }
  // what is drawn without a browser is what a store begins with
  const begun = store.getState();
  return upon(
    createStore<FormState>(() => begun),
    table,
    op,
  );
}

const FILLER = { user: { id: 7, key_name: '周敏', key_name_en: 'Zhou Min' }, today: '2026-11-27' };
const upon = (store: FormStore, table: TableDef, op: 'Modify' | 'Show'): Typing =>
  createTyping(store, { table, op, review_state: 1, filler: FILLER, copies: new Map(), subs: () => [], read: async () => ({}) });
