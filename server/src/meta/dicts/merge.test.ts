import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Choice } from './choice.ts';
import { mergeDict, type Saying } from './merge.ts';

const choice = (number: number, rest: Partial<Choice> = {}): Choice => ({
  ...{ number, key_name: `选项${number}`, name_en: `Choice ${number}`, look: null, code: null, ordinal: number * 10, hidden: 0 },
  ...rest,
});
const dict = (...items: Choice[]): Saying => ({ key_name: '典', name_en: 'Dict', items });

describe('a dictionary after a start: what the suite said, what stands here, what it says now', () => {
  it.each<[string, Choice[], Choice[], Choice[], Choice[], string[]]>([
    ['a new choice comes', [], [], [choice(1)], [choice(1)], []],
    [
      'what nobody changed follows the suite',
      [choice(1)],
      [choice(1)],
      [choice(1, { key_name: '新' })],
      [choice(1, { key_name: '新' })],
      [],
    ],
    [
      'what was called otherwise here stays',
      [choice(1)],
      [choice(1, { key_name: '我' })],
      [choice(1)],
      [choice(1, { key_name: '我' })],
      [],
    ],
    [
      'it stays and is told when the suite says something new; its other properties follow',
      [choice(1)],
      [choice(1, { key_name: '我' })],
      [choice(1, { key_name: '新', look: 3 })],
      [choice(1, { key_name: '我', look: 3 })],
      ['key_name of choice 1 (新) was changed here and stays 我; the suite says 新'],
    ],
    [
      'changed here to what the suite says now',
      [choice(1)],
      [choice(1, { look: 2 })],
      [choice(1, { look: 2 })],
      [choice(1, { look: 2 })],
      [],
    ],
    [
      'what the suite takes away is hidden',
      [choice(1), choice(2)],
      [choice(1), choice(2)],
      [choice(1)],
      [choice(1), choice(2, { hidden: 1 })],
      [],
    ],
    [
      'what it takes away and was changed here stays, and is told',
      [choice(1), choice(2)],
      [choice(1), choice(2, { name_en: 'Mine' })],
      [choice(1)],
      [choice(1), choice(2, { name_en: 'Mine' })],
      ['choice 2 (选项2) was changed here and stays, the suite took it away'],
    ],
    ['what comes back is offered again', [choice(1, { hidden: 1 })], [choice(1, { hidden: 1 })], [choice(1)], [choice(1)], []],
    [
      'the company’s own stay',
      [choice(1)],
      [choice(1), choice(10_000)],
      [choice(1), choice(2)],
      [choice(1), choice(2), choice(10_000)],
      [],
    ],
    ['what is not there any more does not come back', [choice(1), choice(2)], [choice(1)], [choice(1), choice(2)], [choice(1)], []],
    [
      'a move of the suite is not worth a word',
      [choice(1)],
      [choice(1, { ordinal: 5 })],
      [choice(1, { ordinal: 90 })],
      [choice(1, { ordinal: 5 })],
      [],
    ],
  ])('ADMIN-12 %s', (_, said, here, wanted, kept, told) => {
    const merged = mergeDict(dict(...said), dict(...here), dict(...wanted));
    expect({ items: merged.items, told: merged.told }).toEqual({ items: kept, told });
  });

  it('ADMIN-12 what was taken away is remembered as hidden, so that nothing is told of it twice', () => {
    const first = mergeDict(dict(choice(1), choice(2)), dict(choice(1), choice(2, { key_name: '我' })), dict(choice(1)));
    expect(first.said.items).toEqual([choice(1), choice(2, { hidden: 1 })]);
    const again = mergeDict(first.said, first, dict(choice(1)));
    expect(again).toMatchObject({ items: first.items, told: [] });
  });

  it('ADMIN-12 with nothing standing all of it is new; its own names follow as those of choices do', () => {
    const wanted = dict(choice(1));
    expect(mergeDict(null, null, wanted)).toEqual({ ...wanted, said: wanted, told: [] });
    const called = (key_name: string): Saying => ({ ...dict(), key_name });
    expect(mergeDict(called('旧'), called('旧'), called('新'))).toMatchObject({ key_name: '新', told: [] });
    expect(mergeDict(called('旧'), called('我'), called('新'))).toMatchObject({
      key_name: '我',
      told: [expect.stringContaining('stays 我')],
    });
  });
});

const some = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 1, max: 6 }),
      key_name: fc.constantFrom('甲', '乙', '丙'),
      name_en: fc.constantFrom('A', 'B', null),
      look: fc.constantFrom(null, 1, 2),
      code: fc.constantFrom(null, 'X', 'Y'),
      ordinal: fc.constantFrom(10, 20),
      hidden: fc.constantFrom<0 | 1>(0, 1),
    }),
    { selector: ({ number }) => number, maxLength: 6 },
  )
  .map((items) => dict(...items.sort((one, other) => one.number - other.number)));
const own = fc
  .uniqueArray(fc.integer({ min: 10_000, max: 10_004 }), { maxLength: 3 })
  .map((numbers) => numbers.sort().map((number) => choice(number)));
/** What stands: of what was said some choices changed, and some of the company's own. */
const standing = (said: Saying) =>
  fc.tuple(some, own).map(([other, mine]): Saying => {
    const changed = said.items.map((item) => other.items.find(({ number }) => number === item.number) ?? item);
    return { ...said, items: [...changed, ...mine] };
  });
const sorted = ({ items }: Saying) => items.toSorted((one, other) => one.number - other.number);

describe('L6 the merge, whatever the three are', () => {
  const told = some.chain((said) => fc.record({ said: fc.constant(said), here: standing(said), wanted: some }));

  it('ADMIN-12 the suite says the same: nothing changes and nothing is told', () => {
    fc.assert(
      fc.property(told, ({ said, here }) => {
        const merged = mergeDict(said, here, said);
        expect([sorted(merged), merged.told]).toEqual([sorted(here), []]);
      }),
    );
  });

  it('ADMIN-12 nobody changed anything: it is as the suite says, what it took away hidden', () => {
    fc.assert(
      fc.property(told, ({ said, wanted }) => {
        const merged = mergeDict(said, said, wanted);
        const gone = said.items.filter(({ number }) => !wanted.items.some((item) => item.number === number));
        expect(sorted(merged)).toEqual(
          sorted({ ...wanted, items: [...wanted.items, ...gone.map((item) => ({ ...item, hidden: 1 as const }))] }),
        );
        expect(merged.told).toEqual([]);
      }),
    );
  });

  it('ADMIN-12 what was changed here is there after it, and the next start finds nothing to do', () => {
    fc.assert(
      fc.property(told, ({ said, here, wanted }) => {
        const merged = mergeDict(said, here, wanted);
        for (const mine of here.items) {
          const [was, is] = [said, merged].map((of) => of.items.find(({ number }) => number === mine.number));
          const changed = Object.entries(mine).filter(([key, value]) => was?.[key as keyof Choice] !== value);
          expect(is).toMatchObject(Object.fromEntries(changed));
        }
        const again = mergeDict(merged.said, merged, wanted);
        expect([sorted(again), again.told.filter((line) => line.includes('took it away'))]).toEqual([sorted(merged), []]);
      }),
    );
  });
});
