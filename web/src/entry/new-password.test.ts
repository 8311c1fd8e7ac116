import { describe, expect, it } from 'vitest';
import { goesAstray, newPasswordFaults, toldRules } from './new-password.ts';

const whose = { names: ['acme', 'chief'], old: 'old-7-Crane' };

describe('AUTH-15 a new password, typed twice', () => {
  it.each([
    ['', '', { password: 'empty', again: 'empty' }],
    ['old-7-Crane', 'old-7-Crane', { password: 'same' }],
    [' old-7-Crane ', 'old-7-Crane', { password: 'same' }],
    ['chief2026', 'chief2026', { password: 'common' }],
    ['north-7', 'north-7', { password: 'length' }],
    ['north 7 Crane', 'north 7 Crane', { password: 'format' }],
    ['north-7-Crane', 'north-7-crane', { again: 'differs' }],
    ['north-7-Crane', ' ', { again: 'empty' }],
    ['north-7-Crane', ' north-7-Crane ', {}],
  ])('%j and %j: %j', (password, again, faults) => expect(newPasswordFaults({ password, again }, whose)).toEqual(faults));

  it('a first password has none to differ from', () => {
    expect(newPasswordFaults({ password: 'north-7-Crane', again: 'north-7-Crane' }, { names: [] })).toEqual({});
    expect(toldRules('north-7-Crane', { names: [] }).map(([rule]) => rule)).toEqual(['length', 'letters', 'uncommon']);
  });
  it.each([
    ['', 'open'],
    ['north-7', 'open'],
    ['north-7-Crane', 'met'],
    ['old-7-Crane', 'broken'],
  ])('that %j differs from the old one is %s', (password, state) => expect(toldRules(password, whose).at(-1)).toEqual(['other', state]));
  it('nothing is said of an old one that is not typed yet', () =>
    expect(toldRules('north-7-Crane', { ...whose, old: '' }).at(-1)).toEqual(['other', 'open']));

  it.each([
    ['north-7-Crane', '', false],
    ['north-7-Crane', 'nort', false],
    ['north-7-Crane', 'north-7-Crane', false],
    ['north-7-Crane', 'south', true],
    ['north-7-Crane', 'north-7-Crane1', true],
    ['', 'n', true],
  ])('of %j, %j goes astray: %j', (password, again, does) => expect(goesAstray({ password, again })).toBe(does));
});
