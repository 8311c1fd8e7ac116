import type { MapLook } from './ink.ts';
import { FONT, Legend, widthOf } from './Legend.tsx';
import { endsOf, type MapTile, type Sheet, stepOf } from './mapped.ts';

interface TilesProps {
  tiles: readonly MapTile[];
  sheet: Sheet;
  look: MapLook;
  chosen: number | null;
  mark: number | null;
}

/** px of the corners of a tile; the lines of a tile from its middle; the ring of a mark from its tile. */
const ROUND = 3;
const [NAME_UP, FIGURE_DOWN, ALONE, RING] = [3, 12, 4, 3];

/** The tiles and what their colours mean, all in the sheet: it is printed and saved as it stands. */
export function Tiles({ tiles, sheet, look, chosen, mark }: TilesProps) {
  const ends = endsOf(tiles);
  return (
    <svg
      width={sheet.width}
      height={sheet.height}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      role="presentation"
      fontSize={FONT}
      textAnchor="middle"
    >
      {ends && <Legend ends={ends} right={sheet.width - RING} look={look} />}
      {tiles.map((tile) => (
        <Tile key={tile.id} tile={tile} sheet={sheet} look={look} step={stepOf(tile.at, ends)} />
      ))}
      {tiles.map(
        (tile) =>
          (tile.id === chosen || tile.id === mark) && (
            <rect key={tile.id} {...ringOf(tile, sheet)} fill="none" stroke={tile.id === mark ? look.accent : look.text} strokeWidth={2} />
          ),
      )}
    </svg>
  );
}

function ringOf(tile: MapTile, { cornerOf, size }: Sheet) {
  const { x, y } = cornerOf(tile);
  return { x: x - RING, y: y - RING, width: size + 2 * RING, height: size + 2 * RING, rx: ROUND + RING };
}

/** What is wider than its tile is drawn closer. */
const fitted = (text: string, size: number) =>
  widthOf(text) > size ? { textLength: size - 2, lengthAdjust: 'spacingAndGlyphs' as const } : {};

function Tile({ tile, sheet, look, step }: { tile: MapTile; sheet: Sheet; look: MapLook; step: number }) {
  const { size } = sheet;
  const { x, y } = sheet.cornerOf(tile);
  const [middle, centre] = [x + size / 2, y + size / 2];
  const ink = look.inks[step];
  return (
    <g data-tile={tile.id} data-step={step} cursor={tile.opens ? 'pointer' : 'default'}>
      <rect x={x} y={y} width={size} height={size} rx={ROUND} fill={look.fills[step]} />
      <text x={middle} y={tile.at === null ? centre + ALONE : centre - NAME_UP} fill={ink} {...fitted(tile.short, size)}>
        {tile.short}
      </text>
      {tile.at !== null && (
        <text x={middle} y={centre + FIGURE_DOWN} fill={ink} fontWeight={600} {...fitted(tile.brief, size)}>
          {tile.brief}
        </text>
      )}
    </g>
  );
}
