import { useEffect, useState } from 'react';
import { wallNow } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import css from './LeaderPage.module.css';

const SECOND = 1_000;

/** What time it is where the company is, with its day. */
export function Clock() {
  const { locale } = useText();
  const [now, setNow] = useState(wallNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(wallNow()), SECOND);
    return () => clearInterval(timer);
  }, []);
  const [day = '', time = ''] = now.split(' ');
  const weekday = new Intl.DateTimeFormat(locale.replace('_', '-'), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return (
    <time className={css.clock} dateTime={now.replace(' ', 'T')}>
      <span>
        {day} {weekday}
      </span>
      <b>{time}</b>
    </time>
  );
}
