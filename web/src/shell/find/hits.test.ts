import { expect, it } from 'vitest';
import type { MenuItem } from '#web/nav/menu.ts';
import type { Module } from '#web/nav/module.ts';
import { countOf, foundHit, furtherHits, menuHits, nextKind } from './hits.ts';

const tab = (uid: string, key_name: string, key_name_en: string, rest: Partial<MenuItem> = {}): MenuItem => ({
  ...{ uid, key_name, key_name_en, type: 'TAB', ...rest },
});
const MODULES: readonly Module[] = [{ code: 'zb', key_name: '资本性项目', key_name_en: 'Capital projects', flag: 'zb' }];
const MENUS: readonly (readonly MenuItem[])[] = [
  [
    {
      uid: 'd',
      key_name: '项目',
      key_name_en: 'Projects',
      type: 'DIR',
      children: [tab('p', '项目台账', 'Project ledger', { cloud: 'project' })],
    },
    tab('o', '外部', 'Outside', { link: 'https://example.com/' }),
  ],
];
const keys = (words: string) => menuHits(words, MODULES, MENUS).map(({ key }) => key);

it('FRAME-03 a menu is found by its words, those above it, and the first letters of their reading', () => {
  for (const words of ['台账', 'LEDGER', 'xmtz', 'mt', '项目 台账', 'projects']) expect([words, keys(words)]).toEqual([words, ['menu p']]);
  for (const words of ['没有', 'xz', '%', '_']) expect([words, keys(words)]).toEqual([words, []]);
  expect(menuHits('外部', MODULES, MENUS)[0]).toMatchObject({ link: 'https://example.com/' });
  expect(menuHits('台账', MODULES, MENUS)[0]).toMatchObject({
    page: { cloud: 'project', op: 'List' },
    module: 'zb',
    where: [{ key_name: '资本性项目' }, { key_name: '项目' }],
  });
});

it('what was found opens its record, a file the one that it is kept with', () => {
  const row = { kind: 'record', cloud: 'project', id: 7, key_name: '滨江', rank: 0, told: [{ key_name: 'A-1' }] } as const;
  const table = { label: { key_name: '项目', key_name_en: 'Projects' }, module: 'zb' };
  expect(foundHit(row, table)).toMatchObject({
    ...{ kind: 'records', module: 'zb', page: { cloud: 'project', op: 'Show', id: 7 }, label: { key_name: '滨江', key_name_en: '滨江' } },
    where: [table.label, { key_name: 'A-1', key_name_en: 'A-1' }],
  });
  expect(foundHit({ ...row, kind: 'file', length: 9 }, table)).toMatchObject({ kind: 'files', aside: 9, page: { id: 7 } });
  expect(foundHit({ ...row, kind: 'person', cloud: 'user[contact]' }, table).where).toEqual([{ key_name: 'A-1', key_name_en: 'A-1' }]);
});

it('Tab goes through the kinds that have anything, round and round', () => {
  expect(nextKind('all', ['menus', 'people'], 1)).toBe('menus');
  expect(nextKind('people', ['menus', 'people'], 1)).toBe('all');
  expect(nextKind('all', ['menus', 'people'], -1)).toBe('people');
  expect(nextKind('files', ['menus'], 1)).toBe('menus');
});

it('FRAME-03 a table with more than was told leads to its list with the words, and its kind is counted as some of more', () => {
  const row = { kind: 'record' as const, cloud: 'project', id: 1, rank: 1, key_name: '港口', told: [] };
  const tables = [
    { cloud: 'project', key_name: '项目台账', module: 'zb', more: 1 as const },
    { cloud: 'post', key_name: '岗位' },
  ];
  const [further, ...others] = furtherHits('港口', tables, [row], ({ key_name }) => ({ key_name, key_name_en: key_name }));
  expect(others).toEqual([]);
  expect(further).toMatchObject({ kind: 'records', page: { cloud: 'project', op: 'List' }, view: { key: '港口' }, module: 'zb' });
  expect(countOf([foundHit(row, undefined), further!])).toBe('1+');
  expect(countOf([foundHit(row, undefined)])).toBe('1');
});
