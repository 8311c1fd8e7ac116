import { describe, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import { catalogueOf, field } from '#server/meta/testing-sync.ts';
import { type Grant, mergeRights, NO_RIGHTS, type RoleRights, rightsOf, sameRights } from './merge-grants.ts';
import type { Called } from './naming.ts';
import { versionOf } from './role-rights.ts';

const grant = (rest: Partial<Grant> = {}): Grant => ({
  ...{ group_uid: 'project', scope: 2, items: ['List'], hide_uids: [], readonly_uids: [] },
  ...rest,
});
/** Nothing has a name beside its uid. */
const AS_IT_IS: Called = { group: (uid) => uid, field: (rule) => rule };
const rights = (...grants: Grant[]): RoleRights => ({ grants, flags: [] });
const [OLD, NEW, OWN] = [grant(), grant({ items: ['List', 'Add'] }), grant({ scope: 0 })];

describe('what a role may do after a start', () => {
  it.each<[string, Grant | null, Grant | null, Grant | null, Grant | null, string[]]>([
    ['a new group is given', null, null, NEW, NEW, ['project was nothing, now 2 List Add']],
    ['what nobody changed follows the suite', OLD, OLD, NEW, NEW, ['project was 2 List, now 2 List Add']],
    ['what the suite takes back goes', OLD, OLD, null, null, ['project was 2 List, now nothing']],
    ['what was changed here stays, and nothing is told while the suite says the same', OLD, OWN, OLD, OWN, []],
    [
      'it stays and is told when the suite says something new',
      OLD,
      OWN,
      NEW,
      OWN,
      ['project was changed here and stays 0 List; the suites say 2 List Add, before 2 List'],
    ],
    [
      'what was taken away here stays so, and is told',
      OLD,
      null,
      NEW,
      null,
      ['project was taken away here and stays so; the suites say 2 List Add, before 2 List'],
    ],
    ['taken away here and there', OLD, null, null, null, []],
    ['changed here to what the suite says now', OLD, NEW, NEW, NEW, []],
    ['what was given here alone stays', null, OWN, null, OWN, []],
    [
      'it stays when the suite begins to speak of the group, and is told',
      null,
      OWN,
      NEW,
      OWN,
      ['project was changed here and stays 0 List; the suites say 2 List Add, before nothing'],
    ],
  ])('%s', (_, said, here, wanted, kept, told) => {
    const of = (one: Grant | null) => (one ? rights(one) : NO_RIGHTS);
    expect(mergeRights(of(said), of(here), of(wanted), AS_IT_IS)).toEqual({ grants: kept ? [kept] : [], flags: [], told });
  });

  it('group by group: one that is changed here keeps no other from following', () => {
    const other = (items: string[]) => grant({ group_uid: 'unit', items });
    const merged = mergeRights(rights(OLD, other(['List'])), rights(OWN, other(['List'])), rights(OLD, other(['Delete'])), AS_IT_IS);
    expect(merged.grants).toEqual([OWN, other(['Delete'])]);
    expect(merged.told).toEqual(['unit was 2 List, now 2 Delete']);
  });

  it('what is hidden or not to be written counts, in whatever order and however often it is said', () => {
    const [one, same] = [
      grant({ hide_uids: ['b', 'a', 'a'], readonly_uids: ['d', 'c'] }),
      grant({ hide_uids: ['a', 'b'], readonly_uids: ['c', 'd'] }),
    ];
    expect(mergeRights(rights(one), rights(same), rights(same), AS_IT_IS).told).toEqual([]);
    const [hides, writes] = [grant({ hide_uids: ['a'] }), grant({ readonly_uids: ['a'] })];
    expect(mergeRights(rights(hides), rights(hides), rights(writes), AS_IT_IS).told).toEqual([
      'project was 2 List hide a, now 2 List readonly a',
    ]);
  });

  it('an item on fewer rows counts, and is told with its scope; one that says nothing more than the group does not', () => {
    const own = (item_scopes: Record<string, number>) => rights(grant({ items: ['List', 'Modify'], item_scopes }));
    expect(mergeRights(own({}), own({}), own({ Modify: 0 }), AS_IT_IS)).toMatchObject({
      grants: [{ item_scopes: { Modify: 0 } }],
      told: ['project was 2 List Modify, now 2 List Modify:0'],
    });
    expect(mergeRights(own({}), own({ Modify: 1 }), own({ Modify: 0 }), AS_IT_IS).grants).toEqual(own({ Modify: 1 }).grants);
    expect(sameRights(own({}), own({ Modify: 2, Delete: 0, List: 0 }))).toBe(true);
  });

  it('flags one by one: given, taken away, and left where they were given or taken here', () => {
    const flags = (...some: string[]): RoleRights => ({ grants: [], flags: some });
    expect(mergeRights(flags('a'), flags('a', 'own'), flags('b'), AS_IT_IS)).toEqual({
      grants: [],
      flags: ['own', 'b'],
      told: ['flag b given', 'flag a taken away'],
    });
    expect(mergeRights(flags('a'), flags(), flags('a'), AS_IT_IS)).toEqual({ grants: [], flags: [], told: [] });
    expect(mergeRights(flags(), flags('a'), flags('a'), AS_IT_IS)).toEqual({ grants: [], flags: ['a'], told: [] });
  });

  it('of a definition what it leaves unsaid is nothing', () => {
    const house = catalogueOf(testTable('g'));
    const role = {
      uid: 'r',
      code: 'r',
      key_name: 'r',
      key_name_en: 'r',
      grants: [{ group: 'g', scope: 1 as const, items: ['List' as const] }],
    };
    expect(rightsOf(house, role)).toEqual({
      grants: [{ group_uid: 'g', scope: 1, items: ['List'], item_scopes: {}, hide_uids: [], readonly_uids: [] }],
      flags: [],
    });
    expect(rightsOf(house, { ...role, flags: ['export', 'export'] }).flags).toEqual(['export']);
  });

  it('of names it makes uids: bare in every table of the group that has it, qualified in one; a standard column is one for life', () => {
    const house = catalogueOf(
      testTable('g', { uid: 'g.uid', fields: [field('cost', 'text', { uid: 'c' }), field('key_name', 'text', { uid: 'own' })] }),
      testTable('row', { uid: 'row.uid', permission: 'g', fields: [field('cost', 'text', { uid: 'rc' }), field('n', 'text')] }),
      testTable('other', { fields: [field('cost', 'text')] }),
    );
    const [grant] = rightsOf(house, {
      ...{ uid: 'r', code: 'r', key_name: 'r', key_name_en: 'r' },
      grants: [{ group: 'g', scope: 1, items: ['List'], hide: ['cost', 'row.n'], readonly: ['g.key_name', 'remark'] }],
    }).grants;
    expect(grant).toMatchObject({ group_uid: 'g.uid', hide_uids: ['g.uid:c', 'row.uid:rc', 'row.uid:n'] });
    expect(grant!.readonly_uids).toEqual(['g.uid:std.key_name', 'g.uid:std.remark', 'row.uid:std.remark']);
  });

  it('two say the same whatever the order of groups, names and flags', () => {
    const [one, other] = [grant({ hide_uids: ['a', 'b'] }), grant({ group_uid: 'unit' })];
    expect(
      sameRights({ grants: [one, other], flags: ['x', 'y'] }, { grants: [other, grant({ hide_uids: ['b', 'a'] })], flags: ['y', 'x'] }),
    ).toBe(true);
    expect(sameRights(rights(one), rights(OLD))).toBe(false);
    expect(sameRights(rights(one), rights(grant({ group_uid: 'unit', hide_uids: ['a', 'b'] })))).toBe(false);
    expect(sameRights({ grants: [], flags: ['x'] }, NO_RIGHTS)).toBe(false);
  });
});

describe('ADMIN-01 what a role may do has a name of its own', () => {
  const wide = grant({ items: ['List', 'Modify', 'Delete'] });
  const name = (...grants: Grant[]) => versionOf(rights(...grants));
  it('that stays, in whatever order it is written', () => {
    const other = grant({ group_uid: 'user' });
    expect(name(grant({ items: ['Delete', 'List', 'Modify', 'List'] }), other)).toBe(name(other, wide));
  });
  it.each<[string, Partial<Grant>]>([
    ['an item', { items: ['List', 'Modify'] }],
    ['the scope', { scope: 1 }],
    ['the scope of one item', { item_scopes: { Modify: 0 } }],
    ['a hidden field', { hide_uids: ['project:a'] }],
    ['a locked field', { readonly_uids: ['project:a'] }],
  ])('and differs with %s: nobody saves over what another changed of it', (_, rest) => {
    expect(name({ ...wide, ...rest })).not.toBe(name(wide));
  });
  it('and with a flag', () => expect(versionOf({ grants: [wide], flags: ['SYS'] })).not.toBe(name(wide)));
});
