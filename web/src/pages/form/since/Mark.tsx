import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Popover } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Mark.module.css';

interface MarkProps {
  /** what became of the place */
  words: string;
  /** what is marked, for who does not see where it stands */
  of: string;
  /** what it was before */
  was: ReactNode;
}

/** It scrolls with what it is of, and is a part of the form. */
const within = (mark: HTMLElement): HTMLElement => mark.closest<HTMLElement>('[data-scroll]') ?? document.body;

/** A word beside what is another now. What it was before shows on hover and focus, and where one taps. */
export function Mark({ words, of, was }: MarkProps) {
  const { isOpen, open, close, ref, id } = useOpen();
  return (
    <Popover
      open={isOpen}
      trigger={[]}
      placement="bottomLeft"
      getPopupContainer={within}
      content={
        <div id={id} className={css.was}>
          {was}
        </div>
      }
    >
      <button
        ref={ref}
        type="button"
        data-mark=""
        className={`${css.mark} no-print`}
        aria-label={`${of} ${words}`}
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={open}
        onPointerLeave={(event) => event.pointerType === 'mouse' && document.activeElement !== event.currentTarget && close()}
        onFocus={open}
        onBlur={close}
        onClick={open}
      >
        <Icon name="edit" size={14} />
        {words}
      </button>
    </Popover>
  );
}

/** A cell whose value is another now; the row's own mark says the same to the keyboard. */
export function CellMark({ was, children }: { was: ReactNode; children: ReactNode }) {
  const { isOpen, open, close, ref, id } = useOpen();
  return (
    <Popover
      open={isOpen}
      trigger={[]}
      placement="bottomLeft"
      getPopupContainer={within}
      content={
        <div id={id} className={css.was}>
          {was}
        </div>
      }
    >
      <span ref={ref} className={css.cell} onPointerEnter={open} onPointerLeave={(event) => event.pointerType === 'mouse' && close()}>
        {children}
      </span>
    </Popover>
  );
}

function useOpen() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<never>(null);
  const id = useId();
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!isOpen) return;
    const away = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? event.key === 'Escape' : !(ref.current as HTMLElement | null)?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('keydown', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('keydown', away);
    };
  }, [isOpen]);
  return { isOpen, open, close, ref, id };
}
