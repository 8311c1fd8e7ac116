/** What is laid out: a step, as high as what stands in it. */
export interface Box {
  id: number;
  width: number;
  height: number;
}
export interface Line {
  from: number;
  to: number;
}
export interface PlacedBox extends Box {
  x: number;
  y: number;
}
export interface PlacedLine {
  /** corners from the border of the one box to that of the other: two of a straight line, else four */
  points: readonly (readonly [x: number, y: number])[];
  /** where its words stand, above its end where it is straight, else in the middle of its lane; and how wide they may be */
  words: { x: number; y: number; width: number };
}
export interface Layout<L extends Line> {
  boxes: readonly PlacedBox[];
  lines: readonly (PlacedLine & { line: L })[];
  width: number;
  height: number;
}

/** Between boxes beside each other; around all; above them, for what must hold; from a box down to the first lane; between lanes. */
const GAP = 30;
const EDGE = 18;
const ABOVE = 64;
const DROP = 34;
const LANE = 40;
/** Between two lines that leave the same box. */
const PORT = 18;

/**
 * A flow on the plane: `way` on one axis from left to right, what does not apply below it. Each box has a column of its own, in the order in
 * which one step leads to another, so that nothing lies under a box on the way: a line to the next on the axis is straight, any other goes
 * down, along a lane under all that it passes, and up again, with one bend at either side.
 */
export function layOut<L extends Line>(boxes: readonly Box[], lines: readonly L[], way: readonly number[]): Layout<L> {
  const placed = place(boxes, columnsOf(boxes, lines, way), way);
  const straight = lines.filter((line) => isStraight(placed, line));
  const below = lines.filter((line) => !straight.includes(line));
  const drawn = [...straight.map((line) => alongAxis(placed, line)), ...lanesOf(placed, below)];
  const right = Math.max(0, ...[...placed.values()].map(({ x, width }) => x + width));
  const bottom = Math.max(
    0,
    ...[...placed.values()].map(({ y, height }) => y + height),
    ...drawn.flatMap(({ points }) => points.map(([, y]) => y)),
  );
  return { boxes: boxes.flatMap(({ id }) => placed.get(id) ?? []), lines: drawn, width: right + EDGE, height: bottom + EDGE + 8 };
}

/** The order of the columns: the way in its own, each other step behind those that lead to it, as near to them as may be. */
function columnsOf(boxes: readonly Box[], lines: readonly Line[], way: readonly number[]): number[] {
  const known = new Set(boxes.map(({ id }) => id));
  const before = new Map<number, Set<number>>([...known].map((id) => [id, new Set()]));
  const leads = (from: number, to: number, seen = new Set<number>()): boolean => {
    if (from === to) return true;
    seen.add(to);
    return [...(before.get(to) ?? [])].some((one) => !seen.has(one) && leads(from, one, seen));
  };
  const on = way.filter((id, at) => known.has(id) && way.indexOf(id) === at);
  const must = [
    ...on.slice(1).map((to, at) => ({ from: on[at]!, to })),
    ...lines.filter(({ from, to }) => known.has(from) && known.has(to)),
  ];
  // what leads back to where it came from orders nothing
  for (const { from, to } of must) if (!leads(to, from)) before.get(to)!.add(from);
  const order: number[] = [];
  const rest = new Set([...boxes.map(({ id }) => id).filter((id) => !on.includes(id)), ...on]);
  while (rest.size > 0) {
    const next = [...rest].find((id) => [...before.get(id)!].every((one) => !rest.has(one)))!;
    rest.delete(next);
    order.push(next);
  }
  return order;
}

function place(boxes: readonly Box[], order: readonly number[], way: readonly number[]): Map<number, PlacedBox> {
  const of = new Map(boxes.map((box) => [box.id, box]));
  const tallest = Math.max(0, ...boxes.filter(({ id }) => way.includes(id)).map(({ height }) => height));
  const axis = ABOVE + tallest / 2;
  // half a box lower: beside the axis, and high enough to leave the lanes room
  const lower = axis + 56;
  let x = EDGE;
  return new Map(
    order.map((id) => {
      const box = of.get(id)!;
      const placed = { ...box, x, y: way.includes(id) ? axis - box.height / 2 : lower };
      x += box.width + GAP;
      return [id, placed] as const;
    }),
  );
}

const middleOf = ({ y, height }: PlacedBox): number => y + height / 2;
const isLevel = (one: PlacedBox, other: PlacedBox): boolean => middleOf(one) === middleOf(other);

