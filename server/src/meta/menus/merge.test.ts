import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIRECTORY, LINK, type MenuEntry, type ModuleEntry, menuOf, PAGE } from './entry.ts';
import { mergeMenus } from './merge.ts';
import { standingModules } from './overlay.ts';
import type { Menu } from './standing.ts';

const shop: ModuleEntry = {
  ...{ uid: 'm', code: 'shop', flag: 'shop', suite: 's', key_name: '店', name_en: 'Shop', icon: null, remark: null, remark_en: null },
  ...{ ordinal: 0, hidden: 0 },
};
const entry = (uid: string, rest: Partial<MenuEntry> = {}): MenuEntry => ({
  ...{ uid, suite: 's', module: 'm', parent: null, type: PAGE!, key_name: uid, name_en: uid, icon: null, target: 'ware', target_op: null },
  ...{ address: null, params: null, ordinal: 10, hidden: 0 as const },
  ...rest,
});
const directory = (uid: string, rest: Partial<MenuEntry> = {}): MenuEntry => entry(uid, { type: DIRECTORY!, target: null, ...rest });
const own = (uid: string, rest: Partial<MenuEntry> = {}): MenuEntry => entry(uid, { suite: '', ...rest });
const modules = { said: [shop], here: [shop], wanted: [shop] };

function merged(said: MenuEntry[], here: MenuEntry[], wanted: MenuEntry[]) {
  const told: string[] = [];
  const after = mergeMenus({ modules, menus: { said, here, wanted } }, (line) => told.push(line));
  return { ...after, told };
}

describe('menus after a start: what the suites said, what stands here, what they say now', () => {
  const [d, p] = [directory('d'), entry('p', { parent: 'd' })];
  it.each<[string, MenuEntry[], MenuEntry[], MenuEntry[], MenuEntry[], number]>([
    ['a new entry comes', [], [], [d, p], [d, p], 0],
    ['a place that nobody changed follows the suite', [d, p], [d, p], [d, entry('p')], [d, entry('p')], 0],
    ['what was moved here stays', [d, p], [d, entry('p')], [d, p], [d, entry('p')], 0],
    [
      'an order of the suite is worth no word',
      [p],
      [entry('p', { parent: 'd', ordinal: 5 })],
      [entry('p', { parent: 'd', ordinal: 90 })],
      [entry('p', { parent: 'd', ordinal: 5 })],
      0,
    ],
    ['what is taken away is hidden', [d, p], [d, p], [], [directory('d', { hidden: 1 }), entry('p', { parent: 'd', hidden: 1 })], 0],
    [
      'what was changed here stays',
      [p],
      [entry('p', { parent: 'd', key_name: '我' })],
      [],
      [entry('p', { parent: 'd', key_name: '我' })],
      1,
    ],
    ['a directory with something of one’s own stays', [d], [d, own('own.1', { parent: 'd' })], [], [d, own('own.1', { parent: 'd' })], 1],
    [
      'so does one into which something was moved',
      [d, entry('q')],
      [d, entry('q', { parent: 'd' })],
      [entry('q')],
      [entry('q', { parent: 'd' }), d],
      1,
    ],
  ])('ADMIN-12 %s', (_, said, here, wanted, kept, told) => {
    const after = merged(said, here, wanted);
    expect([after.menus, after.told.length]).toEqual([kept, told]);
  });

  it('ADMIN-12 what suite and company together put into a circle goes where the suite says', () => {
    const [one, two] = [directory('one'), directory('two')];
    const after = merged([one, two], [directory('one', { parent: 'two' }), two], [one, directory('two', { parent: 'one' })]);
    expect(after.menus.map(({ uid, parent }) => [uid, parent])).toEqual([
      ['one', null],
      ['two', 'one'],
    ]);
  });
});

it('ADMIN-12 a module that a suite takes away stays while something lies in it that the company moved there', () => {
  const two: ModuleEntry = { ...shop, uid: 'two', code: 'two' };
  const after = (module: string) =>
    mergeMenus(
      {
        modules: { said: [shop, two], here: [shop, two], wanted: [shop] },
        menus: { said: [entry('p')], here: [entry('p', { module })], wanted: [entry('p')] },
      },
      () => undefined,
    ).modules.map(({ uid, hidden }) => [uid, hidden]);
  expect([after('two'), after('m')]).toEqual([
    [
      ['m', 0],
      ['two', 0],
    ],
    [
      ['m', 0],
      ['two', 1],
    ],
  ]);
});

it.each(['javascript:alert(1)', '//example.org', ''])('D3 a link that was written past the guard is none: %j', (link) => {
  const row = { ...entry('l', { type: LINK!, target: null }), home: 1 };
  expect(menuOf({ ...row, link })).not.toHaveProperty('link');
  expect(menuOf({ ...row, link: 'https://example.org/' })).toMatchObject({ link: 'https://example.org/', home: 1 });
});

