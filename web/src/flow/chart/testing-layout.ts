import fc from 'fast-check';
import type { Box, Layout, Line, PlacedBox } from './layout.ts';

type Point = readonly [number, number];
const crosses = ([ax, ay]: Point, [bx, by]: Point, box: PlacedBox): boolean =>
  Math.max(ax, bx) > box.x && Math.min(ax, bx) < box.x + box.width && Math.max(ay, by) > box.y && Math.min(ay, by) < box.y + box.height;
const onBorder = ([x, y]: Point, box: PlacedBox): boolean => {
  const across = x >= box.x && x <= box.x + box.width;
  const down = y >= box.y && y <= box.y + box.height;
  return across && down && (x === box.x || x === box.x + box.width || y === box.y || y === box.y + box.height);
};

/** What must hold of every drawing, said of what is drawn alone. */
export function faultsOf({ boxes, lines, width, height }: Layout<Line>, way: readonly number[]): string[] {
  const by = new Map(boxes.map((box) => [box.id, box]));
  const found: string[] = [];
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1))
      if (one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height)
        found.push(`${one.id} lies over ${other.id}`);
    if (one.x < 0 || one.y < 0 || one.x + one.width > width || one.y + one.height > height) found.push(`${one.id} is outside`);
  });
  for (const { line, points } of lines) {
    const name = `${line.from}>${line.to}`;
    if (!onBorder(points[0]!, by.get(line.from)!)) found.push(`${name} does not begin at its step`);
    if (!onBorder(points.at(-1)!, by.get(line.to)!)) found.push(`${name} does not end at its step`);
    if (points.length > 4) found.push(`${name} bends twice at a side`);
    points.slice(1).forEach((point, at) => {
      const before = points[at]!;
      if (before[0] !== point[0] && before[1] !== point[1]) found.push(`${name} is slanted`);
      for (const box of boxes) if (crosses(before, point, box)) found.push(`${name} goes over ${box.id}`);
      if (point[0] < 0 || point[0] > width || point[1] < 0 || point[1] > height) found.push(`${name} leaves the drawing`);
    });
  }
  const lanes = lines.filter(({ points }) => points.length === 4).map(({ points }) => [...points].sort((a, b) => a[0] - b[0]));
  lanes.forEach((one, at) => {
    const flat = (of: readonly Point[]) => Math.max(...of.map(([, y]) => y));
    for (const other of lanes.slice(at + 1))
      if (flat(one) === flat(other) && one[0]![0] < other[3]![0] && other[0]![0] < one[3]![0]) found.push('two lines lie in one lane');
  });
  const axis = way.map((id) => by.get(id)!);
  axis.slice(1).forEach((box, at) => {
    const before = axis[at]!;
    if (before.x >= box.x) found.push(`the way goes back at ${box.id}`);
    if (before.y + before.height / 2 !== box.y + box.height / 2) found.push(`${box.id} is not on the axis`);
  });
  return found;
}

/** Heights of steps: a plain one, and boxes of several signers. */
export const sizes = fc.constantFrom(66, 120, 244);
export const boxed = (ids: readonly number[], heights: readonly number[]): Box[] =>
  ids.map((id, at) => ({ id, width: 118, height: heights[at % heights.length]! }));
