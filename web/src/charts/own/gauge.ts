import type { Dial, Drawing } from '../drawing.ts';
import type { Place, Room } from '../kinds/plot.ts';
import { cutTo, SMALL, widthOf } from '../kinds/size.ts';
import { type Laid, round, type Shape, words } from './sheet.ts';

export { begin } from './sheet.ts';

/** px above the arc, beside it for the texts of its bounds, below it a line of figures. */
const [HEAD, SIDE, LINE] = [20, 44, 20];
/** px of the radius, at least and at most; the part of it that the arc is thick. */
const [LEAST, MOST, THICK] = [36, 130, 0.2];
/** The text in the middle: its part of the radius, px at least. */
const [TEXT, TEXT_LEAST] = [0.24, 16];
/** px from the arc to what stands at a bound; that a bound reaches beyond it. */
const [OUTSIDE, BEYOND] = [8, 3];
/** px of a stroke that parts the zones. */
const CUT = 2;

/** From the farthest behind: by how many zones there are. */
const ZONES: readonly (readonly string[])[] = [
  ['--c-done'],
  ['--c-warn', '--c-done'],
  ['--red-mark', '--c-warn', '--c-done'],
  ['--red-mark', '--c-warn', '--c-paid', '--c-done'],
];

/** In which zone a part lies, from 0: a zone begins with its bound. */
export const zoneOf = (part: number, bounds: Dial['bounds']): number => bounds.filter(({ at }) => part >= at).length;

/** Half a ring, full at the whole, or at the last bound beyond it: how far it is, in the middle in words, below it both figures. */
export const lay = (drawing: Drawing, room: Room): Laid => {
  const dial = drawing.dial ?? { part: null, text: '', bounds: [], zone: '' };
  const points = drawing.series[0]?.points ?? [];
  const { width } = room;
  const below = points.length * LINE;
  const radius = Math.max(LEAST, Math.min(MOST, width / 2 - SIDE, room.height - HEAD - below - SMALL));
  const height = Math.max(room.height, radius + HEAD + below + SMALL);
  const centre = { x: width / 2, y: round((height - below - SMALL - HEAD - radius) / 2 + HEAD + radius) };
  const inner = round(radius * (1 - THICK));
  const end = Math.max(1, ...dial.bounds.map(({ at }) => at));
  const reached = Math.max(0, Math.min(1, (dial.part ?? 0) / end));
  const ink = ZONES[dial.bounds.length]?.[zoneOf(dial.part ?? 0, dial.bounds)] ?? '--c-done';
  const size = Math.max(TEXT_LEAST, Math.round(radius * TEXT));
  const shapes: Shape[] = [
    { tag: 'path', fill: '--c-grid', stroke: '--text-3', at: { d: arcOf(centre, radius, inner, 0, 1), 'stroke-width': 0.5 } },
    ...(reached > 0 ? [{ tag: 'path', fill: ink, at: { d: arcOf(centre, radius, inner, 0, reached) } } as const] : []),
    ...dial.bounds.flatMap(({ at, text }) => boundOf(centre, radius, inner, at / end, text)),
    words(dial.text, centre.x, centre.y - SMALL - 2, { 'text-anchor': 'middle', 'font-size': size, 'font-weight': 600 }),
    words(cutTo(dial.zone, 2 * inner), centre.x, centre.y + 2, { 'text-anchor': 'middle' }, '--text-3'),
  ];
  const rows = points.map(({ text }, place) => lineOf(`${drawing.names[place] ?? ''}  ${text}`, width, centre.y + (place + 1) * LINE));
  const box = { x: round(centre.x - radius), y: round(centre.y - radius), width: round(2 * radius), height: round(radius) };
  const spots = rows.map((row, place) => ({
    mark: { series: 0, place },
    ...(place === 0 ? { x: centre.x, y: box.y, box } : { x: centre.x, y: row.box.y, box: row.box }),
  }));
  return { width, height, shapes: [...shapes, ...rows.map(({ shape }) => shape)], spots };
};

function lineOf(text: string, width: number, y: number) {
  const said = cutTo(text, width - SMALL);
  const wide = widthOf(said);
  return {
    shape: words(said, width / 2, y, { 'text-anchor': 'middle' }),
    box: { x: round((width - wide) / 2), y: y - SMALL, width: wide, height: SMALL + 4 },
  };
}

/** Where a part of half a turn ends, from the left over the top. */
const endOf = ({ x, y }: Place, radius: number, part: number): Place => ({
  x: round(x - radius * Math.cos(Math.PI * part)),
  y: round(y - radius * Math.sin(Math.PI * part)),
});

/** A piece of the ring between two parts of half a turn. */
export function arcOf(centre: Place, radius: number, inner: number, from: number, to: number): string {
  const at = (length: number, part: number): string => {
    const { x, y } = endOf(centre, length, part);
    return `${x} ${y}`;
  };
  const [out, back] = [`A${radius} ${radius} 0 0 1 ${at(radius, to)}`, `A${inner} ${inner} 0 0 0 ${at(inner, from)}`];
  return `M${at(radius, from)}${out}L${at(inner, to)}${back}Z`;
}

/** A stroke across the ring, with what it stands for beside it. */
function boundOf(centre: Place, radius: number, inner: number, part: number, text: string): readonly Shape[] {
  const [from, to] = [endOf(centre, inner - BEYOND, part), endOf(centre, radius + BEYOND, part)];
  const { x, y } = endOf(centre, radius + OUTSIDE, part);
  const anchor = part < 0.45 ? 'end' : part > 0.55 ? 'start' : 'middle';
  return [
    { tag: 'line', stroke: '--text', at: { x1: from.x, y1: from.y, x2: to.x, y2: to.y, 'stroke-width': CUT } },
    words(text, x, y, { 'text-anchor': anchor }, '--text-3'),
  ];
}
