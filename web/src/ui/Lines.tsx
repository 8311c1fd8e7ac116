import type { ComponentProps, CSSProperties } from 'react';
import { Input } from './controls.ts';
import css from './Lines.module.css';

interface LinesProps extends Omit<ComponentProps<typeof Input.TextArea>, 'autoSize' | 'rows' | 'value' | 'style'> {
  value: string;
  /** how many lines it has room for at least, and how far it grows */
  least: number;
  most: number;
}

/** Lines of text in a box that grows with them. */
export function Lines({ least, most, className = '', ...box }: LinesProps) {
  const size = box.size === 'large' ? `${css.lines} ${css.large}` : css.lines;
  return (
    <span className={`${size} ${className}`} data-words={box.value} style={{ '--least': least, '--most': most } as CSSProperties}>
      <Input.TextArea {...box} rows={1} />
    </span>
  );
}
