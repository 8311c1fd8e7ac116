import { useId } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { MINE_EN, MINE_ZH } from '#web/i18n/parts/mine.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Line, Lines } from '../board/PartLines.tsx';
import { openSystem } from '../messages/open-system.ts';
import { useSystemMessages } from '../messages/use-messages.ts';
import css from './Announcements.module.css';

addTexts(MINE_ZH, MINE_EN);

/** How many stand here; the message centre has all. */
const MOST = 6;

/** What administrators announce (DESK-03), as long as it is in force; nothing where there is none. */
export function Announcements() {
  const { t } = useText();
  const id = useId();
  const { messages } = useSystemMessages();
  if (messages.length === 0) return null;
  return (
    <section className={`${css.part} no-print`} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{t('mine.announcements')}</h2>
        <Button kind="link" onClick={() => openSystem()}>
          {t('mine.allAnnouncements')}
        </Button>
      </header>
      <Lines none="">
        {messages.slice(0, MOST).map(({ id: key, title, text, from }) => (
          <Line key={key} name={title || text} end={from} onOpen={() => openSystem(key)} />
        ))}
      </Lines>
    </section>
  );
}
