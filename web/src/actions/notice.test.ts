import { expect, it, vi } from 'vitest';
import { noticeOf, opening } from './notice.ts';

const label = (of: object | null | undefined, name = 'key_name') => String((of as Record<string, unknown> | null)?.[name] ?? '');

it('META-01 what an event announces is said below the outcome, with a way on where it names one', () => {
  expect(noticeOf({}, label)).toBeUndefined();
  expect(noticeOf({ notify: { remark: '请到财务部盖章' } }, label)).toMatchObject({ lines: ['请到财务部盖章'] });
  expect(noticeOf({ notify: { remark: '请到财务部盖章' } }, label)).not.toHaveProperty('action');
  expect(noticeOf({ notify: { remark: '请预约', url: '/main/list/project' } }, label)).toHaveProperty('action.run');
});

it('A4 only an address of this product or of the web is opened, and that of the web in a window without a way back', () => {
  for (const url of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', '', undefined, 7])
    expect(opening(url), String(url)).toBeUndefined();
  const open = vi.fn();
  vi.stubGlobal('window', { open });
  opening('https://example.com/form')!();
  expect(open).toHaveBeenCalledWith('https://example.com/form', '_blank', 'noopener');
  vi.unstubAllGlobals();
});
