import { refKey } from '#web/api/op-ref.ts';
import { ops } from '#web/api/ops.ts';
import { queryClient } from '#web/api/use-op.ts';
import { keptChoices, onChoices } from '#web/choices/choices.ts';

/** What stands in an order that may go by names, which each language has for itself (docs/decisions/312). */
const ORDERED: readonly string[] = [ops.page, ops.list, ops.group, ops.tree, ops.reportIndex, ops.reportChart].map(refKey);

/** Asks again for what stands in order on screen when the server has been told another language: not before, it would answer in the one of before. */
export function readAnew(): () => void {
  const known = (): string | undefined => {
    const { values, unsent } = keptChoices();
    return unsent.locale === undefined ? values.locale : told;
  };
  let told: string | undefined;
  told = known();
  return onChoices(() => {
    const now = known();
    if (now === told) return;
    told = now;
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [op] }) => ORDERED.includes(op as string) });
  });
}
