import { expect, test } from 'vitest';
import { FIRST_PAGE_BYTES, firstPageFiles, withinBudget } from './first-page.mjs';

const chunk = (fileName: string, imports: string[], css: string[] = [], facadeModuleId?: string) => ({
  ...{ fileName, imports, facadeModuleId: facadeModuleId ?? null, dynamicImports: ['later.js'] },
  viteMetadata: { importedCss: new Set(css) },
});
const CHUNKS = [
  chunk('index.js', ['react.js'], ['index.css'], '/house/web/index.html'),
  chunk('sign-in.js', ['field.js', 'react.js'], [], '/house/web/src/shell/signin/SignInPage.tsx'),
  chunk('field.js', ['react.js'], ['field.css']),
  chunk('react.js', []),
  chunk('later.js', ['antd.js'], ['later.css']),
] as never;

test('quality: the sign-in page counts what it loads at once, each file once, nothing that comes later', () => {
  expect(firstPageFiles('/house', CHUNKS).sort()).toEqual(['field.css', 'field.js', 'index.css', 'index.js', 'react.js', 'sign-in.js']);
});

test('quality: a build in which the sign-in page is not found is no light page', () => {
  expect(() => firstPageFiles('/elsewhere', CHUNKS)).toThrow('no chunk of index.html');
});

test('quality: a sign-in page over 100,000 bytes ends the build, and the heaviest file is named first', () => {
  expect(FIRST_PAGE_BYTES).toBe(100_000);
  const light = [
    ['a.js', 60_000],
    ['b.css', 40_000],
  ] as const;
  expect(withinBudget(new Map(light))).toBe(100_000);
  expect(() => withinBudget(new Map([...light, ['c.js', 70_000]]))).toThrow(
    'weighs 170000 bytes (JavaScript and CSS, gzip), at most 100000 are allowed: c.js 70000',
  );
});
