import { expect, it } from 'vitest';
import { oversized, type Source } from './check.ts';

const none = { registries: [], long: [], full: [] };
const lines = (count: number): string => Array.from({ length: count }, () => '  void 0;\n').join('');
const source = (path: string, text: string): Source => ({ path, text });
const files = (folder: string, count: number): Source[] => Array.from({ length: count }, (_, at) => source(`${folder}/f${at}.ts`, ''));

it('a function of 60 lines passes, one of 61 is told with its file, line, name and length', () => {
  expect(oversized([source('server/src/a.ts', `function most() {\n${lines(58)}}\n`)], none)).toEqual([]);
  const said = oversized([source('server/src/a.ts', `// one\n\nfunction over() {\n${lines(59)}}\n`)], none);
  expect(said).toEqual([expect.stringMatching(/^server\/src\/a\.ts:3: over has 61 lines/)]);
});

it.each([
  ['an arrow', `const over = () => {\n${lines(59)}};\n`, 'over'],
  ['a method', `const it = {\n  over() {\n${lines(60)}},\n};\n`, 'over'],
  ['one that an object holds', `const it = {\n  over: async () => {\n${lines(60)}},\n};\n`, 'over'],
  ['one within another', `function outer() {\n${lines(2)}function over() {\n${lines(59)}}\n}\n`, 'over'],
  ['a setter', `const it = {\n  set over(to: number) {\n${lines(60)}},\n};\n`, 'over'],
  ['one without a name', `export default () => {\n${lines(59)}};\n`, '(without a name)'],
])('%s counts', (_, text, name) => {
  for (const path of ['web/src/a.tsx', 'attack/a.ts', 'scripts/a.mjs', 'suites/capex/server/a.ts'])
    expect(oversized([source(path, text)], none).some((said) => said.startsWith(`${path}:`) && said.includes(`: ${name} has`))).toBe(true);
});

it.each(['server/src/a.test.ts', 'web/src/a.test.tsx', 'server/src/testing-app.ts', 'e2e/a.spec.ts', 'suites/capex/tables/a.ts'])(
  '%s is a test or a definition',
  (path) => {
    expect(oversized([source(path, `export const a = () => {\n${lines(90)}};\n`)], none)).toEqual([]);
  },
);

it('a folder of 25 files of code passes, one of 26 is told, a registry is not; what is no code does not count', () => {
  expect(oversized([...files('web/src/flow', 25), source('web/src/flow/a.css', '')], none)).toEqual([]);
  expect(oversized(files('web/src/flow', 26), none)).toEqual([expect.stringMatching(/^web\/src\/flow: 26 files/)]);
  expect(oversized(files('web/src/fields', 26), { ...none, registries: ['web/src/fields'] })).toEqual([]);
});

it('what is still over its measure is let through, and told once it no longer is', () => {
  const allowed = { registries: [], long: ['web/src/a.ts over'], full: ['web/src/flow'] };
  const over = source('web/src/a.ts', `function over() {\n${lines(59)}}\n`);
  expect(oversized([over, ...files('web/src/flow', 26)], allowed)).toEqual([]);
  expect(oversized([], allowed)).toEqual([expect.stringMatching(/^web\/src\/a\.ts over: /), expect.stringMatching(/^web\/src\/flow: /)]);
});
