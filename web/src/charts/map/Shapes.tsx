import type { MapLook } from './ink.ts';
import { FONT, Legend } from './Legend.tsx';
import { endsOf, stepOf } from './mapped.ts';
import type { ShapeBook, ShapedTile, ShapeSheet } from './shapes.ts';

interface ShapesProps {
  tiles: readonly ShapedTile[];
  book: ShapeBook;
  sheet: ShapeSheet;
  look: MapLook;
  chosen: number | null;
  mark: number | null;
  /** what stands below the map */
  foot: string;
}

/** px: what is smaller has a dot beside it, so large; how far a text stands below its middle, how wide its ground is around it. */
const [SMALL, DOT, DOWN, GROUND] = [10, 6, 4, 4];
/** px: the ring of a mark, with the ground from which it stands out; what is left free at the edges. */
const [RING, AROUND, EDGE] = [2, 6, 4];

/** The whole picture, whatever part of it stands on the map of this reader: places with their shapes, their figures, what colours mean and the number of the review, all in the sheet: it is printed and saved as it stands. */
export function Shapes({ tiles, book, sheet, look, chosen, mark, foot }: ShapesProps) {
  const ends = endsOf(tiles);
  const { width, height, scale, top } = sheet;
  const ringed = tiles.filter(({ id }) => id === chosen || id === mark);
  const at = `translate(0 ${top}) scale(${scale})`;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="presentation" fontSize={FONT} textAnchor="middle">
      {ends && <Legend ends={ends} right={width - EDGE} look={look} />}
      <g transform={at} stroke={look.line} strokeWidth={0.75} strokeLinejoin="round">
        {Object.entries(book.shapes).map(([code, shape]) =>
          tiles.some((tile) => tile.code === code) ? null : (
            <path key={code} d={shape.path} fill={look.fills[0]} vectorEffect="non-scaling-stroke" />
          ),
        )}
        {tiles.map((tile) => (
          <path
            key={tile.id}
            {...placed(tile, stepOf(tile.at, ends))}
            d={tile.path}
            fill={look.fills[stepOf(tile.at, ends)]}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={book.inset} fill={look.quiet} stroke="none" />
        {ringed.map((tile) => (
          <g key={tile.id} {...{ fill: 'none', pointerEvents: 'none' }} data-ring={tile.id}>
            <path d={tile.path} stroke={look.page} strokeWidth={AROUND} vectorEffect="non-scaling-stroke" />
            <path d={tile.path} stroke={ringOf(tile.id, { chosen, mark }, look)!} strokeWidth={RING} vectorEffect="non-scaling-stroke" />
          </g>
        ))}
      </g>
      {tiles.map((tile) => (
        <Place
          key={tile.id}
          tile={tile}
          sheet={sheet}
          look={look}
          step={stepOf(tile.at, ends)}
          ring={ringOf(tile.id, { chosen, mark }, look)}
        />
      ))}
      {foot !== '' && (
        <text x={EDGE} y={height - DOWN} fill={look.quiet} textAnchor="start">
          {foot}
        </text>
      )}
    </svg>
  );
}

const placed = ({ id, opens }: ShapedTile, step: number) => ({
  'data-tile': id,
  'data-step': step,
  cursor: opens ? 'pointer' : 'default',
});

const ringOf = (id: number, { chosen, mark }: Pick<ShapesProps, 'chosen' | 'mark'>, look: MapLook): string | null =>
  id === mark ? look.accent : id === chosen ? look.text : null;

interface PlaceProps {
  tile: ShapedTile;
  sheet: ShapeSheet;
  look: MapLook;
  step: number;
  ring: string | null;
}

/** The figure on a ground of the colour of its place, wherever it goes beyond it; a dot for what is too small to be seen or pressed. */
function Place({ tile, sheet: { scale, top }, look, step, ring }: PlaceProps) {
  const [x, y] = [tile.col * scale, top + tile.row * scale];
  const fill = look.fills[step]!;
  const isSmall = tile.size * scale < SMALL;
  return (
    <g data-of={tile.id} pointerEvents={isSmall ? undefined : 'none'}>
      {isSmall && (
        <circle {...placed(tile, step)} cx={x} cy={y} r={DOT} fill={fill} stroke={ring ?? look.line} strokeWidth={ring ? RING : 1} />
      )}
      {tile.at !== null && (
        <text
          {...{ x, y: y + DOWN, fill: look.inks[step], fontWeight: 600, pointerEvents: 'none' }}
          {...{ stroke: fill, strokeWidth: GROUND, strokeLinejoin: 'round', paintOrder: 'stroke' }}
        >
          {tile.brief}
        </text>
      )}
    </g>
  );
}
