import { type RefObject, useEffect } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { returnTo } from '../content/focus.ts';
import { typedSince } from '../state/form-state.ts';
import { takeOver } from './handed-over.ts';
import type { Read } from './use-read.ts';
import type { Standing } from './use-standing.ts';
import type { Circumstances } from './use-typing.ts';

interface HandedOn {
  read: Pick<Read, 'cloud' | 'id'>;
  on: Pick<Circumstances, 'store'>;
  sheet: RefObject<HTMLElement | null>;
  /** the form stands there */
  isDrawn: boolean;
  /** and may be typed in */
  isTyped: boolean;
  takeUp: Standing['takeUp'];
  mayBeSent(complete: boolean): boolean;
}

/** Goes on where the page that stood in this tab before left off, once the form stands there. */
export function useHandedOver({ read: { cloud, id }, on: { store }, sheet, isDrawn, isTyped, takeUp, mayBeSent }: HandedOn): void {
  const { t } = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form stands there
  useEffect(() => {
    const handed = isDrawn ? takeOver(cloud, id) : undefined;
    if (!handed) return;
    const { now, since } = handed.typed ?? {};
    // where nothing can be typed any more it is said, and not kept for a day when it can
    if (now && since && !isTyped && typedSince(now, since, store.getState())) toast.info(t('form.typedLate'));
    if (!isTyped) return;
    if (now && since) takeUp(now, since);
    if (handed.isAsked) mayBeSent(true);
    else returnTo(sheet.current, handed);
  }, [isDrawn, isTyped, cloud, id]);
}
