import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { TextField } from './TextField.tsx';
import type { Entry } from './use-entry.ts';

/** What is asked for a line of a form, and what is said when it is wrong. */
export interface Asked<Fault extends string> {
  label: TextKey;
  hint?: TextKey;
  faults: Partial<Record<Fault, TextKey>>;
  most: number;
  complete: string;
}

interface AskedFieldProps<F extends string, Fault extends string> {
  form: Pick<Entry<F, Fault>, 'inputs' | 'typed' | 'faults' | 'busy' | 'type'>;
  field: F;
  asked: Asked<Fault>;
  /** why the server refused it */
  refused?: string;
  /** what belongs in it, where a text of the catalogue does not say it all */
  hint?: string;
}

/** A line of a form of many, as its table asks for it. */
export function AskedField<F extends string, Fault extends string>({ form, field, asked, refused, ...said }: AskedFieldProps<F, Fault>) {
  const { t } = useText();
  const fault = form.faults[field];
  const key = fault && asked.faults[fault];
  const hint = said.hint ?? (asked.hint && t(asked.hint));
  return (
    <TextField
      input={form.inputs[field]}
      name={field}
      label={t(asked.label)}
      autoComplete={asked.complete}
      maxLength={asked.most}
      value={form.typed[field]}
      readOnly={form.busy}
      fault={key ? t(key) : (refused ?? '')}
      {...(hint ? { hint } : {})}
      onType={(value) => form.type(field, value)}
    />
  );
}
