import { useEffect, useRef, useState } from 'react';
import { fieldLabel } from '#protocol/fields/kind.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { Notice } from '#web/entry/Notice.tsx';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { TextField } from '#web/entry/TextField.tsx';
import { useEntry } from '#web/entry/use-entry.ts';
import { asText } from '#web/fields/values.ts';
import { NOTHING } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import type { Values } from '../../form/state/form-state.ts';
import { wordsOf } from '../../form/state/told.ts';
import css from './OwnForm.module.css';
import { changedSince, faultsIn, valuesOf } from './own.ts';
import type { Own, OwnController } from './use-own.ts';

/** Longer than any value: what is too long is told, and not cut without a word. */
const LONGEST = 1000;
const COMPLETE: Readonly<Record<string, string>> = { mobile: 'tel', telephone: 'tel', email: 'email' };

interface OwnFormProps {
  own: Own;
  ask: OwnController['ask'];
  save: OwnController['save'];
  onDone: () => void;
}

/** The lines that one may change of oneself. What somebody else changed meanwhile is said beside what one typed; nothing is written over unseen. */
export function OwnForm({ own, onDone, ...to }: OwnFormProps) {
  const { t, locale } = useText();
  const { fields, entry, since, isDirty } = useOwnForm(own, to, onDone);
  const { table, row, filler } = own;
  const faults = faultsIn(table, row, filler, fields, entry.typed);
  useUnsaved(isDirty, isDirty);
  // after a 311 the form has read what stands: nothing needs to be loaded again
  const whyOf = ({ code, remark }: ApiError) => (code === 311 ? t('account.changedMeanwhile') : remark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => entry.inputs[fields[0]!.def.field_name]?.current?.focus(), []);
  return (
    <form
      className={css.form}
      noValidate
      aria-label={t('account.contact')}
      onSubmit={(event) => {
        event.preventDefault();
        void entry.submit();
      }}
    >
      {entry.failure && (entry.failure.network ? <OfflineNotice /> : <Notice kind="failure" text={whyOf(entry.failure)} />)}
      {fields.map((field) => {
        const name = field.def.field_name;
        const fault = entry.faults[name] && faults[name];
        return (
          <TextField
            key={name}
            input={entry.inputs[name]!}
            name={name}
            label={fieldLabel(field)[locale]}
            autoComplete={COMPLETE[field.def.data_type] ?? 'off'}
            maxLength={LONGEST}
            value={entry.typed[name] ?? ''}
            readOnly={entry.busy}
            fault={fault ? wordsOf(fault) : ''}
            hint={name in since ? t('account.standsNow', { value: since[name] || NOTHING }) : ''}
            onType={(value) => entry.type(name, value)}
          />
        );
      })}
      <div className={css.foot}>
        <Button type="submit" kind="primary" size="medium" busy={entry.busy}>
          {t(entry.busy ? 'account.saving' : 'account.save')}
        </Button>
        <Button size="medium" disabled={entry.busy} onClick={onDone}>
          {t('account.stay')}
        </Button>
      </div>
    </form>
  );
}

/**
 * What is typed, against the record as it was when one began; after a 311 against the record as one is told that it is by now. What one did not
 * touch is not sent: it stays what others made of it.
 */
function useOwnForm({ table, row, filler, open }: Own, { ask, save }: Pick<OwnFormProps, 'ask' | 'save'>, onDone: () => void) {
  const { t } = useText();
  const [fields] = useState(open);
  const [begun] = useState(row);
  const [told, setTold] = useState<Values>(row);
  const latest = useRef(row);
  latest.current = row;
  const names = fields.map(({ def }) => def.field_name);
  const begin = Object.fromEntries(names.map((name) => [name, asText(begun[name])]));
  const entry = useEntry<string, 'wrong'>({
    fields: names,
    begin,
    faultsOf: (typed) =>
      Object.fromEntries(Object.keys(faultsIn(table, latest.current, filler, fields, typed)).map((name) => [name, 'wrong' as const])),
    send: async (typed) => {
      const touched = fields.filter(({ def: { field_name } }) => typed[field_name] !== begin[field_name]);
      if (touched.length === 0) return onDone();
      try {
        await save(valuesOf(touched, typed), Number(told.version));
      } catch (error) {
        if (asApiError(error).code === 311) setTold((await ask()) ?? told);
        throw error;
      }
      toast.done(t('account.saved'));
      onDone();
    },
    blames: ({ data }) => names.find((name) => name === data.field_name),
  });
  return { fields, entry, since: changedSince(fields, begun, told), isDirty: names.some((name) => entry.typed[name] !== begin[name]) };
}
