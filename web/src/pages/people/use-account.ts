import { useState } from 'react';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { type LinkRow, showLinks } from '#web/actions/Links.tsx';
import { call } from '#web/api/call.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { tableOf } from '#web/api/table-of.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { SoleOffice } from '../form/control/use-duties.ts';
import { useFollow } from '../use-follow.ts';

/** How an account stands, as Account answers it. Times are instants. */
export interface Account {
  key_name: string;
  key_name_en: string;
  login_name: string;
  status: number;
  changed_at: string | null;
  /** since when he has a second factor */
  factor: string | null;
  link: { purpose: 'invite' | 'reset'; until: string } | null;
  locked_until: string | null;
  domains: { id: number; key_name: string; key_name_en: string }[];
  /** what would be done if I asked for it now: what is offered */
  acts: readonly ('Invite' | 'Enable' | 'Modify' | 'Unlock' | 'ResetFactor' | 'SignOut' | 'Disable' | 'Eyes')[];
  /** whether he has an address, and whether mails are sent */
  mail: { has: boolean; sent: boolean };
  sessions: Record<'browser' | 'system' | 'address' | 'created' | 'last_seen' | 'domain' | 'domain_en', string>[];
  holds: {
    todos: { table: string; key_name: string; key_name_en: string; count: number }[];
    cases: number;
    departments: { id: number; key_name: string; key_name_en: string; as: 'head' | 'leader' }[];
    /** by which he alone handles steps of flows */
    offices: readonly SoleOffice[];
  };
}

const ACTS = {
  ...{ invite: ops.invite, unlock: ops.unlock, resetFactor: ops.resetFactor },
  ...{ signOut: ops.signOut, disable: ops.disable, enable: ops.enable },
} as const;
export type Act = keyof typeof ACTS;

/** One account and what is done upon it. */
export function useAccount(cloud: string, id: number) {
  const query = useOp(ops.account, { id }, { fresh: 0 });
  const [busy, setBusy] = useState<Act | null>(null);
  useFollow(
    (of) => of.id === id && tableOf(of.cloud) === tableOf(cloud),
    () => query.refetch(),
  );
  const act = async (what: Act, more: { mail?: 0 | 1 } = {}) => {
    if (busy) return;
    setBusy(what);
    try {
      const answer: Envelope = await call(ACTS[what], { cloud, id: [id], ...more });
      if (what === 'invite') void showLinks(answer.rows as unknown as LinkRow[]);
      else toast.done(remarkOf(answer));
    } catch (error) {
      toast.error(asApiError(error).remark);
    } finally {
      setBusy(null);
      void query.refetch();
      await invalidateTable(cloud);
    }
  };
  return { query, ...failureOf(query), account: query.data?.data as Account | undefined, busy, act };
}
