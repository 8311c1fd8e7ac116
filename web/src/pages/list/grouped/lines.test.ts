import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import { levelsOf } from '#protocol/meta/grouping.ts';
import { testTable } from '#protocol/meta/testing-suite.ts';
import { levelFields, levelsIn } from './levels.ts';
import {
  ALL_AT_ONCE,
  aboveOf,
  allPressed,
  type Known,
  keyOf,
  type Line,
  linesOf,
  openOfAll,
  openPlaces,
  pressedAt,
  type Within,
} from './lines.ts';

const answer = (rows: readonly object[], total = rows.length): Known => ({ answer: { rows: rows as never, total }, fault: null });
const WAITING: Known = { answer: undefined, fault: null };
const group = (value: number | string | null, num = 1) => ({ value, num, key_name: `${value}` });
const lines = (known: Readonly<Record<string, Known>>, levels: readonly string[], pressed: readonly [Within, boolean][] = []) =>
  linesOf({
    levels,
    pressed: new Map(pressed.map(([within, isOpen]) => [keyOf(within), isOpen])),
    of: (place) => known[keyOf(place)] ?? WAITING,
  });
const brief = (all: readonly Line[]) =>
  all.map((line) => {
    if (line.kind === 'group') return `${'.'.repeat(line.depth)}${line.isOpen ? 'v' : '>'}${line.group.value} ${line.at + 1}/${line.of}`;
    return line.kind === 'row'
      ? `${'.'.repeat(line.depth)}#${line.row.id}`
      : `${'.'.repeat(line.depth)}${line.kind} ${line.left} ${line.isEnd}`;
  });

describe('LIST-05 what stands in a grouped list', () => {
  it('before the groups are known, and where they could not be read', () => {
    expect(brief(lines({}, ['a']))).toEqual(['wait 0 false']);
    expect(lines({ '[]': { answer: undefined, fault: 'why' } }, ['a'])).toMatchObject([{ kind: 'fault', why: 'why', place: [] }]);
  });
  it('the first three of one level are open, the others as they were pressed; rows below, more of them at the end', () => {
    const known = {
      '[]': answer(
        [1, 2, 3, null].map((value) => group(value, 12)),
        9,
      ),
      [keyOf([['a', 1]])]: answer([{ id: 7 }, { id: 8 }]),
    };
    expect(brief(lines(known, ['a'], [[[['a', 3]], false]]))).toEqual([
      ...['v1 1/9', '.#7', '.#8', '.more 10 false', 'v2 2/9', '.wait 0 false', '>3 3/9', '>null 4/9', 'more 5 false'],
    ]);
  });
  it('levels within levels, all closed until somebody opens them', () => {
    const inner: Within = [
      ['a', 1],
      ['b:month', '2026-01'],
    ];
    const known = {
      '[]': answer([group(1), group(2)]),
      [keyOf([['a', 1]])]: answer([group('2026-01'), group(null)]),
      [keyOf(inner)]: answer([{ id: 5 }]),
    };
    expect(brief(lines(known, ['a', 'b:month']))).toEqual(['>1 1/2', '>2 2/2']);
    const all = lines(
      known,
      ['a', 'b:month'],
      [
        [[['a', 1]], true],
        [inner, true],
      ],
    );
    expect(brief(all)).toEqual(['v1 1/2', '.v2026-01 1/2', '..#5', '.>null 2/2', '>2 2/2']);
    expect(openPlaces(all)).toEqual([[], [['a', 1]], inner]);
    expect([2, 1, 3, 0, 4].map((at) => aboveOf(all, at))).toEqual([1, 0, 0, 0, 4]);
  });
  it('a thousand are what one answer tells: the list is to be narrowed then', () => {
    const known = {
      '[]': answer(
        Array.from({ length: 1000 }, (_, at) => group(at)),
        2000,
      ),
    };
    expect(lines(known, ['a', 'b']).at(-1)).toMatchObject({ kind: 'more', left: 1000, isEnd: true });
  });
});

const field = (field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type },
  ...rest,
});
const table = testTable('t', {
  fields: [
    field('key_name', 'text'),
    field('state', 'select'),
    field('owner', 'entity', { source: 'user' }),
    field('day', 'date'),
    field('at', 'datetime'),
    field('tags', 'checkbox'),
    field('price', 'numeric'),
    field('inner', 'text', { hidden: 1 }),
  ],
});