/** From left to right on one level, with nothing in between. */
function isStraight(placed: ReadonlyMap<number, PlacedBox>, { from, to }: Line): boolean {
  const [a, b] = [placed.get(from)!, placed.get(to)!];
  if (a.x >= b.x || !isLevel(a, b)) return false;
  const y = middleOf(a);
  return ![...placed.values()].some((box) => box.x > a.x && box.x < b.x && box.y <= y && box.y + box.height >= y);
}

function alongAxis<L extends Line>(placed: ReadonlyMap<number, PlacedBox>, line: L): PlacedLine & { line: L } {
  const [a, b] = [placed.get(line.from)!, placed.get(line.to)!];
  const y = middleOf(a);
  return {
    line,
    points: [
      [a.x + a.width, y],
      [b.x, y],
    ],
    words: { x: b.x + b.width / 2, y: b.y - 6, width: b.width + GAP - 6 },
  };
}

interface Span<L> {
  line: L;
  left: PlacedBox;
  right: PlacedBox;
}

/** The lines that go below: shorter ones above longer ones, none on another. */
function lanesOf<L extends Line>(placed: ReadonlyMap<number, PlacedBox>, lines: readonly L[]): (PlacedLine & { line: L })[] {
  const spans = lines
    .map((line): Span<L> => {
      const [a, b] = [placed.get(line.from)!, placed.get(line.to)!];
      return a.x <= b.x ? { line, left: a, right: b } : { line, left: b, right: a };
    })
    .sort((one, other) => lengthOf(one) - lengthOf(other));
  const ports = portsOf(spans);
  const laid: { from: number; to: number; y: number }[] = [];
  return spans.map((span) => {
    const { line, left, right } = span;
    const [from, to] = [ports.get(span)!.left, ports.get(span)!.right];
    const passed = [...placed.values()].filter((box) => box.x + box.width > from && box.x < to);
    const under = Math.max(...[left, right, ...passed].map((box) => box.y + box.height)) + DROP;
    const y = Math.max(under, ...laid.filter((one) => one.from < to + PORT && one.to > from - PORT).map((one) => one.y + LANE));
    laid.push({ from, to, y });
    const corners: [number, number][] = [
      [from, left.y + left.height],
      [from, y],
      [to, y],
      [to, right.y + right.height],
    ];
    return {
      line,
      points: placed.get(line.from) === left ? corners : corners.reverse(),
      words: { x: (from + to) / 2, y, width: Math.max(0, to - from - 12) },
    };
  });
}

const lengthOf = ({ left, right }: Span<unknown>): number => right.x - left.x;

/** Where at the bottom of a box each of its lines stands: no two cross each other's lane there. */
function portsOf<L>(spans: readonly Span<L>[]): Map<Span<L>, { left: number; right: number }> {
  const ports = new Map(spans.map((span) => [span, { left: 0, right: 0 }]));
  for (const box of new Set(spans.flatMap(({ left, right }) => [left, right]))) {
    // those that come from the left, the nearest first; then those that go to the right, the farthest first
    const ends = [
      ...spans.filter(({ right, left }) => right === box && left !== box).map((span) => ({ span, end: 'right' as const })),
      ...spans
        .filter(({ left }) => left === box)
        .map((span) => ({ span, end: 'left' as const }))
        .reverse(),
    ];
    const step = Math.min(PORT, (box.width - PORT) / Math.max(1, ends.length - 1));
    const first = box.x + box.width / 2 - (step * (ends.length - 1)) / 2;
    ends.forEach(({ span, end }, at) => {
      ports.get(span)![end] = first + step * at;
    });
  }
  // a step that leads to itself leaves at one side and comes back at the other
  for (const [span, at] of ports) if (span.left === span.right) at.right = Math.min(at.left + PORT, span.left.x + span.left.width);
  return ports;
}

/** A line through these corners, round where it bends. */
export function pathOf(points: PlacedLine['points'], radius = 6): string {
  const [first, ...rest] = points;
  return rest.reduce((path, [x, y], at) => {
    const next = rest[at + 1];
    const [px, py] = points[at]!;
    if (!next) return `${path}L${x} ${y}`;
    const r = Math.min(radius, Math.hypot(x - px, y - py) / 2, Math.hypot(next[0] - x, next[1] - y) / 2);
    const [ix, iy] = [x - Math.sign(x - px) * r, y - Math.sign(y - py) * r];
    const [ox, oy] = [x + Math.sign(next[0] - x) * r, y + Math.sign(next[1] - y) * r];
    return `${path}L${ix} ${iy}Q${x} ${y} ${ox} ${oy}`;
  }, `M${first![0]} ${first![1]}`);
}
