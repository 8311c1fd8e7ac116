import { initialsOf } from '#protocol/fields/initials.ts';
import type { FoundRow, FoundTable } from '#protocol/wire/find.ts';
import { type MenuItem, matches, menuLabel, menuLeaves, menuPage } from '#web/nav/menu.ts';
import type { Module } from '#web/nav/module.ts';
import type { PageDescriptor, PageView, TabLabel } from '#web/nav/page.ts';

export type Kind = 'records' | 'menus' | 'people' | 'files';

/** A line of what was found: what it is called, where it stands, and what it opens. */
export interface Hit {
  key: string;
  kind: Kind;
  icon: 'menu' | 'tab' | 'record' | 'person' | 'file' | 'more';
  item?: MenuItem;
  label: TabLabel;
  where: readonly TabLabel[];
  aside?: TabLabel | number;
  page?: PageDescriptor;
  /** what is set on the page that it opens */
  view?: PageView;
  module?: string;
  link?: string;
}

/** A menu is found by its words, those of the folders above it, and the first letters of their reading. */
export const menuHits = (words: string, modules: readonly Module[], menus: readonly (readonly MenuItem[])[]): Hit[] =>
  modules.flatMap((module, at) =>
    menuLeaves(menus[at] ?? [])
      .filter(({ item, above }) => {
        const names = [item, ...above].flatMap(({ key_name, key_name_en }) => [key_name, key_name_en]);
        return matches(words, [...names, initialsOf(item.key_name)]);
      })
      .map(({ item, above }) => ({
        ...{ key: `menu ${item.uid}`, kind: 'menus' as const, icon: 'menu' as const, item, label: menuLabel(item) },
        ...{ where: [module, ...above].map(({ key_name, key_name_en }) => ({ key_name, key_name_en })), module: module.code },
        ...(item.link === undefined ? { page: menuPage(item) } : { link: item.link }),
      })),
  );

const both = ({ key_name, key_name_en }: { key_name: string; key_name_en?: string }): TabLabel => ({
  key_name,
  key_name_en: key_name_en || key_name,
});

const KINDS_OF = { record: 'records', person: 'people', file: 'files' } as const;

/** What the server found, as lines; `tables` says what a table is called and where it opens. */
export function foundHit(row: FoundRow, table: { label: TabLabel; module?: string } | undefined): Hit {
  const kind = KINDS_OF[row.kind];
  const where = [...(kind === 'people' || !table ? [] : [table.label]), ...row.told.map(both)];
  const aside = row.kind === 'file' ? row.length : row.state && both({ key_name: '', ...row.state });
  return {
    ...{
      key: `${row.kind} ${row.cloud} ${row.id} ${row.kind === 'file' ? row.key_name : ''}`,
      kind,
      icon: row.kind,
      label: both(row),
      where,
    },
    ...(aside === undefined ? {} : { aside }),
    ...(table?.module ? { module: table.module } : {}),
    page: { cloud: row.cloud, op: 'Show', id: row.id },
  };
}

/** The way on where a table has more than was told: its list, narrowed to the words. What it is called says `called`, in both languages. */
export const furtherHits = (
  words: string,
  tables: readonly FoundTable[],
  rows: readonly FoundRow[],
  called: (table: FoundTable) => TabLabel,
): Hit[] =>
  tables.flatMap((table) => {
    const first = rows.find(({ cloud, kind }) => cloud === table.cloud && kind !== 'file');
    if (!table.more || !first) return [];
    return [
      {
        ...{ key: `more ${table.cloud}`, kind: KINDS_OF[first.kind], icon: 'more' as const, label: called(table), where: [] },
        ...{ page: { cloud: table.cloud, op: 'List' }, view: { key: words }, ...(table.module ? { module: table.module } : {}) },
      },
    ];
  });

/** How many of a kind are known, with a mark where there are more. */
export function countOf(hits: readonly Hit[]): string {
  const own = hits.filter(({ icon }) => icon !== 'more').length;
  return own < hits.length ? `${own}+` : String(own);
}

/** The next of the kinds that have anything, round and round; `all` is the first. */
export function nextKind(now: Kind | 'all', kinds: readonly Kind[], step: 1 | -1): Kind | 'all' {
  const all = ['all', ...kinds] as const;
  const at = Math.max(0, all.indexOf(now));
  return all[(at + step + all.length) % all.length]!;
}
