import { useMemo, useState } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import { parseQuery } from '#protocol/rules/query.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { tableOf } from '#web/api/table-of.ts';
import { useTable } from '#web/api/use-table.ts';
import { narrowedBy } from '#web/fields/narrowed.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { ADDING_EN, ADDING_ZH } from '#web/i18n/parts/records/adding.ts';
import { say, useText } from '#web/i18n/use-text.ts';
import { useNav } from '#web/nav/store.ts';
import { isAtRisk } from '#web/nav/tabs.ts';
import { TabContext, type TabPlace } from '#web/nav/use-tab.ts';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { mayGiveUp } from '../control/use-acts.ts';
import { FormPage } from '../FormPage.tsx';
import type { Values } from '../state/form-state.ts';
import css from './AddDialog.module.css';

addTexts(ADDING_ZH, ADDING_EN);

export interface AddDialogProps {
  /** the reference that waits for the new record */
  field: FieldDef;
  /** what was looked for: the new record is called so */
  text: string;
  /** what stands in the form that refers to it */
  values: Values;
  /** the record that was saved; null: closed without one */
  onDone(added: EntityValue | null): void;
}

/** A new record in a dialog over the form that refers to it: saved it is what was looked for, closed it stays as a draft (FRAME-12: 200, 100). */
export function AddDialog({ field, text, values, onDone }: AddDialogProps) {
  const cloud = tableOf(field.source ?? '');
  // what is typed and not saved is kept for just this: the field, the record, the word
  const into = [field.uid, values.id ?? '', text].join(' ');
  const fixed = useMemo(() => narrowedBy(field, values), [field, values]);
  const starting = useMemo(() => ({ ...startingWith(field, values), ...(text ? { key_name: text } : {}) }), [field, text, values]);
  const { t, label } = useText();
  const { table } = useTable(cloud);
  // the page below is the one that is left with what is not saved here
  const [active] = useState(() => useNav.getState().active);
  const close = async () => {
    const isRisky = useNav.getState().tabs.some((tab) => tab.key === active && isAtRisk(tab));
    if (!isRisky || (await mayGiveUp(text || label(table)))) onDone(null);
  };
  const place = useMemo<TabPlace>(() => {
    const end = async (id: number) => onDone(await addedOf(cloud, id, fixed));
    const part: TabPlace['part'] = {
      turnTo: ({ id = 0 }) => void (id > 0 && end(id)),
      close: async () => {
        onDone(null);
        return true;
      },
    };
    return { key: active, active: true, view: {}, turn: 0, part };
  }, [active, cloud, fixed, onDone]);
  const page = useMemo(() => ({ cloud, op: 'Add', id: 0, query: { into } }), [cloud, into]);
  return (
    <Dialog open size="large" title={t('adding.title', { name: label(table) })} onClose={() => void close()}>
      <section ref={beginIn} className={css.sheet} aria-label={t('adding.title', { name: label(table) })}>
        <TabContext value={place}>
          <FormPage page={page} starting={starting} />
        </TabContext>
      </section>
    </Dialog>
  );
}

/** The keyboard begins in the first box that is empty, once the form is drawn. Answers how to stop waiting for it. */
function beginIn(sheet: HTMLElement): () => void {
  const watch = new MutationObserver(() => {
    const boxes = sheet.querySelectorAll<HTMLInputElement>('[data-place] :is(input:not([type=file]), textarea):not(:disabled)');
    if (boxes.length === 0) return;
    watch.disconnect();
    ([...boxes].find(({ value }) => value === '') ?? boxes[0]!).focus();
  });
  watch.observe(sheet, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/** The new record by its name, where it may be chosen. Who may not see what he added, or added what is not asked for there, is told and chooses another. */
async function addedOf(cloud: string, id: number, fixed: Readonly<Record<string, FieldFilter>>): Promise<EntityValue | null> {
  const read = (filters: Readonly<Record<string, FieldFilter>>) =>
    call(ops.list, { cloud, fields: 'key_name', filters: { fields: filters } });
  try {
    const [row] = (await read({ ...fixed, id })).rows as unknown as EntityValue[];
    if (row) return row;
    const isSeen = ((await read({ id })).rows ?? []).length > 0;
    toast.info(say(isSeen ? 'adding.other' : 'adding.unseen'));
  } catch (error) {
    toast.error(say('adding.unread', { why: asApiError(error).remark }));
  }
  return null;
}

/** What it has from the beginning, so that the field's `query` holds of it: what the form says of those of its fields. */
function startingWith(field: FieldDef, values: Values): Values {
  const pairs = (field.query && parseQuery(field.query)) || [];
  return Object.fromEntries(
    pairs.flatMap(({ name, term }) => (term.kind === 'name' && values[term.name] ? [[name, values[term.name]]] : [])),
  );
}
