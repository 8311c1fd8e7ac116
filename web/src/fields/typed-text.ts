import { useState } from 'react';
import { typedValue } from '#protocol/fields/fields.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { useUnits } from './amounts.tsx';
import { asText } from './values.ts';

interface Typing {
  field: FieldDef;
  value: unknown;
  onChange(value: string | null): void;
  onLeave?(): void;
  /** how a value stands there while nobody types; what is none stands as it was typed */
  show(value: string): string;
  /** what a text means where its field's type would read it otherwise; null: as that does */
  means?(typed: string): string | null;
}

/**
 * A line that is typed in: its letters stay as they were typed until it is left, and what they mean counts at every key (docs/decisions/105). What they do not mean is kept too, for the checks to tell.
 */
export function useTypedText({ field, value, onChange, onLeave, show, means }: Typing) {
  const [typed, setTyped] = useState<string | null>(null);
  const { specOf } = useUnits();
  const settled = asText(value);
  return {
    text: typed ?? (settled === '' ? '' : show(settled)),
    type: (text: string) => {
      setTyped(text);
      onChange(text.trim() === '' ? null : (means?.(text) ?? typedValue(specOf(field), text)));
    },
    /** what was chosen otherwise stands there as it is shown */
    settle: () => setTyped(null),
    leave: () => {
      setTyped(null);
      onLeave?.();
    },
  };
}