describe('LIST-05 by what a list may stand in groups', () => {
  it('one value a record; the step of a flow', () => {
    expect(levelFields(table).map(({ field_name }) => field_name)).toEqual(['state', 'owner', 'day', 'at']);
    expect(levelFields({ ...table, flow: 1 }).map(({ field_name }) => field_name)).toContain('review_state');
  });
  it.each<[string[], string[]]>([
    [
      ['state', 'day:month'],
      ['state', 'day:month'],
    ],
    [['ghost', 'tags', 'price', 'inner', 'state'], ['state']],
    [['state:month', 'day:week', 'day', 'day:year'], ['day']],
    [
      ['state', 'owner', 'day', 'at'],
      ['state', 'owner', 'day'],
    ],
  ])('%j is %j', (asked, levels) => {
    expect(levelsOf(levelFields(table), asked)).toEqual(levels);
  });
  it('a day without a unit is by day', () => {
    expect(levelsIn(table, ['day', 'at:year', 'state']).map(({ unit }) => unit)).toEqual(['day', 'year', null]);
  });
});

describe('LIST-05 what was pressed', () => {
  it('is told once of each group, the last ones last, and of so many', () => {
    const one = pressedAt([], ['a', 'b'], true);
    expect(pressedAt(one, ['a'], false)).toEqual([
      ['b', true],
      ['a', false],
    ]);
    const many = Array.from({ length: 501 }, (_, at) => `${at}`);
    expect(pressedAt(one, many, true)).toHaveLength(500);
    expect(pressedAt(one, many, true).at(-1)).toEqual(['500', true]);
  });
});

describe('LIST-05 all groups opened and closed', () => {
  const levels = ['a', 'b'];
  const [one, two]: Within[] = [[['a', 1]], [['a', 2]]];
  const inner = (place: Within, value: number): Within => [...place, ['b', value]];
  const level1 = { '[]': answer([group(1), group(2)]) };
  const level2 = { ...level1, [keyOf(one!)]: answer([group(5), group(6)]), [keyOf(two!)]: answer([group(7)]) };
  const stand = (known: Readonly<Record<string, Known>>, opened: readonly (readonly [string, boolean])[], by = levels) => {
    const tree = { levels: by, pressed: new Map(opened), of: (place: Within) => known[keyOf(place)] ?? WAITING };
    const { all, isCut } = openOfAll(tree);
    return { open: openPlaces(linesOf({ ...tree, all })).map(keyOf), isCut };
  };
  const keys = (...all: Within[]) => ['[]', ...all.map(keyOf)];

  it('one press opens every level, each as soon as the one above is there', () => {
    const pressed = allPressed(levels, true);
    expect(stand({}, pressed).open).toEqual(['[]']);
    expect(stand(level1, pressed).open).toEqual(keys(one!, two!));
    expect(stand({ ...level2, [keyOf(two!)]: WAITING }, pressed).open).toEqual(keys(one!, two!));
    expect(stand(level2, pressed)).toEqual({
      open: keys(one!, inner(one!, 5), inner(one!, 6), two!, inner(two!, 7)),
      isCut: false,
    });
  });
  it('what could not be read keeps no other from opening', () => {
    const known = { ...level2, [keyOf(one!)]: { answer: undefined, fault: 'why' } };
    expect(stand(known, allPressed(levels, true)).open).toEqual(keys(one!, two!, inner(two!, 7)));
  });
  it('one that is closed after that stays closed; closing closes all, those of a list with one level too', () => {
    expect(stand(level2, pressedAt(allPressed(levels, true), [keyOf(one!)], false)).open).toEqual(keys(two!, inner(two!, 7)));
    expect(stand(level2, allPressed(levels, false)).open).toEqual(['[]']);
    expect(stand(level1, allPressed(['a'], false), ['a']).open).toEqual(['[]']);
    expect(stand(level1, pressedAt(allPressed(levels, false), [keyOf(two!)], true)).open).toEqual(keys(two!));
  });
  it('of other levels nothing was pressed', () => {
    expect(stand(level1, allPressed(levels, true), ['a', 'c']).open).toEqual(['[]']);
    expect(stand(level1, allPressed(levels, false), ['a']).open).toEqual(keys(one!, two!));
  });
  it('so many at most stand open, the upper levels first, and that there are more is told', () => {
    const wide = { ...level2, [keyOf(one!)]: answer(Array.from({ length: ALL_AT_ONCE }, (_, at) => group(at))) };
    const { open, isCut } = stand(wide, allPressed(levels, true));
    expect([open.length, isCut]).toEqual([1 + ALL_AT_ONCE, true]);
    expect(open).toEqual(expect.arrayContaining([keyOf(one!), keyOf(two!), keyOf(inner(one!, ALL_AT_ONCE - 3))]));
  });
});
