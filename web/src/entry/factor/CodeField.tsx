import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { TextField } from '../TextField.tsx';
import type { CodeEntry, CodeKind } from './use-code.ts';

const WORDS = {
  digits: { label: 'factor.code', format: 'factor.codeFormat', wrong: 'factor.codeWrong' },
  recovery: { label: 'factor.recoveryCode', format: 'factor.recoveryFormat', wrong: 'factor.recoveryWrong' },
  either: { label: 'factor.eitherCode', format: 'factor.eitherFormat', wrong: 'factor.codeWrong' },
} as const satisfies Record<string, Record<string, TextKey>>;

/** The line for a code, with what is wrong with it; `wrong`: what a refused one is told as. */
export function CodeField({ entry, kind, wrong = WORDS[kind].wrong }: { entry: CodeEntry; kind: CodeKind; wrong?: TextKey }) {
  const { t } = useText();
  const words = WORDS[kind];
  const fault = entry.faults.code;
  const said = fault ? t(fault === 'empty' ? 'factor.codeEmpty' : words.format) : entry.failure?.code === 301 ? t(wrong) : '';
  return (
    <TextField
      input={entry.inputs.code}
      name="code"
      label={t(words.label)}
      autoComplete="one-time-code"
      inputMode={kind === 'digits' ? 'numeric' : 'text'}
      maxLength={20}
      value={entry.typed.code}
      readOnly={entry.busy}
      fault={said}
      onType={(value) => entry.type('code', value)}
    />
  );
}
