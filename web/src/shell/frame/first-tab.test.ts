import { expect, it } from 'vitest';
import { firstTab, TODO_PAGE } from './first-tab.ts';

const DESKTOP = { url: '/board/desktop?myCode=zb', key_name: '桌面', key_name_en: 'Desktop' };
const BOARD = { cloud: 'desktop', mode: 'BOARD' };

it.each([
  ['who has a desktop begins with it', DESKTOP, '/main', BOARD],
  ['in its module too', DESKTOP, '/main?myCode=zb', BOARD],
  ['behind a page that an address names', DESKTOP, '/main/list/project?myCode=zb', BOARD],
  ['another module begins with what waits', DESKTOP, '/main?myCode=SYS', TODO_PAGE],
  ['so does who has none', undefined, '/main?myCode=zb', TODO_PAGE],
  ['and one whose address is none', { ...DESKTOP, url: '' }, '/main', TODO_PAGE],
] as const)('DESK-01 FRAME-06 %s', (_, desktop, at, page) => {
  expect(firstTab(desktop, at).page).toEqual(page);
});
