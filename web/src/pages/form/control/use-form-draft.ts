import { useState } from 'react';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { isComputed, isEditable } from '#protocol/rules/form/form.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { isSubtableEditable } from '#protocol/rules/form/subtable.ts';
import type { DraftPlace } from '#web/drafts/place.ts';
import { type DraftHandle, useDraft } from '#web/drafts/use-draft.ts';
import { followersOf } from '../state/follow/followed.ts';
import { draftOf, type FormDraft } from '../state/form-state.ts';
import { withoutSecrets } from '../state/sent/secrets.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { send, type Typing } from '../state/typing.ts';

export interface FormDraftHandle extends DraftHandle<FormDraft> {
  /** what was found but may not be typed any more */
  lost: number;
}

interface FormDraftOptions {
  place: DraftPlace;
  typing: Typing | null;
  subs: readonly SubtableForm[];
  /** the record stands in the form, and may be typed in */
  isReady: boolean;
  isDirty: boolean;
  version(): number | undefined;
  /** what was typed stands upon this version of the record */
  standOn(version: number | undefined): void;
}

/** Keeps what is typed into a record's form, and puts back what was kept: as far as it may still be typed. */
export function useFormDraft({ place, typing, subs, isReady, isDirty, version, standOn }: FormDraftOptions): FormDraftHandle {
  const [lost, setLost] = useState(0);
  const draft = useDraft<FormDraft>({
    place,
    isReady: isReady && typing !== null,
    isDirty,
    body: () => withoutSecrets(draftOf(typing!.store.getState()), typing!.table, subs),
    watch: (listener) => typing!.store.subscribe(listener),
    restore: (found) => {
      // it takes the place of what stands there, field by field
      send(typing!.store, { type: 'undo' });
      const fit = fitting(found.body, typing!, subs);
      setLost(fit.lost);
      typing!.restore(fit.draft);
      standOn(found.on);
    },
    on: version,
  });
  return { ...draft, lost };
}

/** What of a draft may be typed as the record stands now, with what follows from it; a state later fewer fields may be open. */
export function fitting(
  draft: FormDraft,
  { store, table, formAt }: Typing,
  subs: readonly SubtableForm[],
): { draft: FormDraft; lost: number } {
  const form = formAt({ ...store.getState().values, ...draft.values });
  const names = Object.keys(draft.values);
  const open = table.fields.filter((field) => names.includes(field.field_name) && isEditable(field, form));
  const follows = new Set([
    ...open.flatMap((field) => (field.fetch && parseFetch(field.fetch)?.map(({ target }) => target)) || []),
    ...table.fields.filter(isComputed).map((field) => field.field_name),
    ...followersOf(
      table,
      open.map((field) => field.field_name),
    ),
  ]);
  const fit = names.filter((name) => follows.has(name) || open.some((field) => field.field_name === name));
  const rows = Object.entries(draft.subs);
  const openRows = rows.filter(([key]) => subs.some(({ def }) => subtableKey(def) === key && isSubtableEditable(def, form)));
  return {
    draft: { ...draft, values: Object.fromEntries(fit.map((name) => [name, draft.values[name]])), subs: Object.fromEntries(openRows) },
    lost: names.length - fit.length + rows.length - openRows.length,
  };
}
