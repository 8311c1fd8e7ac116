import { expect, it } from 'vitest';
import { addTexts, CATALOGUES, text } from './catalogue.ts';
import { LATER_EN, LATER_ZH } from './later.ts';
import { ACCOUNT_EN, ACCOUNT_ZH } from './parts/account.ts';
import { BATCH_EN, BATCH_ZH } from './parts/batch.ts';
import { CHART_EN, CHART_ZH } from './parts/chart.ts';
import { FILES_EN, FILES_ZH } from './parts/fields/files.ts';
import { KINDS_EN, KINDS_ZH } from './parts/fields/kinds.ts';
import { PAGE_EN, PAGE_ZH } from './parts/fields/page.ts';
import { FIND_EN, FIND_ZH } from './parts/find.ts';
import { FORM_EN, FORM_ZH } from './parts/form.ts';
import { GROUP_EN, GROUP_ZH } from './parts/group.ts';
import { HOME_EN, HOME_ZH } from './parts/home.ts';
import { LAYOUT_EN, LAYOUT_ZH, VIEWS_EN, VIEWS_ZH } from './parts/layout.ts';
import { MESSAGES_EN, MESSAGES_ZH } from './parts/messages.ts';
import { MIGRATE_EN, MIGRATE_ZH } from './parts/migrate.ts';
import { MINE_EN, MINE_ZH } from './parts/mine.ts';
import { PASSWORD_EN, PASSWORD_ZH } from './parts/password.ts';
import { PASTE_EN, PASTE_ZH } from './parts/paste.ts';
import { PEOPLE_EN, PEOPLE_ZH } from './parts/people.ts';
import { PREVIEW_EN, PREVIEW_ZH } from './parts/preview.ts';
import { ADDING_EN, ADDING_ZH } from './parts/records/adding.ts';
import { ASIDE_EN, ASIDE_ZH } from './parts/records/aside.ts';
import { ATTACHED_EN, ATTACHED_ZH } from './parts/records/attached.ts';
import { BELOW_EN, BELOW_ZH } from './parts/records/below.ts';
import { BOARD_EN, BOARD_ZH } from './parts/records/board.ts';
import { GROUPED_EN, GROUPED_ZH } from './parts/records/grouped.ts';
import { LEADER_EN, LEADER_ZH } from './parts/records/leader.ts';
import { MERGE_EN, MERGE_ZH } from './parts/records/merge.ts';
import { PAST_EN, PAST_ZH } from './parts/records/past.ts';
import { VERSION_EN, VERSION_ZH } from './parts/records/version.ts';
import { ROLES_EN, ROLES_ZH } from './parts/roles.ts';
import { SESSION_EN, SESSION_ZH } from './parts/session.ts';
import { SINCE_EN, SINCE_ZH } from './parts/since.ts';
import { ENTER_EN, ENTER_ZH } from './parts/threshold/enter.ts';
import { FORGOT_EN, FORGOT_ZH } from './parts/threshold/forgot.ts';
import { REGISTER_EN, REGISTER_ZH } from './parts/threshold/register.ts';
import { SETUP_EN, SETUP_ZH } from './parts/threshold/setup.ts';
import { TOLD_EN, TOLD_ZH } from './parts/told.ts';

