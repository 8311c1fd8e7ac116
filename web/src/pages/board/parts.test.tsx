import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { BOARD_EN, BOARD_ZH } from '#web/i18n/parts/records/board.ts';
import { ActivePart } from './ActivePart.tsx';
import { TextPart } from './TextPart.tsx';
import { TodoPart } from './TodoPart.tsx';
import type { LoadedWidget, Told } from './use-board.ts';

addTexts(BOARD_ZH, BOARD_EN);
afterAll(() => chooseLocale('zh_CN'));

const drawn = (part: ReactNode) => renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);
const widget = {
  uid: 'w',
  kind: 'text',
  key_name: '说明',
  key_name_en: 'Note',
  text: '**请看**',
  text_en: '**Look**',
} as unknown as LoadedWidget;
const told = (of: Partial<Told>): Told => ({ uid: 'w', code: 200, remark: '', rows: [], ...of });
const nothing = () => undefined;

describe('DESK-02 parts of a board', () => {
  it.each([
    [0, null],
    [99, '99'],
    [100, '99'],
    [12_345, '99'],
  ])('of %i that wait the badge says %s', (total, badge) => {
    chooseLocale('zh_CN');
    const html = drawn(<TodoPart widget={widget} told={told({ data: { tabs: [{ tab: 'todo', total }] } })} tab="todo" onTab={nothing} />);
    expect(/role="tab"[^>]*>待办(?:<span[^>]*>(\d+)<\/span>)?<\/button>/.exec(html)?.[1] ?? null).toBe(badge);
  });
  it.each([
    ['zh_CN', '请看', '站 A', '张三 查看'],
    ['en_US', 'Look', 'Site A', 'Opened by Zhang'],
  ] as const)('%s: a text, and what was opened by whom', (locale, text, name, by) => {
    chooseLocale(locale);
    expect(drawn(<TextPart widget={widget} />)).toContain(text);
    const user = { id: 7, key_name: '张三', key_name_en: 'Zhang' };
    const row = { id: 1, key_name: '站 A', key_name_en: 'Site A', user, last_time: '2020-01-02 03:04:05' };
    const of = (record?: { cloud: string; id: number }) =>
      drawn(<ActivePart widget={widget} told={told({ rows: [row] as unknown as NonNullable<Told['rows']> })} of={record} />);
    expect(of()).toContain(name);
    expect(of()).toContain(by);
    expect(of()).toContain('2020-01-02 03:04');
    expect(of({ cloud: 'site', id: 1 })).not.toContain(name);
  });
});
