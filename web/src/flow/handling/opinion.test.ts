import { describe, expect, it } from 'vitest';
import { placeKey } from '#web/drafts/place.ts';
import { chosenFor, signersOf } from './chosen.ts';
import { opinionPlace } from './use-opinion.ts';

const kept = (...[cloud, id, todo, tab]: Parameters<typeof opinionPlace>) => placeKey(opinionPlace(cloud, id, todo, tab));
const people = [
  { id: 1, key_name: '甲', must: 1 as const },
  { id: 2, key_name: '乙' },
];

describe('FLOW-02 FORM-11 an opinion belongs to what it was typed upon', () => {
  it('another step, another visit to a step and what was never sent have opinions of their own', () => {
    const places = [kept('project', 7, 31, 'a'), kept('project', 7, 52, 'a'), kept('project', 7, undefined, 'a')];
    expect(new Set(places).size).toBe(3);
    for (const one of places) expect(places.filter((each) => each.startsWith(one))).toEqual([one]);
  });
  it('it is the same in every tab, but for a record that has no number yet', () => {
    expect(kept('project', 7, 31, 'a')).toBe(kept('project', 7, 31, 'b'));
    expect(kept('project', 7, undefined, 'a')).toBe(kept('project', 7, undefined, 'b'));
    expect(kept('project', 0, undefined, 'a')).not.toBe(kept('project', 0, undefined, 'b'));
  });
});

describe('FLOW-02 signers are chosen for one event and one step', () => {
  const chosen = { event: 31, state: '4', ids: [9] };
  it('the choice stands where it was made, and comes back with the guard', () => {
    expect(chosenFor(chosen, { event: 31, state: '4' })).toEqual([9]);
    expect(signersOf({ people }, chosenFor(chosen, { event: 31, state: '4' }))).toEqual([1, 9]);
  });
  it.each([
    ['another event', { event: 33, state: '4' }],
    ['another step', { event: 31, state: '6' }],
  ])('of %s the definition’s people stand', (_, goal) => {
    expect(chosenFor(chosen, goal)).toBeNull();
    expect(signersOf({ people }, chosenFor(chosen, goal))).toEqual([1, 2]);
  });
  it('where it leads is not known yet, or nobody was chosen', () => {
    expect(chosenFor(chosen, null)).toBeNull();
    expect(chosenFor(null, { event: 31, state: '4' })).toBeNull();
  });
});
