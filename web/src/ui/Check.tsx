import { type ChangeEventHandler, type InputHTMLAttributes, useCallback } from 'react';
import css from './Check.module.css';

interface CheckProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'tabIndex' | 'onFocus'> {
  /** its name: nothing else says what it chooses */
  label: string;
  checked: boolean;
  /** some of several are chosen */
  some?: boolean;
  disabled?: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
}

/** A box to choose a row by: one element that looks as antd's box does, because a list has a hundred of them. */
export function Check({ label, checked, some = false, disabled = false, onChange, ...rest }: CheckProps) {
  const mark = useCallback(
    (box: HTMLInputElement | null) => {
      if (box) box.indeterminate = some;
    },
    [some],
  );
  return (
    <input
      {...rest}
      ref={mark}
      type="checkbox"
      className={css.check}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
