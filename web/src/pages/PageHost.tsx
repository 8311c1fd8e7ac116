import type { ReactNode } from 'react';
import { FieldHostProvider } from '#web/fields/host.ts';
import { fieldHost } from './field-host.ts';

/** What pages need around them; the frame puts it there once. */
export function PageHost({ children }: { children: ReactNode }) {
  return <FieldHostProvider value={fieldHost}>{children}</FieldHostProvider>;
}
