import { describe, expect, it } from 'vitest';
import { type Grant, mergeRights, NO_RIGHTS, type RoleRights, rightsOf, sameRights } from './merge-grants.ts';

const grant = (rest: Partial<Grant> = {}): Grant => ({ group: 'project', scope: 2, items: ['List'], hide: [], readonly: [], ...rest });
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
    expect(mergeRights(of(said), of(here), of(wanted))).toEqual({ grants: kept ? [kept] : [], flags: [], told });
  });

  it('group by group: one that is changed here keeps no other from following', () => {
    const other = (items: string[]) => grant({ group: 'unit', items });
    const merged = mergeRights(rights(OLD, other(['List'])), rights(OWN, other(['List'])), rights(OLD, other(['Delete'])));
    expect(merged.grants).toEqual([OWN, other(['Delete'])]);
    expect(merged.told).toEqual(['unit was 2 List, now 2 Delete']);
  });

  it('what is hidden or not to be written counts, in whatever order and however often it is said', () => {
    const [one, same] = [grant({ hide: ['b', 'a', 'a'], readonly: ['d', 'c'] }), grant({ hide: ['a', 'b'], readonly: ['c', 'd'] })];
    expect(mergeRights(rights(one), rights(same), rights(same)).told).toEqual([]);
    const [hides, writes] = [grant({ hide: ['a'] }), grant({ readonly: ['a'] })];
    expect(mergeRights(rights(hides), rights(hides), rights(writes)).told).toEqual(['project was 2 List hide a, now 2 List readonly a']);
  });

  it('flags one by one: given, taken away, and left where they were given or taken here', () => {
    const flags = (...some: string[]): RoleRights => ({ grants: [], flags: some });
    expect(mergeRights(flags('a'), flags('a', 'own'), flags('b'))).toEqual({
      grants: [],
      flags: ['own', 'b'],
      told: ['flag b given', 'flag a taken away'],
    });
    expect(mergeRights(flags('a'), flags(), flags('a'))).toEqual({ grants: [], flags: [], told: [] });
    expect(mergeRights(flags(), flags('a'), flags('a'))).toEqual({ grants: [], flags: ['a'], told: [] });
  });

  it('of a definition what it leaves unsaid is nothing', () => {
    const role = {
      uid: 'r',
      code: 'r',
      key_name: 'r',
      key_name_en: 'r',
      grants: [{ group: 'g', scope: 1 as const, items: ['List' as const] }],
    };
    expect(rightsOf(role)).toEqual({ grants: [{ group: 'g', scope: 1, items: ['List'], hide: [], readonly: [] }], flags: [] });
    expect(rightsOf({ ...role, flags: ['export', 'export'] }).flags).toEqual(['export']);
  });

  it('two say the same whatever the order of groups, names and flags', () => {
    const [one, other] = [grant({ hide: ['a', 'b'] }), grant({ group: 'unit' })];
    expect(
      sameRights({ grants: [one, other], flags: ['x', 'y'] }, { grants: [other, grant({ hide: ['b', 'a'] })], flags: ['y', 'x'] }),
    ).toBe(true);
    expect(sameRights(rights(one), rights(OLD))).toBe(false);
    expect(sameRights(rights(one), rights(grant({ group: 'unit', hide: ['a', 'b'] })))).toBe(false);
    expect(sameRights({ grants: [], flags: ['x'] }, NO_RIGHTS)).toBe(false);
  });
});
