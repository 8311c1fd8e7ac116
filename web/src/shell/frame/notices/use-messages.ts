import { useSyncExternalStore } from 'react';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { choice, choose, onChoices } from '#web/choices/choices.ts';
import { useText } from '#web/i18n/use-text.ts';

export interface SystemMessage {
  id: number;
  /** titles are data, in Chinese; '' in English */
  title: string;
  text: string;
}

/** Today's system messages (FRAME-05); none where the reader may not see them. */
export function useMessages(): readonly SystemMessage[] {
  const { label, locale } = useText();
  const answer = useOp(
    ops.list,
    { cloud: 'message[web]', fields: 'key_name,remark,remark_en' },
    { fresh: 5 * 60_000, background: true, every: 10 * 60_000 },
  );
  return (answer.data?.rows ?? []).map((row) => ({
    id: Number(row.id),
    title: locale === 'zh_CN' ? label(row) : '',
    text: label(row.remark_en ? row : { remark: row.remark }, 'remark'),
  }));
}

const MOST = 40;
const readIds = (): string => choice('messages') ?? '';

/** Those of today's messages that were not read yet, on any machine; `read` says that all of them are now. */
export function useUnread(): { unread: readonly SystemMessage[]; read: () => void } {
  const messages = useMessages();
  const known = useSyncExternalStore(onChoices, readIds, readIds).split(',');
  const unread = messages.filter(({ id }) => !known.includes(String(id)));
  const ids = messages.slice(0, MOST).map(({ id }) => id);
  return { unread, read: () => unread.length > 0 && choose('messages', ids.join(',')) };
}
