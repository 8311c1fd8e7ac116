import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addTexts, CATALOGUES } from './catalogue.ts';
import { LATER_EN, LATER_ZH } from './later.ts';
import { inBoth } from './use-text.ts';

/** A label made before any page's words are there, as those of pages that are loaded beside the frame. */
const early = inBoth('todo.title');

it('FRAME-05 a tab is named by words, never by their key: a label that was made before its part came says them once it is there', () => {
  addTexts(LATER_ZH, LATER_EN);
  expect({ ...early }).toEqual({ key_name: LATER_ZH.todo.title, key_name_en: LATER_EN.todo.title });
  expect(JSON.parse(JSON.stringify(early))).toEqual({ key_name: '待办', key_name_en: LATER_EN.todo.title });
});

it('FRAME-05 nothing asks the catalogue for words while it is loaded: what stands there would be the key', () => {
  const root = new URL('..', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  const early = files.flatMap((name) => {
    const lines = readFileSync(new URL(name, root), 'utf8').split('\n');
    return lines.filter((line) => /^(export )?const \w+(: [^=]+)? = (say|text)\(/.test(line)).map((line) => `${name}: ${line}`);
  });
  expect([files.length > 100, early]).toEqual([true, []]);
  expect(Object.keys(CATALOGUES.zh_CN)).toContain('todo');
});
