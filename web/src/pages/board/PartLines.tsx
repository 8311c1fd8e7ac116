import { Children, type ReactNode } from 'react';
import css from './PartLines.module.css';

/** The lines of a part, or why there is none. */
export function Lines({ none, children }: { none: string; children: ReactNode }) {
  if (Children.count(children) === 0) return <p className={css.none}>{none}</p>;
  return <ul className={css.lines}>{children}</ul>;
}

interface LineProps {
  name: string;
  /** nobody has opened it yet */
  isNew?: boolean;
  /** below its name */
  about?: string | undefined;
  /** between its name and its end */
  mark?: ReactNode;
  end?: ReactNode;
  onOpen(): void;
}

/** A record: what it is called, what it is about, what stands at its end; a press opens it. */
export function Line({ name, isNew = false, about, mark, end, onOpen }: LineProps) {
  return (
    <li>
      <button type="button" className={css.line} onClick={onOpen}>
        <span className={css.what}>
          <span className={isNew ? css.new : undefined} title={name}>
            {name}
          </span>
          {about && <small>{about}</small>}
        </span>
        {mark}
        {end && <span className={css.end}>{end}</span>}
      </button>
    </li>
  );
}
