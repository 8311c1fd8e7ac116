import { afterEach, describe, expect, it, vi } from 'vitest';
import { nav } from '#web/nav/store.ts';
import type { NoticeItem } from './notice-item.ts';
import { openNotice } from './notices.ts';

/** One that was read already, so that nothing is sent. */
const notice = (kind: number): NoticeItem =>
  ({ id: 1, key_name: '码头', review_state: { id: 2 }, kind: { id: kind }, source: 'initiation', rowid: 7, create_time: '' }) as NoticeItem;

afterEach(() => vi.restoreAllMocks());

describe('ADMIN-10 a message opens what it is about', () => {
  it.each([
    ['looked at through my eyes', 5, 'security'],
    ['my address was changed', 9, 'security'],
    ['I act for somebody', 11, 'away'],
    ['a link to my password was made', 12, 'security'],
  ])('of my account, its part: %s', async (_, kind, tab) => {
    const visit = vi.spyOn(nav, 'visit').mockImplementation(() => undefined as never);
    await openNotice(notice(kind));
    expect(visit).toHaveBeenCalledExactlyOnceWith({ url: '/profile' }, { tab });
  });

  it('of a record, the record', async () => {
    const open = vi.spyOn(nav, 'open').mockImplementation(() => undefined as never);
    await openNotice(notice(3));
    expect(open).toHaveBeenCalledExactlyOnceWith({ cloud: 'initiation', op: 'Show', id: 7 }, expect.anything());
  });
});
