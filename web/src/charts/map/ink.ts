/** The tokens of a map, as the theme has them. */
export interface MapLook {
  /** of what has no figure, then of each step */
  fills: readonly string[];
  /** of the texts on each */
  inks: readonly string[];
  page: string;
  text: string;
  quiet: string;
  accent: string;
  /** between shapes */
  line: string;
}

const FILLS = ['--m0', '--m1', '--m2', '--m3', '--m4'] as const;
/** What texts on a tile may be, the first that can be read. */
const INKS = ['--text', '--bg-page', '--on-accent'] as const;
/** Contrast that a text has at least (WCAG 1.4.3). */
const READABLE = 4.5;

/** A map in the colours that `colour` tells of tokens: a text is the first that stands out from its tile, else the one that does most. */
export function mapLook(colour: (token: string) => string): MapLook {
  const inks = INKS.map(colour);
  const quiet = colour('--text-3');
  const fills = FILLS.map(colour);
  return {
    fills,
    inks: fills.map((fill, step) => (step === 0 ? quiet : inkOn(fill, inks))),
    page: colour('--bg-page'),
    text: colour('--text'),
    quiet,
    accent: colour('--accent-text'),
    line: colour('--line-strong'),
  };
}

const inkOn = (fill: string, inks: readonly string[]): string =>
  inks.find((ink) => contrast(fill, ink) >= READABLE) ??
  inks.reduce((best, ink) => (contrast(fill, ink) > contrast(fill, best) ? ink : best));

/** How far two colours (#rrggbb, or #rgb as a sheet that was made smaller has it) stand out from each other, as WCAG has it. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replaceAll(/[^#]/g, '$&$&') : colour;
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