addTexts(ACCOUNT_ZH, ACCOUNT_EN);
addTexts(ASIDE_ZH, ASIDE_EN);
addTexts(BATCH_ZH, BATCH_EN);
addTexts(BELOW_ZH, BELOW_EN);
addTexts(BOARD_ZH, BOARD_EN);
addTexts(LEADER_ZH, LEADER_EN);
addTexts(CHART_ZH, CHART_EN);
addTexts(MIGRATE_ZH, MIGRATE_EN);
addTexts(ENTER_ZH, ENTER_EN);
addTexts(FORGOT_ZH, FORGOT_EN);
addTexts(FILES_ZH, FILES_EN);
addTexts(FIND_ZH, FIND_EN);
addTexts(FORM_ZH, FORM_EN);
addTexts(GROUP_ZH, GROUP_EN);
addTexts(KINDS_ZH, KINDS_EN);
addTexts(GROUPED_ZH, GROUPED_EN);
addTexts(SINCE_ZH, SINCE_EN);
addTexts(HOME_ZH, HOME_EN);
addTexts(LATER_ZH, LATER_EN);
addTexts(MESSAGES_ZH, MESSAGES_EN);
addTexts(MINE_ZH, MINE_EN);
addTexts(PREVIEW_ZH, PREVIEW_EN);
addTexts(PASSWORD_ZH, PASSWORD_EN);
addTexts(LAYOUT_ZH, LAYOUT_EN);
addTexts(PAGE_ZH, PAGE_EN);
addTexts(PAST_ZH, PAST_EN);
addTexts(PASTE_ZH, PASTE_EN);
addTexts(PEOPLE_ZH, PEOPLE_EN);
addTexts(REGISTER_ZH, REGISTER_EN);
addTexts(ROLES_ZH, ROLES_EN);
addTexts(SESSION_ZH, SESSION_EN);
addTexts(SETUP_ZH, SETUP_EN);
addTexts(TOLD_ZH, TOLD_EN);
addTexts(MERGE_ZH, MERGE_EN);
addTexts(ADDING_ZH, ADDING_EN);
addTexts(ATTACHED_ZH, ATTACHED_EN);
addTexts(VERSION_ZH, VERSION_EN);
addTexts(VIEWS_ZH, VIEWS_EN);

const places = (words: string) => [...new Set([...words.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].sort();
const keys = (locale: 'zh_CN' | 'en_US') =>
  Object.entries(CATALOGUES[locale]).flatMap(([room, texts]) => Object.keys(texts).map((key) => `${room}.${key}`));

it('FRAME-11 every text stands in both languages with the same places', () => {
  expect(keys('en_US').sort()).toEqual(keys('zh_CN').sort());
  for (const [room, texts] of Object.entries(CATALOGUES.zh_CN))
    for (const [key, words] of Object.entries(texts)) {
      const english = CATALOGUES.en_US[room]![key]!;
      expect(english, `${room}.${key}`).not.toBe('');
      expect(places(english), `${room}.${key}`).toEqual(places(words));
      expect(english, `${room}.${key} has Chinese in its English`).not.toMatch(/[\u4e00-\u9fff]/);
    }
});

it('quality: no text goes on after a remark as if that were no sentence: it may end with a stop of its own', () => {
  const stopped = Object.values(CATALOGUES).flatMap((rooms) =>
    Object.entries(rooms).flatMap(([room, texts]) =>
      Object.entries(texts)
        .filter(([, words]) => /\{(?:remark|words|why)\}\s*[.,;。，；]/.test(words))
        .map(([key]) => `${room}.${key}`),
    ),
  );
  expect(stopped).toEqual([]);
});

const files = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

it('FRAME-11 no source puts names together by itself: the language says what stands between them', () => {
  const own = Object.entries(files).filter(([path, words]) => !path.endsWith('.test.ts') && /['"`]、['"`]/.test(words));
  expect(own.map(([path]) => path)).toEqual([]);
});

it('no text is left that nothing shows', () => {
  const source = Object.entries(files)
    .filter(([path]) => !/\/(zh_CN|en_US)\//.test(path))
    .map(([, words]) => words)
    .join('\n');
  const unused = keys('zh_CN').filter((key) => !source.includes(`'${key}'`) && !source.includes(`"${key}"`));
  expect(unused).toEqual([]);
});

it('chooses the plural by n', () => {
  expect(text('en_US', 'list.total', { n: 1 })).toBe('1 record');
  expect(text('en_US', 'list.total', { n: 66 })).toBe('66 records');
});
