import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { Count, IconButton } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/controls.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import css from './Frame.module.css';
import { MessageList } from './Messages.tsx';
import type { Counts } from './use-live.ts';

/** What waits for me, by kind; each leads to its list. */
export function Notices({ counts }: { counts: Counts }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={<NoticeList counts={counts} onLeave={() => setOpen(false)} />}
    >
      <IconButton icon="bell" size="medium" label={t('shell.notices')} count={counts.todo + counts.read} aria-expanded={open} />
    </Popover>
  );
}

export function NoticeList({ counts, onLeave }: { counts: Counts; onLeave: () => void }) {
  const { t } = useText();
  const rows: readonly [IconName, string, number][] = [
    ['inbox', t('shell.todo'), counts.todo],
    ['eye', t('shell.toRead'), counts.read],
  ];
  const open = () => {
    onLeave();
    nav.open({ url: '/todo' }, { key_name: '待办', key_name_en: 'To-do' });
  };
  return (
    <div className={css.notices}>
      {counts.todo + counts.read === 0 && <p className={css.quiet}>{t('shell.noNotices')}</p>}
      {rows
        .filter(([, , count]) => count > 0)
        .map(([icon, words, count]) => (
          <button key={words} type="button" className={css.notice} onClick={open}>
            <Icon name={icon} />
            <span>{words}</span>
            <Count value={count} />
          </button>
        ))}
      <MessageList />
    </div>
  );
}
