import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../web/src/', import.meta.url).pathname;
/** Each language is called by its own name in both. */
const NAMES_OF_LANGUAGES = /'简体中文'/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

it('FRAME-11 a page writes no words of its own: every text stands in the catalogues, in both languages', () => {
  const written = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/^i18n\/|\.test\.tsx?$/.test(path))
    .filter((path) => /[\u3000-\u303f\u4e00-\u9fff]/.test(bare(readFileSync(join(root, path), 'utf8'))));
  expect(written).toEqual([]);
});

/** The spaces of a full letter part words where both languages want them apart. */
const bare = (source: string): string => source.replace(COMMENTS, '').replace(NAMES_OF_LANGUAGES, '').replaceAll('\u3000', '');
