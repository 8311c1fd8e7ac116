import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { Instead } from './page/Instead.tsx';

interface LaterProps {
  /** stands there where it does not come */
  of: ReactNode;
  /** of the box that comes: whoever presses its name before that writes in it once it is there */
  id?: string;
  children: ReactNode;
}

/** What comes in a piece of its own. */
export function Later({ of, id, children }: LaterProps) {
  const isWanted = useRef(false);
  return (
    <Instead of={of}>
      <Suspense fallback={id !== undefined && <Waiting id={id} isWanted={isWanted} />}>
        {children}
        {id !== undefined && <Arrived id={id} isWanted={isWanted} />}
      </Suspense>
    </Instead>
  );
}

interface End {
  id: string;
  isWanted: RefObject<boolean>;
}

/** Holds the focus until the box is there. */
function Waiting({ id, isWanted }: End) {
  return (
    <input
      id={id}
      className="sr"
      readOnly
      aria-busy="true"
      tabIndex={-1}
      onFocus={() => {
        isWanted.current = true;
      }}
      onBlur={() => {
        isWanted.current = false;
      }}
    />
  );
}

function Arrived({ id, isWanted }: End) {
  useLayoutEffect(() => {
    if (isWanted.current) document.getElementById(id)?.focus();
    isWanted.current = false;
  }, [id, isWanted]);
  return null;
}
