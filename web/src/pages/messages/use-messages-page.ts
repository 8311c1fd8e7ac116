import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useView } from '#web/nav/use-tab.ts';
import { useFollow } from '../use-follow.ts';
import { NOTICE_FIELDS, type NoticeItem } from './notice-item.ts';
import { useSystemMessages } from './use-messages.ts';

export const ROWS = 20;
export const VIEWS = ['all', 'unread', 'system'] as const;
export type MessagesView = (typeof VIEWS)[number];

const UNREAD = { review_state: 1 };

/** What the message centre decides; MessagesPage only draws it. The address carries view, keyword and page. */
export function useMessagesPage() {
  const [set, setView] = useView();
  const view = VIEWS.find((each) => each === set.tab) ?? 'all';
  const keyword = set.key_word ?? '';
  const page = /^[1-9]\d{0,8}$/.test(set.page ?? '') ? Number(set.page) : 1;
  const filters = {
    ...(view === 'unread' ? { fields: UNREAD } : {}),
    ...(keyword.trim() ? { key_word: keyword.trim() } : {}),
  };
  const query = useOp(
    ops.page,
    { cloud: 'notice', page, rows: ROWS, filters, fields: NOTICE_FIELDS },
    { enabled: view !== 'system', fresh: 0, keepPrevious: (before) => !before.filters?.fields === !filters.fields },
  );
  const system = useSystemMessages();
  const counts = useOp(ops.counts, {}, { fresh: 10_000, background: true });
  useFollow(
    () => true,
    () => (view === 'system' ? system.retry() : query.refetch()),
  );
  return {
    ...{ view, keyword, page },
    change: (next: MessagesView) => setView({ tab: next === 'all' ? '' : next, page: '', message: '' }, 'push'),
    setKeyword: (key_word: string) => setView({ key_word, page: '' }, 'replace'),
    setPage: (to: number) => setView({ page: to > 1 ? String(to) : '' }, 'push'),
    rows: (query.data?.rows ?? []) as unknown as NoticeItem[],
    total: Number(query.data?.total ?? 0),
    unread: Number(counts.data?.data?.notices ?? 0),
    isPending: query.isPending,
    /** the rows that stand there are of another keyword or page, the next are on their way */
    isBusy: query.isPlaceholderData,
    ...failureOf(query),
    retry: () => void query.refetch(),
  };
}

export type MessagesController = ReturnType<typeof useMessagesPage>;
