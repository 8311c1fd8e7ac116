import { useRef, useState } from 'react';
import { MASK } from '#protocol/fields/password.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Input } from '#web/ui/controls.ts';
import { asText } from '../values.ts';
import type { EditProps } from '../widget.ts';
import { heldOf } from './proof.ts';

/** A password as it is typed, in dots. The form holds its proof alone; of a record that there is, an empty box leaves what stands. */
export function SecretBox({ id, field, value, onChange, onBlur, required, invalid, describedBy, rowid }: EditProps) {
  const { label } = useText();
  const [typed, setTyped] = useState('');
  const held = useRef('');
  // what the form holds is no more what was typed here: it was taken back
  const isOwn = asText(value) === held.current;
  const type = (next: string) => {
    setTyped(next);
    held.current = heldOf(next, { def: field });
    onChange(held.current);
  };
  return (
    <Input
      id={id}
      size="large"
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      value={isOwn ? typed : ''}
      placeholder={label(field, 'placeholder') || (rowid > 0 ? MASK : '')}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(event) => type(event.target.value)}
      onBlur={onBlur}
    />
  );
}
