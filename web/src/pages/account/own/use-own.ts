import { useRef } from 'react';
import type { FieldSpec } from '#protocol/fields/kind.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { SessionUser } from '#web/api/session.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { today } from '#web/i18n/clock.ts';
import type { Filler } from '../../form/state/circumstances.ts';
import type { Sent, Values } from '../../form/state/form-state.ts';
import { sentFor } from '../../form/state/sent/sent.ts';
import { useFollowRecord } from '../../use-follow.ts';
import { openFields } from './own.ts';

/** Of the table of people, one's own row with the fields that everybody reads of himself. */
export const OWN_CLOUD = 'user[own]';

export interface Own {
  table: LoadedTable;
  row: Values;
  filler: Filler;
  open: readonly FieldSpec[];
}
export interface OwnController {
  /** undefined until it is known */
  own: Own | undefined;
  error: ApiError | null;
  outdated: ApiError | null;
  /** asks once more; answers the row as it is by now */
  ask: () => Promise<Values | undefined>;
  /** writes these values of the version that one saw; 311 where somebody has changed the record since */
  save: (values: Readonly<Record<string, string>>, version: number) => Promise<void>;
}

/** One's own record; it follows what an administrator does to it. */
export function useOwn(user: SessionUser): OwnController {
  const { id } = user;
  const { table, query } = useTable(OWN_CLOUD);
  const read = useOp(ops.get, { cloud: OWN_CLOUD, id }, { fresh: 0 });
  const sent = useRef<Sent>(undefined);
  useFollowRecord(OWN_CLOUD, id);
  const row = read.data?.data as Values | undefined;
  const filler: Filler = { user, today: today() };
  const failure = failureOf(read);
  return {
    own: table && row && { table, row, filler, open: openFields(table, row, filler) },
    error: query.error ?? failure.error,
    outdated: failure.outdated,
    ask: async () => {
      if (query.error) await query.refetch();
      return (await read.refetch()).data?.data as Values | undefined;
    },
    save: async (values, version) => {
      const content = { cloud: OWN_CLOUD, id, version, ...values };
      sent.current = sentFor(sent.current, content);
      await call(ops.modify, { ...content, _rid: sent.current.rid });
      await invalidateTable(OWN_CLOUD);
    },
  };
}
