import { useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { placeAddress } from '#web/nav/paths.ts';
import { useNav } from '#web/nav/store.ts';
import { useUnread } from '#web/pages/messages/use-messages.ts';
import { Count, IconButton } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/controls.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { LatestNotices } from './LatestNotices.tsx';
import { MessageList } from './Messages.tsx';
import css from './Notices.module.css';
import type { Counts } from './use-live.ts';

/** What waits for me, by kind; each leads to its list. */
export function Notices({ counts }: { counts: Counts }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const { unread, read } = useUnread();
  const turn = (next: boolean) => {
    setOpen(next);
    if (!next) read();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={turn}
      content={<NoticeList counts={counts} onLeave={() => turn(false)} />}
    >
      <IconButton
        icon="bell"
        size="medium"
        label={t('shell.notices')}
        count={counts.todo + counts.read + counts.notices + unread.length}
        aria-expanded={open}
      />
    </Popover>
  );
}

export function NoticeList({ counts, onLeave }: { counts: Counts; onLeave: () => void }) {
  const { t } = useText();
  const rows: readonly [IconName, string, number, string][] = [
    ['inbox', t('shell.todo'), counts.todo, ''],
    ['eye', t('shell.toRead'), counts.read, 'read'],
  ];
  const open = (tab: string) => {
    onLeave();
    go(placeAddress({ page: { url: '/todo' }, view: tab ? { tab } : {}, module: useNav.getState().module }));
  };
  return (
    <div className={css.notices}>
      {rows
        .filter(([, , count]) => count > 0)
        .map(([icon, words, count, tab]) => (
          <button key={words} type="button" className={css.notice} onClick={() => open(tab)}>
            <Icon name={icon} />
            <span>{words}</span>
            <Count value={count} />
          </button>
        ))}
      <LatestNotices unread={counts.notices} onLeave={onLeave} />
      <MessageList />
    </div>
  );
}
