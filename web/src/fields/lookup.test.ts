import { describe, expect, it } from 'vitest';
import { type Answer, atRow, type Found, type KeyAt, keyDoes, meantBy, shownOf } from './lookup.ts';

const row = (id: number, key_name: string, key_name_en = '') => ({ id, key_name, key_name_en });
const JIANGSU = row(32, '江苏省', 'Jiangsu');
const JIANGXI = row(36, '江西省', 'Jiangxi');
const SUN = row(1, '孙浩', 'Sun Hao');
const HAORAN = row(2, '孙浩然', 'Sun Haoran');

describe('FIELD-05 what a lookup shows', () => {
  const of = (keyword: string, rows: Found['rows'] | null): Answer => ({ keyword, found: rows && { rows, isWhole: true } });
  it('is what was found for the text as it stands, and nothing of another', () => {
    expect(shownOf('江', null)).toEqual({ is: 'asking' });
    expect(shownOf('江西', of('江', [JIANGSU, JIANGXI]))).toEqual({ is: 'asking' });
    expect(shownOf(' 江 ', of('江', [JIANGSU]))).toEqual({ is: 'found', rows: [JIANGSU], isWhole: true });
    expect(shownOf('江', of('江', []))).toEqual({ is: 'found', rows: [], isWhole: true });
  });
  it('a search that failed is no search that found nothing', () => {
    expect(shownOf('江', of('江', null))).toEqual({ is: 'failed' });
  });
});

describe('FIELD-05 the row that a text means', () => {
  const all = (rows: Found['rows']): Found => ({ rows, isWhole: true });
  it('is the only one found, or the one that is called so letter for letter in either language', () => {
    expect(meantBy('32', all([JIANGSU]))).toBe(JIANGSU);
    expect(meantBy('江', all([JIANGSU, JIANGXI]))).toBeNull();
    expect(meantBy(' 孙浩 ', all([HAORAN, SUN]))).toBe(SUN);
    expect(meantBy('sun hao', all([HAORAN, SUN]))).toBe(SUN);
  });
  it('is none of several of one name, none of none, and none without a text', () => {
    expect(meantBy('孙浩', all([SUN, row(9, '孙浩')]))).toBeNull();
    expect(meantBy('孙', all([]))).toBeNull();
    expect(meantBy(' ', all([SUN]))).toBeNull();
  });
  it('is none while there are more than were shown: the next may be called the same', () => {
    expect(meantBy('孙浩', { rows: [SUN, HAORAN], isWhole: false })).toBeNull();
    expect(meantBy('孙浩', { rows: [SUN], isWhole: false })).toBeNull();
  });
});

describe('FIELD-05 the row that Enter would take', () => {
  const found = { is: 'found', rows: [JIANGSU, JIANGXI], isWhole: true } as const;
  it('is the marked one, else the first of what is shown: a mark on what was shown before is none', () => {
    expect(atRow(found, 36)).toEqual({ id: 36, isMarked: true });
    for (const marked of [null, 1]) expect(atRow(found, marked)).toEqual({ id: 32, isMarked: false });
    expect(atRow({ is: 'asking' }, 36)).toEqual({ id: null, isMarked: false });
  });
});

describe('FIELD-05 the keys of a lookup', () => {
  const found = { is: 'found', rows: [JIANGSU, JIANGXI], isWhole: true } as const;
  const none = { is: 'found', rows: [], isWhole: true } as const;
  const at: KeyAt = {
    ...{ key: 'Enter', isComposing: false, isRepeated: false, isOpen: true },
    ...{ text: '江', shown: found, isMarked: true, isMarkedChosen: false, isMoved: false, isBegun: false },
  };
  const does = (change: Partial<KeyAt>) => keyDoes({ ...at, ...change });
  it.each<[string, Partial<KeyAt>, string]>([
    ['Enter takes what is marked', {}, 'pass'],
    ['Enter takes the first where the list has marked none yet', { isMarked: false }, 'first'],
    ['Enter takes nobody out where the list has marked none yet', { isMarked: false, isMarkedChosen: true }, 'known'],
    ['Enter while it is asked waits', { shown: { is: 'asking' } }, 'wait'],
    ['Enter after it failed asks again', { shown: { is: 'failed' } }, 'wait'],
    ['Enter on nothing found does nothing', { shown: none }, 'stop'],
    ['Enter opens what is closed', { isOpen: false, text: '' }, 'pass'],
    ['Enter on a text that was left looks for it', { isOpen: false }, 'wait'],
    ['Enter with a text takes nobody out', { isMarkedChosen: true }, 'known'],
    ['Enter on one gone to takes him out', { isMarkedChosen: true, isMoved: true }, 'pass'],
    ['Enter with nothing typed waits for nothing', { text: ' ', shown: { is: 'asking' } }, 'close'],
    ['Enter with nothing typed takes nothing that the pointer crossed', { text: '' }, 'close'],
    ['Enter takes the first row of a list that the arrow opened', { text: '', isBegun: true }, 'pass'],
    ['Enter before that row is there does nothing', { text: '', isBegun: true, shown: { is: 'asking' } }, 'stop'],
    ['Enter closes a list that the arrow opened upon who is chosen', { text: '', isBegun: true, isMarkedChosen: true }, 'close'],
    ['Enter takes him out who was gone to after', { text: '', isBegun: true, isMarkedChosen: true, isMoved: true }, 'pass'],
    ['Enter closes a list that the arrow opened on nothing', { text: '', shown: none, isBegun: true }, 'close'],
    ['Enter with nothing typed takes what was gone to', { text: '', isMoved: true }, 'pass'],
    ['Enter with nothing typed and found', { text: '', isMoved: true, shown: none }, 'close'],
    ['Enter that is held takes nothing when the answer comes', { isRepeated: true }, 'stop'],
    ['Enter that is held asks no more', { isRepeated: true, shown: { is: 'asking' } }, 'stop'],
    ['Enter that is held upon what is closed', { isRepeated: true, isOpen: false, text: '' }, 'pass'],
    ['Enter of an input method is its own', { isComposing: true }, 'stop'],
    ['Tab takes only what leaves no doubt', { key: 'Tab' }, 'leave'],
    ['Tab takes what was gone to', { key: 'Tab', isMoved: true }, 'pass'],
    ['Tab out of what is asked', { key: 'Tab', isMoved: true, shown: { is: 'asking' } }, 'leave'],
    ['Tab on nothing found', { key: 'Tab', isMoved: true, shown: none }, 'leave'],
    ['Tab through what is closed', { key: 'Tab', isOpen: false }, 'pass'],
    ['Escape gives up', { key: 'Escape' }, 'giveUp'],
    ['Escape closes an empty one', { key: 'Escape', text: '' }, 'giveUp'],
    ['Escape gives up what was left', { key: 'Escape', isOpen: false }, 'giveUp'],
    ['Escape of a closed, empty one is not ours', { key: 'Escape', isOpen: false, text: '' }, 'pass'],
    ['letters', { key: 'a' }, 'pass'],
  ])('%s', (_, change, what) => expect(does(change)).toBe(what));
});
