import { expect, it } from 'vitest';
import { firstBelow, keepInSight } from './in-sight.ts';

it('SUB-01 what is looked at begins below the edge; behind the last row it is that', () => {
  expect([firstBelow([0, 32, 64], -5), firstBelow([-40, -8, 24], 0), firstBelow([-64, -32], 0), firstBelow([], 0)]).toEqual([0, 2, 1, 0]);
});

/** Rows of 30 px in a frame that is scrolled, of which other ones are drawn. */
function sheet(scrollTop: number, shown: readonly string[]) {
  const frame = { scrollTop, parentElement: null };
  const state = { shown };
  const rect = (top: number) => ({ top, bottom: top + 30 });
  const rowOf = (name: string) => ({
    ...{ name, scrollIntoView: () => undefined },
    getBoundingClientRect: () => rect(30 + state.shown.indexOf(name) * 30 - frame.scrollTop),
  });
  const head = { querySelector: () => ({ getBoundingClientRect: () => rect(0) }) };
  const body = { rows: shown.map(rowOf), closest: () => frame, parentElement: head };
  return { body: body as unknown as HTMLTableSectionElement, frame, state };
}

it('SUB-01 another size of pages leaves the first row in sight where it stood', () => {
  const { body, frame, state } = sheet(60, ['k', 'l', 'm', 'n']);
  const asked: number[] = [];
  keepInSight(body, (nth) => {
    asked.push(nth);
    state.shown = ['a', 'b', 'k', 'l', 'm', 'n'];
  });
  expect([asked, frame.scrollTop]).toEqual([[2], 120]);
});

it('SUB-01 where there are no rows its pages are drawn all the same', () => {
  const asked: number[] = [];
  keepInSight(null, (nth) => asked.push(nth));
  expect(asked).toEqual([0]);
});
