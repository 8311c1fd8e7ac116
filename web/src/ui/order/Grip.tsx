import type { KeyboardEvent } from 'react';
import { Icon } from '../Icon.tsx';
import css from './Grip.module.css';

/** By which an entry of a list is dragged (dropping.ts), or moved by the arrow keys up and down. */
export function Grip({ label, step }: { label: string; step: (by: -1 | 1, grip: HTMLElement) => void }) {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? -1 : 1, event.currentTarget);
  };
  return (
    <button type="button" className={css.grip} draggable aria-label={label} title={label} onKeyDown={press}>
      <Icon name="grip" />
    </button>
  );
}
