import { type KeyboardEvent, useId, useRef } from 'react';
import css from './Tabs.module.css';

export interface TabItem<K extends string = string> {
  key: K;
  label: string;
  count?: number | undefined;
}

/** Views of one page. Arrow keys move; the panel below is the caller's, with role tabpanel: of `base` it is `<base>-panel`, named by the tab `<base>-<key>`. */
export function Tabs<K extends string>({
  items,
  active,
  onChange,
  label,
  base,
}: {
  items: readonly TabItem<K>[];
  active: K;
  onChange: (key: K) => void;
  label: string;
  base?: string;
}) {
  const own = useId();
  const id = base ?? own;
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = items.findIndex((item) => item.key === active);
    const next = items[(at + step + items.length) % items.length]!;
    onChange(next.key);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[items.indexOf(next)]?.focus();
    event.preventDefault();
  };
  return (
    <div className={css.tabs} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item.key}
          id={`${id}-${item.key}`}
          type="button"
          role="tab"
          aria-selected={item.key === active}
          aria-controls={base !== undefined && item.key === active ? `${base}-panel` : undefined}
          tabIndex={item.key === active ? 0 : -1}
          className={css.tab}
          onClick={() => onChange(item.key)}
        >
          {item.label}
          {item.count !== undefined && <span className={css.count}>{item.count}</span>}
        </button>
      ))}
    </div>
  );
}
