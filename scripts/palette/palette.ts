import { readFileSync, writeFileSync } from 'node:fs';

const TOKENS = 'web/src/theme/tokens.css';
/** What `npm run fix` writes of the tokens, for antd, which computes with colours. */
const PALETTE = 'web/src/theme/palette.ts';
/** Colours, and shadows that are made of them: what differs between the themes and that antd has a name for. */
const COLOURS = /^(bg|line|text|accent|on-accent|orange|red|teal|shadow-[123])(-|$)/;

/** Sizes of type, space, corners and controls, which are the same in both. */
const SIZES = /^(fs-\d+|s\d+|r\d|h-(xs|s|m|touch))$/;

function declared(css: string, opening: string): ReadonlyMap<string, string> {
  const from = css.indexOf(opening);
  if (from < 0) throw new Error(`${TOKENS} has no ${opening}`);
  const block = css.slice(from, css.indexOf('\n}', from)).replace(/\/\*[\s\S]*?\*\//g, '');
  return new Map([...block.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]));
}

const keyOf = (name: string): string => (name.includes('-') ? `'${name}'` : name);

function written(tokens: ReadonlyMap<string, string>): string {
  const taken = [...tokens].filter(([name]) => COLOURS.test(name));
  return taken.map(([name, value]) => `    ${keyOf(name)}: '${value}',\n`).join('');
}

const sizes = (tokens: ReadonlyMap<string, string>): string =>
  [...tokens].flatMap(([name, value]) => (SIZES.test(name) ? [`  ${keyOf(name)}: ${Number.parseInt(value, 10)},\n`] : [])).join('');

/** The palette that the tokens give: both themes have the same names. */
export function paletteOf(css: string): string {
  return `/** Written by \`npm run fix\` from tokens.css: its colours and sizes as literals, because antd computes with them. */
export const PALETTES = {
  light: {
${written(declared(css, ':root {'))}  },
  dark: {
${written(declared(css, '[data-theme="dark"] {'))}  },
} as const;

/** px */
export const SIZES = {
${sizes(declared(css, ':root {'))}} as const;

export type ThemeName = keyof typeof PALETTES;
export type Palette = Readonly<Record<keyof (typeof PALETTES)['light'], string>>;
`;
}

const tokensOf = (root: string): string => readFileSync(`${root}${TOKENS}`, 'utf8');
export const isPaletteCurrent = (root: string): boolean => readFileSync(`${root}${PALETTE}`, 'utf8') === paletteOf(tokensOf(root));
export const writePalette = (root: string): void => writeFileSync(`${root}${PALETTE}`, paletteOf(tokensOf(root)));
