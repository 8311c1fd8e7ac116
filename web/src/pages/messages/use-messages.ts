import { useSyncExternalStore } from 'react';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { choice, choose, onChoices } from '#web/choices/choices.ts';
import { useText } from '#web/i18n/use-text.ts';

export interface SystemMessage {
  id: number;
  /** '' in English where it has none */
  title: string;
  text: string;
  /** its first and last day, yyyy-MM-dd */
  from: string;
  to: string;
}

/** Today's system messages (FRAME-05), and why there are none to show. */
export function useSystemMessages() {
  const { label, locale } = useText();
  const answer = useOp(
    ops.list,
    { cloud: 'message[web]', fields: 'key_name,remark,begin_date,end_date' },
    { fresh: 5 * 60_000, background: true, every: 10 * 60_000 },
  );
  const messages = (answer.data?.rows ?? []).map(
    (row): SystemMessage => ({
      id: Number(row.id),
      title: locale === 'zh_CN' || row.key_name_en ? label(row) : '',
      text: label(row, 'remark'),
      from: String(row.begin_date ?? ''),
      to: String(row.end_date ?? ''),
    }),
  );
  return { messages, isPending: answer.isPending, ...failureOf(answer), retry: () => void answer.refetch() };
}

/** The same where nobody asks why: none where the reader may not see them. */
export const useMessages = (): readonly SystemMessage[] => useSystemMessages().messages;

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
