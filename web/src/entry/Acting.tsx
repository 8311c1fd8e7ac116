import type { ReactNode } from 'react';
import { opensToLook } from '#protocol/meta/ops.ts';
import { isLooking } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Rest } from '#web/ui/rest.ts';

/** Why nothing can be done in this window, where that is so: it looks through somebody's eyes. */
export function useRest(): string | null {
  const { t } = useText();
  const { session } = useSession();
  return session?.eyes ? t('actions.onlyLooks') : null;
}

/** What is done stands in here: through somebody's eyes it is seen as he has it, at rest. `of`: the action's op; what it opens may be looked at. */
export function Acting({ of, children }: { of?: string; children: ReactNode }) {
  const why = useRest();
  return <Rest value={of !== undefined && opensToLook(of) ? null : why}>{children}</Rest>;
}

/** The same for what stands in a menu. */
export const restsFor = (op: string): boolean => isLooking() && !opensToLook(op);
