import { useEffect, useState } from 'react';
import { wallNow } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './LeaderPage.module.css';

const SECOND = 1_000;
/** As wide as what will stand there. */
const [UNTOLD, NO_WEEKDAY] = ['0000-00-00 00:00:00', '\u3000\u3000\u3000'];

/** What time it is where the company is, with its day; it begins once `isBegun`, since a browser's first clock is late to be made. */
export function Clock({ isBegun }: { isBegun: boolean }) {
  const { locale } = useText();
  const [now, setNow] = useState<string | null>(null);
  useEffect(() => {
    if (!isBegun) return;
    const tick = () => setNow(wallNow());
    const timer = setInterval(tick, SECOND);
    tick();
    return () => clearInterval(timer);
  }, [isBegun]);
  const [day = '', time = ''] = (now ?? UNTOLD).split(' ');
  return (
    <time className={css.clock} data-untold={now === null || undefined} dateTime={now?.replace(' ', 'T')}>
      <span>
        {day} {now ? weekdayOf(day, locale) : NO_WEEKDAY}
      </span>
      <b>{time}</b>
    </time>
  );
}

const weekdayOf = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale.replace('_', '-'), { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
