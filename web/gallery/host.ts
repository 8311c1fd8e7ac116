import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldHost } from '#web/fields/host.ts';
import { PEOPLE } from './stories/links.ts';

/** Where the product asks its server: lookups find the people of the stories, files come to rest in the page. */
export const HOST: FieldHost = {
  search: async (_field, keyword) => ({ rows: called(keyword), isWhole: true }),
  called: async (_field: FieldDef, words) => new Map(words.map((word) => [word, called(word)])),
  pick: async () => null,
  open: () => undefined,
  upload: async (_cloud, _rowid, _field, file, progress) => {
    progress(100);
    const url = `${URL.createObjectURL(file)}#`;
    return { id: Date.now(), key_name: `${file.name}-${Date.now()}`, file_name: file.name, length: file.size, url, preview_url: url };
  },
};

const called = (word: string) =>
  PEOPLE.filter(({ key_name, key_name_en }) => `${key_name} ${key_name_en}`.toLowerCase().includes(word.toLowerCase()));
