import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filters } from '#protocol/wire/filters.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { type Filled, type Filling, isGood } from './use-bulk.ts';
import { type Counted, countedOf, sentValues } from './values.ts';

interface Matching {
  matched: number;
  open: number;
  most: number;
  /** which they are */
  mark: string;
  fields: Readonly<Record<string, Counted>>;
}

export interface All extends Filling {
  /** what would be changed; undefined until it is counted */
  matching: Matching | undefined;
  error: ApiError | null;
  retry(): void;
  /** it is being counted again */
  counting: boolean;
  /** the press is on its way */
  beginning: boolean;
  begin(): Promise<void>;
}

/** One change of all that a list's filters leave, as it was filled in: counted before, begun as a job. `onBegun` hears its number. */
export function useAll(cloud: string, filled: Filled, filters: Filters, onBegun: (id: number) => void): All {
  const { filler, once, ...filling } = filled;
  const { table } = filling;
  const [beginning, setBeginning] = useState(false);
  const query = useQuery({
    queryKey: ['matching', cloud, filters],
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
    queryFn: async ({ signal }) => (await call(ops.matching, { cloud, filters }, { signal })).data as unknown as Matching,
  });
  const matching = query.data;
  const begin = async () => {
    const { typing, chosen } = filling;
    if (beginning || !matching || matching.open === 0 || !isGood(typing, chosen)) return;
    setBeginning(true);
    try {
      const values = sentValues(table, chosen, typing.store.getState().values, filler);
      const what = { cloud, values, filters };
      const { data } = await once(what, { ...what, mark: matching.mark }, (request) => call(ops.change, request));
      onBegun(data!.id as number);
    } catch (failure) {
      const error = asApiError(failure);
      toast.error(error.remark);
      // others match by now: what is said is counted anew
      if (error.code === 311) void query.refetch();
    } finally {
      setBeginning(false);
    }
  };
  return {
    ...{ cloud, ...filling, matching, beginning, begin, progress: null },
    standing: (field, locale) => countedOf(field, matching?.fields[field.field_name], locale),
    error: matching ? null : (query.error as ApiError | null),
    retry: () => void query.refetch(),
    counting: query.isFetching,
  };
}
