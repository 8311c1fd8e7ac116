import type { MapLook } from './ink.ts';
import { type endsOf, STEPS, stepOf } from './mapped.ts';

/** px of texts, of the boxes, between both. */
export const FONT = 12;
const [BOX, HIGH, GAP] = [16, 8, 3];
/** Wide as digits and Latin letters are, and as others are, px. */
const [NARROW, WIDE] = [7, 12.5];
/** About how wide a text is. */
export const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (one.codePointAt(0)! < 0x2e80 ? NARROW : WIDE), 0);

/** From the least to the most, at the right end above the map; of what is all alike one colour. */
export function Legend({
  ends: { least, most },
  right,
  look,
}: {
  ends: NonNullable<ReturnType<typeof endsOf>>;
  right: number;
  look: MapLook;
}) {
  const isOne = stepOf(least.at, { least, most }) === STEPS;
  const fills = look.fills.slice(isOne ? STEPS : 1);
  const boxes = right - widthOf(most.text) - GAP - fills.length * BOX;
  return (
    <g fill={look.quiet} data-legend-of-map="">
      {!isOne && (
        <text x={boxes - GAP} y={FONT} textAnchor="end">
          {least.text}
        </text>
      )}
      {fills.map((fill, at) => (
        <rect key={fill} x={boxes + at * BOX} y={FONT - HIGH - 1} width={BOX - 1} height={HIGH} fill={fill} />
      ))}
      <text x={right} y={FONT} textAnchor="end">
        {most.text}
      </text>
    </g>
  );
}
