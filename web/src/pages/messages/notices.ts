import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { NoticeItem } from './notice-item.ts';

/** Opens the notice's record, which reads its notices itself; one that he may not see any more is read here. */
export async function openNotice(of: NoticeItem): Promise<void> {
  if (titleOf(of)) {
    nav.visit({ url: '/profile' }, { tab: of.kind.id === 11 ? 'away' : 'security' });
    if (isNew(of)) await call(ops.readNotices, { id: of.id }).catch(() => null);
    return void invalidateTable('notice');
  }
  nav.open({ cloud: of.source, op: 'Show', id: of.rowid }, dataLabel(of.key_name));
  if (isNew(of) && of.kind && !of.event_name) await call(ops.readNotices, { id: of.id }).catch(() => null);
  void invalidateTable('notice');
}

/** All of one's notices are read. */
export async function readAllNotices(): Promise<void> {
  await call(ops.readNotices, {}).catch((error) => toast.error(asApiError(error).remark));
  void invalidateTable('notice');
}

/** What concerns one's account is of no record: it has a title of its own, and a part of one's account says more. */
export const titleOf = ({ kind }: NoticeItem): TextKey | undefined => OF_ACCOUNT[kind?.id];
const OF_ACCOUNT: Readonly<Record<number, TextKey>> = {
  5: 'told.kindLookedTitle',
  9: 'told.kindAddressTitle',
  11: 'told.kindAgent',
  12: 'told.kindLinkTitle',
};

export const isNew = ({ review_state }: NoticeItem): boolean => review_state.id === 1;
