import { useSyncExternalStore } from 'react';
import { onTheme, themeName } from '#web/theme/mode.ts';
import type { Series } from './drawing.ts';

/** Colours of series, in their order: what stands beside another differs from it, and each from the page by 3 to 1 (look.test.ts). */
export const COLOURS = ['--c-done', '--c-paid', '--c-warn', '--text-2', '--teal', '--c-plan'] as const;
/** What the others add up to, and what is planned. */
export const QUIET = '--c-plan';

export type ColourName = (typeof COLOURS)[number];

/** The tokens with which a chart is drawn, as the theme has them. */
export interface Look {
  /** of a part, by its place */
  colourOf: (...of: Parameters<typeof colourOf>) => string;
  seriesColour: (...of: Parameters<typeof seriesColour>) => string;
  text: string;
  quiet: string;
  grid: string;
  page: string;
  font: string;
  /** of any other token */
  token: (name: string) => string;
}

/** By which token a series, or a part of a pie, is drawn. */
export const colourOf = (at: number, { rest = false, dash = false }: Partial<Pick<Series, 'rest' | 'dash'>> = {}): ColourName =>
  rest || dash ? QUIET : COLOURS[at % COLOURS.length]!;

/** By which token one of several series is drawn: what is planned takes no colour from the others. */
export const seriesColour = (series: readonly Pick<Series, 'rest' | 'dash'>[], at: number): ColourName =>
  colourOf(series.slice(0, at).filter(({ rest, dash }) => !rest && !dash).length, series[at]);

export function readLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  return {
    colourOf: (...of) => colour(colourOf(...of)),
    seriesColour: (...of) => colour(seriesColour(...of)),
    text: colour('--text'),
    quiet: colour('--text-3'),
    grid: colour('--c-grid'),
    page: colour('--bg-page'),
    font: getComputedStyle(document.body).fontFamily,
    token: colour,
  };
}

/** The theme on screen, or on paper. */
export const useTheme = (): string => useSyncExternalStore(onTheme, themeName, themeName);
