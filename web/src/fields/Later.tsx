import { type ReactNode, Suspense } from 'react';
import { Instead } from './page/Instead.tsx';

/** What comes in a piece of its own; `of` stands there where it does not come. */
export const Later = ({ of, children }: { of: ReactNode; children: ReactNode }) => (
  <Instead of={of}>
    <Suspense>{children}</Suspense>
  </Instead>
);
