import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';

/** The host's title; our own name until it is known. */
export function useAppName(): string {
  const { label } = useText();
  const answer = useOp(ops.domain, { host: location.host }, { fresh: 30 * 60_000 });
  return label(answer.data?.data, 'app_name') || 'Formwork';
}
