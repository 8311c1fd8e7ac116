import { type KeyboardEvent, useRef } from 'react';
import css from './Segments.module.css';

export interface Segment<K extends string = string> {
  key: K;
  label: string;
  count?: string | undefined;
}

/** One of a few, all in sight: the arrows choose. `quiet`: without the box around them. */
export function Segments<K extends string>({
  items,
  active,
  onChange,
  label,
  quiet = false,
}: {
  items: readonly Segment<K>[];
  active: K;
  onChange: (key: K) => void;
  label: string;
  quiet?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (items.findIndex(({ key }) => key === active) + step + items.length) % items.length;
    onChange(items[at]!.key);
    box.current?.querySelectorAll<HTMLElement>('[role=radio]')[at]?.focus();
  };
  return (
    <div ref={box} role="radiogroup" aria-label={label} className={quiet ? `${css.segments} ${css.quiet}` : css.segments} onKeyDown={move}>
      {items.map((item) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio of the browser draws itself
        <button
          key={item.key}
          type="button"
          role="radio"
          aria-checked={item.key === active}
          tabIndex={item.key === active ? 0 : -1}
          className={css.segment}
          onClick={() => item.key !== active && onChange(item.key)}
        >
          <span className="ellipsis">{item.label}</span>
          {item.count !== undefined && <span className={css.count}>{item.count}</span>}
        </button>
      ))}
    </div>
  );
}
