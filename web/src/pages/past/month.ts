import { hasEnded } from '#protocol/rules/report/past/month.ts';
import { today } from '#web/i18n/clock.ts';
import type { PageView } from '#web/nav/page.ts';

/** The month at whose end an address shows how things stood; undefined: now. One that has not ended nobody would have written. */
export const monthIn = ({ as_of }: PageView): string | undefined => (as_of !== undefined && hasEnded(as_of, today()) ? as_of : undefined);