describe('FRAME-03 rows as a menu', () => {
  const shown = (...rows: MenuEntry[]) =>
    pages(
      standingModules(
        [shop],
        rows.map((row) => ({ ...row, link: null, home: 0 })),
      ).flatMap(({ menus }) => menus),
    );

  it('deeper than four levels an entry loses its directory, not itself', () => {
    const deep = ['1', '2', '3', '4', '5'].map((uid, at, all) => directory(uid, { parent: all[at - 1] ?? null }));
    expect(shown(...deep, entry('p', { parent: '5' }), entry('q', { parent: '3' }))).toEqual([
      ['p', 4],
      ['q', 4],
    ]);
  });

  it('what lies in no directory that there is stands at the top of its module; in a module that there is not, nowhere', () => {
    expect(shown(entry('p', { parent: 'gone' }), entry('q', { parent: 'p' }), entry('r', { module: 'gone' }))).toEqual([
      ['p', 1],
      ['q', 1],
    ]);
  });
});

const NAMES = ['a', 'b', 'c', 'd'];
const kinds = (uid: string) => (uid < 'c' ? directory : entry);
/** A tree of the suite: an entry lies in one that comes before it. */
const suites = fc
  .subarray(NAMES)
  .chain((uids) =>
    fc.tuple(
      ...uids.map((uid, at) =>
        fc.record({
          uid: fc.constant(uid),
          parent: fc.constantFrom(null, ...uids.slice(0, at).filter((one) => one < 'c')),
          key_name: fc.constantFrom('甲', '乙'),
          ordinal: fc.constantFrom(10, 20),
        }),
      ),
    ),
  )
  .map((rows) => rows.map(({ uid, ...rest }) => kinds(uid)(uid, rest)));
/** What stands: some entries changed, moved and hidden, and some of one's own, without a circle. */
const standing = (said: readonly MenuEntry[]) =>
  fc
    .tuple(
      ...[...said, own('own.1'), own('own.2', { type: DIRECTORY!, target: null })].map((row, at, all) =>
        fc.record({
          row: fc.constant(row),
          parent: fc.constantFrom(row.parent, null, ...all.slice(0, at).flatMap(({ uid, type }) => (type === DIRECTORY ? [uid] : []))),
          key_name: fc.constantFrom(row.key_name, '丙'),
          hidden: fc.constantFrom<0 | 1>(0, 0, 1),
        }),
      ),
    )
    .map((rows) => rows.map(({ row, ...rest }): MenuEntry => ({ ...row, ...rest })));
const three = suites.chain((said) => fc.record({ said: fc.constant(said), here: standing(said), wanted: suites }));
const sorted = (rows: readonly MenuEntry[]) => rows.toSorted((one, other) => (one.uid < other.uid ? -1 : 1));
const pages = (menus: readonly Menu[], level = 1): [string, number][] =>
  menus.flatMap(({ uid, type, children }): [string, number][] => (type === 'DIR' ? pages(children ?? [], level + 1) : [[uid, level]]));

describe('L6 the merge of menus, whatever the three are', () => {
  it('ADMIN-12 the suites say the same: nothing changes and nothing is told', () => {
    fc.assert(
      fc.property(three, ({ said, here }) => {
        const after = merged(said, here, said);
        expect([sorted(after.menus), after.told]).toEqual([sorted(here), []]);
      }),
    );
  });

  it('ADMIN-12 nobody changed anything: it is as the suites say, what they took away hidden', () => {
    fc.assert(
      fc.property(three, ({ said, wanted }) => {
        const after = merged(said, said, wanted);
        const gone = said.filter(({ uid }) => !wanted.some((row) => row.uid === uid)).map((row) => ({ ...row, hidden: 1 as const }));
        expect([sorted(after.menus), after.told]).toEqual([sorted([...wanted, ...gone]), []]);
      }),
    );
  });

  it('ADMIN-12 what was changed here is there after it but for circles, nothing of one’s own is lost, and the next start finds nothing to do', () => {
    fc.assert(
      fc.property(three, ({ said, here, wanted }) => {
        const after = merged(said, here, wanted);
        for (const mine of here) {
          const [was, is] = [said, after.menus].map((rows) => rows.find(({ uid }) => uid === mine.uid));
          const changed = Object.entries(mine).filter(([key, value]) => key !== 'parent' && was?.[key as keyof MenuEntry] !== value);
          expect(is).toMatchObject(Object.fromEntries(changed));
        }
        const again = merged([...after.said.menus], [...after.menus], wanted);
        expect(sorted(again.menus)).toEqual(sorted(after.menus));
      }),
    );
  });

  it('FRAME-03 every page that is shown stands in the menu once, in no more than four levels', () => {
    fc.assert(
      fc.property(three, ({ said, here, wanted }) => {
        const { menus } = merged(said, here, wanted);
        const rows = menus.map((row) => ({ ...row, link: null, home: 0 }));
        const found = standingModules([shop], rows).flatMap((module) => pages(module.menus));
        const hidden = new Set<string>();
        for (let grown = true; grown; ) {
          grown = false;
          for (const { uid, parent, hidden: is } of menus)
            if (!hidden.has(uid) && (is === 1 || (parent !== null && hidden.has(parent)))) {
              hidden.add(uid);
              grown = true;
            }
        }
        const shown = menus.filter(({ uid, type }) => type !== DIRECTORY && !hidden.has(uid)).map(({ uid }) => uid);
        expect(found.map(([uid]) => uid).sort()).toEqual(shown.sort());
        expect(Math.max(0, ...found.map(([, level]) => level))).toBeLessThanOrEqual(4);
      }),
    );
  });
});
