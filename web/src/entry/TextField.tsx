import { type RefObject, useId } from 'react';
import { FieldNote, FieldNotes } from './FieldNote.tsx';
import css from './TextField.module.css';

export interface TextFieldProps {
  input: RefObject<HTMLInputElement | null>;
  name: string;
  label: string;
  autoComplete: string;
  /** which keys a phone shows */
  inputMode?: 'numeric' | 'text';
  maxLength: number;
  value: string;
  readOnly: boolean;
  /** what is wrong with it, or nothing */
  fault: string;
  /** what belongs in it; it stands below a fault too, which it explains */
  hint?: string;
  onType: (value: string) => void;
}

/** A labelled line with its message, in plain HTML: nothing before the sign-in needs antd. */
export function TextField({
  input,
  name,
  label,
  autoComplete,
  inputMode,
  maxLength,
  value,
  readOnly,
  fault,
  hint,
  onType,
}: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={css.input}
        name={name}
        autoComplete={autoComplete}
        inputMode={inputMode}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        value={value}
        readOnly={readOnly}
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-fault ${id}-hint`}
        onChange={(event) => onType(event.target.value)}
      />
      <FieldNotes hint={hint}>
        <FieldNote id={`${id}-fault`} kind="fault" text={fault} />
      </FieldNotes>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
