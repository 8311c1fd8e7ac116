import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#protocol/codes.ts';
import { label } from '#protocol/meta/naming.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import type { Lab } from '../../testing.ts';
import { readPage } from '../page.ts';
import { readLevel } from './levels.ts';
import { inOrder, LOGINS, type Login, MOST, markId, marks, openNamed, putMarks, shownTo } from './testing-named.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openNamed();
});
afterAll(() => lab.close());

const LOCALES: readonly Locale[] = ['zh_CN', 'en_US'];
const READERS = LOGINS.flatMap((login) => LOCALES.map((locale) => [login, locale] as const));

async function reader(login: Login, locale: Locale) {
  const access = await openAccess(lab.house, await lab.as(login, { locale }));
  const table = access.table('note');
  return {
    groups: async (ask: { page?: number; rows?: number; filters?: Filters } = {}) => {
      const { rows } = await readLevel(lab.house, access, access.grant(table, 'Group'), { field: 'mark_entity', ...ask });
      return rows as unknown as { value: number | null; key_name: string; key_name_en?: string; num: number }[];
    },
    ids: async (filters: Filters, page = 1, rows = 1000) =>
      (await readPage(lab.house, access, access.grant(table, 'Page'), { page, rows, filters })).rows!.map(({ id }) => id),
  };
}

describe.each(READERS)('LIST-05 LIST-13 what names of records put in order, as %s reads it in %s', (login, locale) => {
  it('groups stand by the name that is shown, none twice on its pages, turned with the list', async () => {
    await fc.assert(
      fc.asyncProperty(marks, async (all) => {
        await putMarks(lab, all);
        const { groups } = await reader(login, locale);
        const want = inOrder(login, locale, all);
        const told = await groups();
        expect(told.map(({ value }) => value)).toEqual([...want, null]);
        expect(told.slice(0, -1).map((one) => label(one, locale))).toEqual(want.map((id) => shownTo(login, locale, all[id - markId(0)]!)));
        const pages = await Promise.all([1, 2, 3].map((page) => groups({ page, rows: 5 })));
        expect(pages.flat()).toEqual(told);
        const turned = await groups({ filters: { sort: [['mark_entity', 'desc']] } });
        expect(turned.map(({ value }) => value)).toEqual([...want.toReversed(), null]);
      }),
      { numRuns: 15, seed: 41 },
    );
  });

  it('a list that is sorted by a reference stands as its groups do', async () => {
    await fc.assert(
      fc.asyncProperty(marks, async (all) => {
        await putMarks(lab, all);
        const { ids } = await reader(login, locale);
        const shown = (id: number): string => shownTo(login, locale, all[id - markId(0)]!);
        // rows of one name stand by their own ids, whichever mark they name
        const names = [...new Set(inOrder(login, locale, all).map(shown))];
        const rowsOf = (name: string): number[] =>
          all.flatMap((_, at) => (shown(markId(at)) === name ? [1, 2, 3].map((k) => 10 * markId(at) + k) : []));
        const up = await ids({ sort: [['mark_entity', 'asc']] });
        expect(up).toEqual([...names.flatMap(rowsOf), 1, 2, 3]);
        const down = await ids({ sort: [['mark_entity', 'desc']] });
        expect(down).toEqual([...names.toReversed().flatMap((name) => rowsOf(name).toReversed()), 3, 2, 1]);
        const pages = await Promise.all([1, 2, 3, 4].map((page) => ids({ sort: [['mark_entity', 'asc']] }, page, MOST)));
        expect(pages.flat()).toEqual(up);
      }),
      { numRuns: 10, seed: 43 },
    );
  });
});
