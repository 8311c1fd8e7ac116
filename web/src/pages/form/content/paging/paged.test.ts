import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stopsIn } from '../../since/stops.ts';
import { asDrawn, hasControl, openPage } from '../focus.ts';
import { PAGED } from './paged.ts';

beforeAll(() => vi.stubGlobal('CSS', { escape: (text: string) => text }));
afterAll(() => vi.unstubAllGlobals());

const ROWS = ['r1', 'r2', 'r3', 'r4'];

/** A form with a field, rows of which the third alone is drawn, and a field behind them. */
function sheet() {
  const opened: string[] = [];
  const body = { dataset: { paged: '' }, querySelector: () => null };
  PAGED.set(body as unknown as Element, {
    at: (row) => ROWS.indexOf(row),
    open: (row) => opened.push(row),
    isTyped: (_row, field) => field === 'price',
    marked: () => ['r2', 'r4'],
  });
  const drawn = ['name', 'fund.plan', 'fund.plan/r3/note', 'fund.plan/r3/price', 'behind'];
  const marks = [
    { dataset: { mark: '' }, closest: () => null },
    body,
    { dataset: { mark: '' }, closest: () => body },
    { dataset: { mark: '' }, closest: () => null },
  ];
  const within = {
    querySelector: (asked: string) => {
      if (asked === '[data-place="fund.plan"] [data-paged]') return body;
      const place = drawn.find((one) => asked === `[data-place="${one}"]`);
      return place ? { dataset: { place }, querySelector: (what: string) => (what === '[data-first]' ? null : {}) } : null;
    },
    querySelectorAll: (asked: string) => (asked === '[data-place]' ? drawn.map((place) => ({ dataset: { place } })) : marks),
  };
  return { within: within as unknown as HTMLElement, opened };
}

describe('SUB-01 places on a page of rows that is not drawn', () => {
  it('stand in the order of the form: before and behind those that are drawn', () => {
    const { within } = sheet();
    const order = [
      'nowhere',
      'behind',
      'fund.plan/r4/price',
      'fund.plan/r3/price',
      'fund.plan/r3/note',
      'fund.plan/r1/price',
      'fund.plan',
      'name',
    ];
    expect(asDrawn(within, order, (place) => place)).toEqual([
      ...['name', 'fund.plan', 'fund.plan/r1/price', 'fund.plan/r3/note', 'fund.plan/r3/price', 'fund.plan/r4/price', 'behind', 'nowhere'],
    ]);
  });

  it('are places of the form where their cell is typed in', () => {
    const { within } = sheet();
    const places = ['name', 'fund.plan/r3/note', 'fund.plan/r4/price', 'fund.plan/r4/note', 'fund.plan/r9/price', 'gone'];
    expect(places.map((place) => hasControl(within, place))).toEqual([true, true, true, false, false, false]);
  });

  it('have their page opened, which is left alone for what is drawn or is no row', () => {
    const { within, opened } = sheet();
    for (const place of ['name', 'fund.plan/r3/price', 'fund.plan/r9/price', 'fund.plan/r4/price']) openPage(within, place);
    expect(opened).toEqual(['r4']);
  });

  it('are stops on the way through what is another, each once', () => {
    const { within, opened } = sheet();
    const stops = stopsIn(within);
    expect(stops.map((stop) => stop.drawn() !== null)).toEqual([true, false, false, true]);
    for (const stop of stops) stop.open();
    expect(opened).toEqual(['r2', 'r4']);
  });
});
