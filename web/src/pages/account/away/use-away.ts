import { useState } from 'react';
import type { Agency, AgencyTable } from '#protocol/wire/agency.ts';
import type { EntityValue, Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../../use-follow.ts';

/** What is typed of one that is to come. */
export interface Plan {
  agent: EntityValue | null;
  begin: string | null;
  end: string | null;
  tables: readonly string[];
  remark: string;
}
const NOTHING: Plan = { agent: null, begin: null, end: null, tables: [], remark: '' };
type Wrong = Readonly<Partial<Record<'agent' | 'begin' | 'end' | 'remark' | 'all', string>>>;

/** Who acts for me while I am away, and for whom I act. */
export function useAway() {
  const { t } = useText();
  const { data, error, isPending, refetch } = useOp(ops.agents, {});
  useFollow(() => false, refetch);
  const [plan, setPlan] = useState(NOTHING);
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const told = (data?.data ?? {}) as { standing?: Agency[]; tables?: AgencyTable[] };

  const change = (part: Partial<Plan>) => {
    setPlan({ ...plan, ...part });
    setWrong(Object.fromEntries(Object.entries(wrong).filter(([name]) => name !== 'all' && !(name in part))));
  };
  const missing = (): Wrong => ({
    ...(plan.agent ? {} : { agent: t('account.awayWho') }),
    ...(plan.begin ? {} : { begin: t('account.awayWhen') }),
    ...(plan.end ? {} : { end: t('account.awayWhen') }),
  });
  const save = async (): Promise<void> => {
    const lacks = missing();
    setWrong(lacks);
    if (busy || Object.keys(lacks).length) return;
    setBusy(true);
    try {
      const { agent, begin, end, tables, remark } = plan;
      await call(ops.setAgent, { agent: agent!.id, begin: begin!, end: end!, tables: [...tables], remark });
      setPlan(NOTHING);
      toast.done(t('account.awaySet'));
      await refetch();
    } catch (failed) {
      setWrong(wrongOf(asApiError(failed)));
    } finally {
      setBusy(false);
    }
  };
  const end = async (id: number): Promise<void> => {
    await call(ops.endAgent, { id }).catch((failed) => void toast.error(asApiError(failed).remark));
    await refetch();
  };
  return {
    rows: (data?.rows ?? []) as unknown as Agency[],
    standing: told.standing ?? [],
    tables: told.tables ?? [],
    ...{ plan, wrong, busy, isPending, change, save, end },
    ...failureOf({ error, data: data as Envelope | undefined }),
    retry: () => void refetch(),
  };
}

function wrongOf({ remark, data }: ReturnType<typeof asApiError>): Wrong {
  const field = String(data?.field ?? 'all');
  return { [['agent', 'begin', 'end', 'remark'].includes(field) ? field : 'all']: remark };
}
