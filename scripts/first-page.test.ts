import { expect, test } from 'vitest';
import { BUDGETS, filesOf, withinBudget, withoutThese } from './first-page.mjs';

const chunk = (fileName: string, imports: string[], modules: string[], css: string[] = []) => ({
  ...{ fileName, imports, moduleIds: modules.map((module) => `/house/web/src/${module}`), dynamicImports: ['later.js'] },
  viteMetadata: { importedCss: new Set(css) },
});
const CHUNKS = [
  chunk('index.js', ['react.js', 'first.js'], ['main.tsx'], ['index.css']),
  chunk('first.js', ['react.js'], ['shell/signin/SignInPage.tsx', 'shell/signin/session/SessionGuard.tsx'], ['first.css']),
  chunk('react.js', [], []),
  chunk('frame.js', ['antd.js', 'first.js'], ['shell/frame/Frame.tsx']),
  chunk('todo.js', ['antd.js'], ['pages/todo/TodoPage.tsx']),
  chunk('list.js', ['antd.js'], ['pages/list/ListPage.tsx'], ['list.css']),
  chunk('antd.js', ['react.js'], []),
  chunk('later.js', ['mqtt.js'], [], ['later.css']),
] as never;
const FIRST = ['first.css', 'first.js', 'index.css', 'index.js', 'react.js'];

test('quality: the sign-in page counts what it loads at once, each file once, nothing that comes later', () => {
  expect(filesOf('/house', CHUNKS, BUDGETS[0]!.rooms).sort()).toEqual(FIRST);
});

test('quality: the way to the first list counts the frame, its home page and the list with all that they share, and no live channel', () => {
  const files = ['antd.js', 'frame.js', 'list.css', 'list.js', 'todo.js'];
  expect(filesOf('/house', CHUNKS, BUDGETS[1]!.rooms).sort()).toEqual([...FIRST, ...files].sort());
});

test('quality: what comes later is weighed without what is there already', () => {
  expect(filesOf('/house', CHUNKS, ['pages/list/ListPage.tsx'], ['main.tsx', 'pages/todo/TodoPage.tsx']).sort()).toEqual([
    'list.css',
    'list.js',
  ]);
});

test('quality: what is only typed in comes after the first list, also where the list with it were light enough', () => {
  const rest = ['fields/date/calendar.tsx', 'pages/list/filter/FilterPanel.tsx', 'pages/tabform/RecordPage.tsx'];
  expect(BUDGETS[1]!.without).toEqual(rest);
  const page = { page: 'the list', without: rest };
  const apart = [...CHUNKS, chunk('form.js', ['calendar.js'], rest.slice(1)), chunk('calendar.js', [], rest.slice(0, 1))] as never;
  const files = filesOf('/house', apart, BUDGETS[1]!.rooms);
  expect(() => withoutThese('/house', apart, files, page)).not.toThrow();
  const tied = [...CHUNKS, chunk('form.js', [], rest.slice(1)), chunk('list-too.js', [], [rest[0]!])] as never;
  expect(() => withoutThese('/house', tied, [...files, 'list-too.js'], page)).toThrow(
    'the list takes fields/date/calendar.tsx along (list-too.js), which comes later',
  );
});

test('quality: a build in which a page is not found is no light page', () => {
  expect(() => filesOf('/elsewhere', CHUNKS, BUDGETS[0]!.rooms)).toThrow('no chunk of main.tsx');
});

test('quality: a page over its bytes ends the build, and the heaviest file is named first', () => {
  expect(BUDGETS.map(({ most }) => most)).toEqual([100_000, 420_000, 240_000]);
  const light = [
    ['a.js', 60_000],
    ['b.css', 40_000],
  ] as const;
  const budget = { page: 'the sign-in page', most: 100_000 };
  expect(withinBudget(new Map(light), budget)).toBe(100_000);
  expect(() => withinBudget(new Map([...light, ['c.js', 70_000]]), budget)).toThrow(
    'the sign-in page weighs 170000 bytes (JavaScript and CSS, gzip), at most 100000 are allowed: c.js 70000',
  );
});
