import { instantOf } from '#protocol/wire/clock.ts';
import type { Late } from '#protocol/wire/process.ts';
import { companyZone } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { useNow } from '#web/ui/use-now.ts';

const WORDS = {
  remind: 'beside.lateRemind',
  escalate: 'beside.lateEscalate',
  assign: 'beside.lateAssign',
  event: 'beside.lateEvent',
} as const;

/** What its step does with it when nobody decides in time; `isNext`: that time is the one that stands beside it. Nothing once it has passed. */
export function LateWords({ late, isNext }: { late: Late; isNext: boolean }) {
  const { t, label } = useText();
  const now = useNow();
  if ((instantOf(late.time, companyZone()) ?? 0) <= now) return null;
  const when = isNext ? t('beside.lateNext') : t('beside.lateAt', { time: shortTime(late.time) });
  return (
    <span className="no-print" aria-live="off">
      {t(WORDS[late.do], { when, who: label(late.who), event: label(late.event) })}
    </span>
  );
}
