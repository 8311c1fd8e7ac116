import { instantOf } from '#protocol/wire/clock.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { companyZone } from '#web/i18n/clock.ts';
import { leftOf } from '#web/i18n/left.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime, shortTime } from '#web/i18n/when.ts';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { Either } from '#web/ui/Paper.tsx';
import { useNow } from '#web/ui/use-now.ts';
import css from './Limit.module.css';

addTexts(BESIDE_ZH, BESIDE_EN);

interface LimitProps {
  /** until when it may lie */
  limit: string;
  isUrgent?: boolean;
  /** when it was done; null while it waits */
  done?: string | null;
  /** also the time itself, as one line among others */
  whole?: boolean;
}

/** That it is urgent, and what is left, while it waits by the clock of now; once it is done only by how much it was late. On paper the time itself. */
export function Limit({ limit, isUrgent = true, done = null, whole = false }: LimitProps) {
  const texts = useText();
  const { t } = texts;
  const now = useNow();
  const at = done === null ? now : (instantOf(done, companyZone()) ?? now);
  const { due, words } = leftOf(texts, limit, at);
  const until = t('todo.until', { time: shortTime(limit) });
  const isOver = done !== null && due !== 'late';
  const screen = isOver ? until : whole ? t('beside.limitLeft', { left: words, time: shortTime(limit) }) : words;
  return (
    // it runs by itself, which is no news
    <span className={css.limit} aria-live="off">
      {isUrgent && done === null && <Tag tone="red">{t('todo.urgent')}</Tag>}
      <span className={isOver ? undefined : whole ? css[due] : `${css[due]} ${css.strong}`} title={until}>
        <Either screen={screen} paper={t('todo.until', { time: fullTime(limit) })} />
      </span>
    </span>
  );
}
