import type { Drawing, Mark } from '../drawing.ts';
import type { Box, Hears, Place, Plot, Room } from '../kinds/plot.ts';
import { SMALL } from '../kinds/size.ts';
import type { Look } from '../look.ts';

/** A shape of a sheet: attributes as SVG has them, colours as tokens. */
export interface Shape {
  readonly tag: 'path' | 'rect' | 'line' | 'circle' | 'text';
  readonly at: Readonly<Record<string, string | number>>;
  readonly fill?: string;
  readonly stroke?: string;
  /** what is printed; it keeps a rim of the page around it */
  readonly text?: string;
}

/** Where a figure stands: what is pressed for it, and where its mark and its tip are. */
export interface Spot extends Place {
  readonly mark: Mark;
  /** pressed anywhere within; absent: near its place */
  readonly box?: Place & Box;
}

/** A drawing laid out by hand. */
export interface Laid extends Box {
  readonly shapes: readonly Shape[];
  readonly spots: readonly Spot[];
}
export type LayOwn = (drawing: Drawing, room: Room) => Laid;

/** px around a place that are near to it; of the ring of a mark. */
const [NEAR, RING, AROUND] = [14, 6, 2];
const SVG = 'http://www.w3.org/2000/svg';

/** The figure at a place of the sheet: that whose box it is in, else the nearest. */
export function spotAt({ spots }: Pick<Laid, 'spots'>, { x, y }: Place): Spot | undefined {
  const inside = spots.find(({ box }) => box && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
  if (inside) return inside;
  const far = (one: Spot): number => (one.box ? Number.POSITIVE_INFINITY : Math.hypot(one.x - x, one.y - y));
  const nearest = spots.reduce<Spot | undefined>((best, one) => (best && far(best) <= far(one) ? best : one), undefined);
  return nearest && far(nearest) <= NEAR ? nearest : undefined;
}

/** What a mark draws around a figure. */
export function ringOf({ x, y, box }: Spot): Shape {
  const drawn = { stroke: '--text', at: { fill: 'none', 'stroke-width': 2 } };
  if (!box) return { tag: 'circle', stroke: drawn.stroke, at: { ...drawn.at, cx: x, cy: y, r: RING } };
  const [left, top] = [box.x - AROUND, box.y - AROUND];
  return {
    ...{ tag: 'rect', stroke: drawn.stroke },
    at: { ...drawn.at, x: left, y: top, width: box.width + 2 * AROUND, height: box.height + 2 * AROUND, rx: AROUND },
  };
}

/** Draws shapes into `host`. */
export function begin(host: HTMLElement, lay: LayOwn, { onHover, onPress }: Hears): Plot {
  const svg = document.createElementNS(SVG, 'svg');
  host.append(svg);
  let drawn: { laid: Laid; drawing: Drawing; look: Look } | null = null;
  const under = (event: MouseEvent): { at: Place; spot: Spot | undefined } => {
    const { left, top } = svg.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    return { at, spot: drawn ? spotAt(drawn.laid, at) : undefined };
  };
  svg.addEventListener('mousemove', (event) => {
    const { at, spot } = under(event);
    const opens = spot && drawn?.drawing.series[spot.mark.series]?.points[spot.mark.place]?.opens === true;
    svg.style.cursor = opens ? 'pointer' : 'default';
    onHover(spot?.mark ?? null, at);
  });
  svg.addEventListener('mouseleave', () => onHover(null, { x: 0, y: 0 }));
  svg.addEventListener('click', (event) => {
    const { spot } = under(event);
    if (spot) onPress(spot.mark);
  });
  const spotOf = ({ series, place }: Mark): Spot | undefined =>
    drawn?.laid.spots.find(({ mark }) => mark.series === series && mark.place === place);
  return {
    draw(drawing, room, look) {
      const laid = lay(drawing, room);
      drawn = { laid, drawing, look };
      for (const [name, value] of Object.entries({ width: laid.width, height: laid.height, 'font-size': SMALL, 'font-family': look.font }))
        svg.setAttribute(name, String(value));
      svg.replaceChildren(...laid.shapes.map((shape) => drawnShape(shape, look)));
      return { width: laid.width, height: laid.height };
    },
    mark(mark) {
      const spot = spotOf(mark);
      if (!spot || !drawn) return () => undefined;
      const ring = drawnShape(ringOf(spot), drawn.look);
      svg.append(ring);
      return () => ring.remove();
    },
    placeOf: (mark) => spotOf(mark) ?? null,
    end: () => svg.remove(),
  };
}

/** px of the page around a text, so that it can be read where it stands over a line. */
const RIM = 3;

function drawnShape({ tag, at, fill, stroke, text }: Shape, look: Look): SVGElement {
  const made = document.createElementNS(SVG, tag);
  const rim = text === undefined ? {} : { stroke: look.page, 'stroke-width': RIM, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
  const inks = { ...(fill ? { fill: look.token(fill) } : {}), ...(stroke ? { stroke: look.token(stroke) } : {}) };
  for (const [name, value] of Object.entries({ ...rim, ...at, ...inks })) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A text of a sheet. */
export const words = (text: string, x: number, y: number, rest: Shape['at'] = {}, fill = '--text'): Shape => ({
  ...{ tag: 'text', text, fill },
  at: { x: round(x), y: round(y), ...rest },
});

/** To hundredths of a px: no more can be seen. */
export const round = (px: number): number => Math.round(px * 100) / 100 || 0;
