import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, type GivenRights, type Holding, lacking } from './covers.ts';

const grant = (rest: Partial<GivenRights['grants'][number]> = {}) => ({
  group_uid: 'project',
  scope: 1,
  items: ['List', 'Modify'],
  hide_uids: [] as string[],
  readonly_uids: [] as string[],
  item_scopes: {} as Record<string, number>,
  ...rest,
});
type One = ReturnType<typeof grant>;
const rights = (...grants: One[]): GivenRights => ({ grants, flags: [] });
const of = (...grants: One[]): Holding => ({ root: false, rights: rights(...grants) });

describe('B19 whether somebody has what he would give', () => {
  it.each<[string, Holding, GivenRights, ReturnType<typeof lacking>]>([
    ['the same', of(grant()), rights(grant()), null],
    ['nothing', of(), rights(), null],
    ['less: fewer items', of(grant()), rights(grant({ items: ['List'] })), null],
    ['less: a narrower scope', of(grant()), rights(grant({ scope: 0 })), null],
    ['less: a field is hidden', of(grant()), rights(grant({ hide_uids: ['mobile'] })), null],
    ['an item more', of(grant()), rights(grant({ items: ['List', 'Delete'] })), { kind: 'item', group: 'project', item: 'Delete' }],
    ['another group', of(grant()), rights(grant({ group_uid: 'unit' })), { kind: 'item', group: 'unit', item: 'List' }],
    ['a wider scope', of(grant()), rights(grant({ scope: 2 })), { kind: 'scope', group: 'project', item: 'List' }],
    [
      'the wider scope is given for another item only',
      of(grant(), grant({ scope: 2, items: ['List'] })),
      rights(grant({ scope: 2 })),
      { kind: 'scope', group: 'project', item: 'Modify' },
    ],
    [
      'an item on more rows than he has it on, of a table that he sees as far',
      of(grant({ item_scopes: { Modify: 0 } })),
      rights(grant()),
      { kind: 'scope', group: 'project', item: 'Modify' },
    ],
    [
      'an item on as few rows as he has it on',
      of(grant({ item_scopes: { Modify: 0 } })),
      rights(grant({ item_scopes: { Modify: 0 } })),
      null,
    ],
    ['an item on fewer rows than his', of(grant()), rights(grant({ item_scopes: { Modify: 0 } })), null],
    [
      'more to see, with the item on his rows',
      of(grant({ item_scopes: { Modify: 0 } })),
      rights(grant({ scope: 2, item_scopes: { Modify: 0 } })),
      { kind: 'scope', group: 'project', item: 'List' },
    ],
    [
      'a field that he does not see',
      of(grant({ hide_uids: ['mobile'] })),
      rights(grant()),
      { kind: 'sees', group: 'project', item: 'List', field: 'mobile' },
    ],
    [
      'a field that he sees in a narrower scope only',
      of(grant({ hide_uids: ['mobile'], scope: 2 }), grant()),
      rights(grant({ scope: 2 })),
      { kind: 'sees', group: 'project', item: 'List', field: 'mobile' },
    ],
    ['a field that one of his roles shows on the same rows', of(grant({ hide_uids: ['mobile'] }), grant()), rights(grant()), null],
    [
      'a field that he may not write',
      of(grant({ readonly_uids: ['mobile'] })),
      rights(grant()),
      { kind: 'writes', group: 'project', item: 'Modify', field: 'mobile' },
    ],
    ['nothing is written by who may only look', of(grant({ readonly_uids: ['mobile'] })), rights(grant({ items: ['List'] })), null],
    [
      'a field that is hidden there too is not written either',
      of(grant({ readonly_uids: ['mobile'] })),
      rights(grant({ hide_uids: ['mobile'] })),
      null,
    ],
    [
      'a field that is hidden on two tables for him, on one for them',
      of(grant({ hide_uids: ['user:mobile', 'unit:mobile'] })),
      rights(grant({ hide_uids: ['user:mobile'] })),
      { kind: 'sees', group: 'project', item: 'List', field: 'unit:mobile' },
    ],
    [
      'one role hides it on one table, the other on two: on that one it is hidden',
      of(grant({ hide_uids: ['user:mobile'] }), grant({ hide_uids: ['user:mobile', 'unit:mobile'] })),
      rights(grant({ hide_uids: ['unit:mobile'] })),
      { kind: 'sees', group: 'project', item: 'List', field: 'user:mobile' },
    ],
    ['a flag', of(grant()), { grants: [], flags: ['SYS'] }, { kind: 'flag', flag: 'SYS' }],
    ['a flag of his', { root: false, rights: { grants: [], flags: ['SYS'] } }, { grants: [], flags: ['SYS'] }, null],
    ['root has everything', { root: true, rights: rights() }, { grants: [grant({ scope: 2 })], flags: ['SYS'] }, null],
  ])('%s', (_, his, given, lack) => {
    expect(lacking(his, given)).toEqual(lack);
    expect(covers(his, given)).toBe(lack === null);
  });

  it('to somebody of another department his department is not theirs: all rows alone cover it', () => {
    expect(lacking(of(grant()), rights(grant()), true)).toEqual({ kind: 'scope', group: 'project', item: 'List' });
    expect(covers(of(grant({ scope: 2 })), rights(grant()), true)).toBe(true);
    expect(covers(of(grant({ scope: 0 })), rights(grant({ scope: 0 })), true)).toBe(true);
  });

  it('to somebody of another department an item of the department is other rows, whatever the table is given on', () => {
    const given = grant({ scope: 2, item_scopes: { Modify: 1 } });
    expect(lacking(of(given), rights(given), true)).toEqual({ kind: 'scope', group: 'project', item: 'Modify' });
    expect(covers(of(grant({ scope: 2 })), rights(given), true)).toBe(true);
  });

  it('rights as they are loaded and as they are stored read the same', () => {
    const loaded = {
      group_uid: 'project',
      scope: 1,
      items: new Set(['List']),
      hide_uids: new Set<string>(),
      readonly_uids: new Set<string>(),
    };
    expect(covers({ root: false, rights: { grants: [loaded], flags: new Set() } }, rights(grant({ items: ['List'] })))).toBe(true);
    expect(covers(of(grant()), { grants: [loaded], flags: new Set<string>() })).toBe(true);
  });
});

