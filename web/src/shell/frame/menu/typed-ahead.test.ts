import { expect, it } from 'vitest';
import { typeAhead } from './typed-ahead.ts';

/** A key pressed somewhere; whether the page was left with it. */
function press(target: EventTarget, key: string, held: object = {}): boolean {
  return target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey: false, ...held }));
}

it('what is typed before the search stands is kept for it, and nothing after it has been taken', () => {
  const target = new EventTarget();
  const ahead = typeAhead(target);
  for (const key of ['l', 'x', 'Backspace', 'l', '湖', 'Shift']) press(target, key);
  expect([press(target, 'k', { ctrlKey: true }), press(target, 'c')]).toEqual([true, false]);
  expect(ahead.take()).toEqual({ words: 'll湖c', isEntered: false });
  expect([press(target, 'd'), ahead.take().words]).toEqual([true, '']);
});

it('who gives it up by Escape has typed nothing', () => {
  const target = new EventTarget();
  const ahead = typeAhead(target);
  press(target, 'a');
  expect([press(target, 'Escape'), press(target, 'b'), ahead.take().words]).toEqual([true, true, '']);
});

it('Enter is meant for what will be found and presses nothing of the page', () => {
  const target = new EventTarget();
  const ahead = typeAhead(target);
  expect([press(target, 'a'), press(target, 'Enter'), press(target, 'Tab'), ahead.take().words]).toEqual([false, false, true, 'a']);
  expect(press(target, 'Enter')).toBe(true);
});

it('Enter that comes last is remembered for what stands there, until anything else is pressed', () => {
  const target = new EventTarget();
  const taken = (...keys: string[]) => {
    const ahead = typeAhead(target);
    for (const key of keys) press(target, key);
    return ahead.take();
  };
  expect([taken('Enter'), taken('Enter', 'a'), taken('a', 'Enter'), taken('Enter', 'Escape')]).toEqual([
    { words: '', isEntered: true },
    { words: 'a', isEntered: false },
    { words: 'a', isEntered: true },
    { words: '', isEntered: false },
  ]);
});
