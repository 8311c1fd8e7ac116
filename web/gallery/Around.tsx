import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ops } from '#web/api/ops.ts';
import { opKey } from '#web/api/use-op.ts';
import { FieldHostProvider } from '#web/fields/host.ts';
import { HOST } from './host.ts';
import { FILTERED, PEOPLE } from './stories/links.ts';

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
/** Names of those whom a filter holds are asked of a server; here they are known. */
for (const ids of FILTERED) {
  const request = { cloud: 'user', fields: 'key_name', filters: { fields: { id: { op: 'in', value: ids } } } };
  queries.setQueryData(opKey(ops.list, request), { code: 200, rows: PEOPLE });
}

/** What stands around fields in the product. */
export const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <FieldHostProvider value={HOST}>{children}</FieldHostProvider>
  </QueryClientProvider>
);
