import { call } from '#web/api/call.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../../use-follow.ts';

/** A sign-in of one's own, as Sessions answers it. */
export interface Device {
  id: string;
  here: 0 | 1;
  browser: string;
  system: string;
  kind: '' | 'desktop' | 'mobile' | 'tablet';
  address: string;
  /** yyyy-MM-dd HH:mm:ss */
  since: string;
  seen: string;
}

export interface DevicesController {
  rows: readonly Device[];
  passwordTime: string;
  isPending: boolean;
  error: ApiError | null;
  outdated: ApiError | null;
  retry: () => void;
  /** one by its id, all others without */
  end: (id?: string) => Promise<void>;
}

/** Where one is signed in; asked again when the page comes back. */
export function useDevices(): DevicesController {
  const { data, error, isPending, refetch } = useOp(ops.sessions, {});
  useFollow(() => false, refetch);
  const end = async (id = '') => {
    try {
      const ended = await call(ops.endSessions, { id });
      toast.done(say('account.ended', { n: Number(ended.data?.ended ?? 0) }));
    } catch (failed) {
      // gone already: what is shown next says so
      const refused = asApiError(failed);
      if (refused.code !== 315) toast.error(refused.remark);
    }
    await refetch();
  };
  return {
    rows: (data?.rows ?? []) as unknown as Device[],
    passwordTime: String(data?.data?.password_time ?? ''),
    isPending,
    ...failureOf({ error, data }),
    retry: () => void refetch(),
    end,
  };
}
