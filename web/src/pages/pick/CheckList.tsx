import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import css from './CheckList.module.css';

export interface CheckLine {
  id: number;
  name: string;
  /** what stands at its right end, such as why it cannot be chosen */
  mark: ReactNode;
  isOff: boolean;
}

interface CheckListProps {
  label: string;
  lines: readonly CheckLine[];
  checked: ReadonlySet<number>;
  onCheck(id: number): void;
  /** a double click, or Enter */
  onTake(id: number): void;
  children?: ReactNode;
}

/** Lines with boxes: arrows go through them, Space ticks. */
export function CheckList({ label, lines, checked, onCheck, onTake, children }: CheckListProps) {
  const box = useRef<HTMLUListElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...(box.current?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [])];
    all[Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement as HTMLInputElement) + step))]?.focus();
  };
  return (
    <ul ref={box} className={css.lines} aria-label={label} onKeyDown={press}>
      {lines.map(({ id, name, mark, isOff }) => (
        <li key={id}>
          <label className={isOff ? `${css.line} ${css.off}` : css.line} title={name} onDoubleClick={() => !isOff && onTake(id)}>
            <input
              type="checkbox"
              className={css.box}
              checked={checked.has(id)}
              disabled={isOff}
              onChange={() => onCheck(id)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                onTake(id);
              }}
            />
            <span className={`${css.name} ellipsis`}>{name}</span>
            <span className={`${css.mark} ellipsis`}>{mark}</span>
          </label>
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  );
}
