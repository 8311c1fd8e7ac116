import { readLook } from './look.ts';

/** What stands around a chart in its picture. */
export interface Caption {
  title: string;
  /** what it was asked for, when it was counted */
  lines: readonly string[];
}

const SVG = 'http://www.w3.org/2000/svg';
/** Sizes of a picture, px. */
const [PAD, TITLE, LINE, SWATCH] = [16, 24, 18, 10];
/** The share of a line that names have. */
const NAMES = 0.4;
/** A picture has twice the pixels of the screen, as far as canvases reach. */
const [TWICE, LARGEST] = [2, 16_000];

/** The chart that stands in `root`, with its legend, its caption and the figures that are listed beside it, as a PNG. */
export async function pictureOf(root: HTMLElement, caption: Caption): Promise<Blob> {
  const sheet = root.querySelector<SVGSVGElement>('[data-sheet] svg');
  if (!sheet) throw new Error('nothing is drawn');
  const { svg, width, height } = composed(sheet, legendOf(root), listedIn(root), caption);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const scale = Math.min(TWICE, LARGEST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
}

interface Part {
  text: string;
  colour: string;
  isDashed: boolean;
}

const legendOf = (root: HTMLElement): readonly Part[] =>
  [...root.querySelectorAll<HTMLElement>('[data-legend] li')].map((part) => {
    const style = getComputedStyle(part.querySelector('i') ?? part);
    return { text: part.textContent ?? '', colour: style.color, isDashed: style.borderTopStyle === 'dashed' };
  });

/** Lines of the tables beside a map, which say what its figures are of. */
export const listedIn = (root: HTMLElement): readonly (readonly string[])[] =>
  [...root.querySelectorAll<HTMLTableRowElement>('table[data-listed] tr')].map((row) =>
    [...row.cells].map((cell) => cell.textContent ?? ''),
  );

/** One sheet: title, what was asked, the legend, the chart, the figures beside it. */
function composed(sheet: SVGSVGElement, legend: readonly Part[], listed: readonly (readonly string[])[], { title, lines }: Caption) {
  const look = readLook();
  const [wide, high] = [Number(sheet.getAttribute('width')), Number(sheet.getAttribute('height'))];
  const top = PAD + TITLE + (lines.length + legend.length) * LINE + PAD;
  const foot = top + high + PAD;
  const [width, height] = [wide + 2 * PAD, foot + (listed.length ? listed.length * LINE + PAD : 0)];
  const svg = node('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': look.font });
  svg.append(node('rect', { width, height, fill: look.page }));
  svg.append(words(title, PAD, PAD + LINE, { 'font-size': 16, 'font-weight': 600, fill: look.text }));
  for (const [at, line] of lines.entries())
    svg.append(words(line, PAD, PAD + TITLE + (at + 1) * LINE, { 'font-size': 12, fill: look.quiet }));
  for (const [at, part] of legend.entries()) {
    const y = PAD + TITLE + (lines.length + at + 1) * LINE;
    const fill = part.isDashed ? 'none' : part.colour;
    const box = node('rect', { x: PAD, y: y - SWATCH, width: SWATCH, height: SWATCH, fill, stroke: part.colour });
    if (part.isDashed) box.setAttribute('stroke-dasharray', '2 2');
    svg.append(box);
    svg.append(words(part.text, PAD + SWATCH + PAD / 2, y, { 'font-size': 12, fill: look.text }));
  }
  const drawn = sheet.cloneNode(true) as SVGSVGElement;
  for (const [name, value] of Object.entries({ x: PAD, y: top, width: wide, height: high })) drawn.setAttribute(name, String(value));
  svg.append(drawn);
  const ends = endsOf(listed, wide);
  for (const [at, cells] of listed.entries())
    svg.append(...lineOf(cells, { ends, y: foot + (at + 1) * LINE, fill: at ? look.text : look.quiet }));
  return { svg, width, height };
}

/** px of a letter of a list, of a Chinese one, and between two columns. */
const [LETTER, WIDE_LETTER, BETWEEN] = [6.5, 12, 12];
const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? WIDE_LETTER : LETTER), 0);

/** Where the columns of a list end in so much room, the one of names apart: in equal shares, as far as none reaches into the one before it. */
export function endsOf(listed: readonly (readonly string[])[], wide: number): readonly number[] {
  const last = Math.max(1, ...listed.map((cells) => cells.length - 1));
  const share = (wide * (1 - NAMES)) / last;
  const ends: number[] = [];
  for (let at = last; at >= 1; at -= 1) {
    const next = Math.max(0, ...listed.map((cells) => widthOf(cells[at + 1] ?? '')));
    ends[at] = Math.min(wide * NAMES + share * at, at === last ? wide : ends[at + 1]! - next - BETWEEN);
  }
  return ends;
}

/** A line of a table: its name begins at the left, its figures end at their columns' right. */
const lineOf = (cells: readonly string[], { ends, y, fill }: { ends: readonly number[]; y: number; fill: string }): Element[] =>
  cells.map((text, at) =>
    at === 0
      ? words(text, PAD, y, { 'font-size': 12, fill })
      : words(text, PAD + ends[at]!, y, { 'font-size': 12, fill, 'text-anchor': 'end' }),
  );

function node(name: string, attributes: Readonly<Record<string, string | number>>): Element {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function words(text: string, x: number, y: number, attributes: Readonly<Record<string, string | number>>): Element {
  const made = node('text', { x, y, ...attributes });
  made.textContent = text;
  return made;
}