const GROUPS = ['a', 'b'];
const FIELDS = ['f', 'g'];
const RULES = ['t:f', 't:g', 'u:f', 'u:g'];
const ITEMS = ['List', 'Add', 'Modify', 'Delete'];
const anyGrant = fc.record({
  group_uid: fc.constantFrom(...GROUPS),
  scope: fc.constantFrom(0, 1, 2),
  items: fc.subarray(ITEMS),
  item_scopes: fc.dictionary(fc.constantFrom('Modify', 'Delete'), fc.constantFrom(0, 1), { maxKeys: 2 }),
  hide_uids: fc.subarray(RULES),
  readonly_uids: fc.subarray(RULES),
});
const anyRights = fc.array(anyGrant, { maxLength: 3 }).map((grants) => rights(...grants));

/** Everything that rights give, one by one, by what the gate says of each: an item on a table, in a scope, with a field seen or written. */
function* allOf({ grants }: GivenRights): Generator<string> {
  const shut = (rule: Iterable<string>, table: string, field: string) => [...rule].includes(`${table}:${field}`);
  for (const one of grants as readonly One[])
    for (const item of one.items)
      for (let scope = 0; scope <= Math.min(one.scope, one.item_scopes?.[item] ?? 2); scope += 1) {
        yield `${one.group_uid} ${item} ${scope}`;
        for (const table of ['t', 'u', 'v'])
          for (const field of FIELDS) {
            if (!shut(one.hide_uids, table, field)) yield `${one.group_uid} ${item} ${scope} ${table}.${field} seen`;
            const closed = shut(one.hide_uids, table, field) || shut(one.readonly_uids, table, field);
            if (!closed && (item === 'Add' || item === 'Modify')) yield `${one.group_uid} ${item} ${scope} ${table}.${field} written`;
          }
      }
}

describe('B19 against a list of all that is given', () => {
  it('is covered what the holder has, to the last field, and nothing else', () => {
    fc.assert(
      fc.property(anyRights, anyRights, (his, given) => {
        const own = new Set(allOf(his));
        const all = [...allOf(given)].every((one) => own.has(one));
        expect(covers({ root: false, rights: his }, given)).toBe(all);
      }),
      { numRuns: 5_000, seed: 20261123 },
    );
  });
});
