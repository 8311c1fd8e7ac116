import { writeExact } from '#protocol/fields/figure.ts';

/** An axis: round numbers from one end to the other, 0 among them. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The axis that holds these numbers and 0, with about so many steps of 1, 2 or 5. */
export function scaleOf(numbers: readonly (number | null)[], about: number): Scale {
  const known = numbers.filter((one): one is number => one !== null);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  if (low === high) return { min: 0, max: 1, step: 1 };
  const rough = (high - low) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10);
  return { min: Math.floor(low / step + 1e-9) * step || 0, max: Math.ceil(high / step - 1e-9) * step || 0, step };
}

/** Decimals that a step of an axis has. */
const placesOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

/** A number of an axis; of what is told in parts of 100, in those. */
export function tickText(at: number, { step }: Scale, percent: boolean): string {
  const hundred = percent ? 100 : 1;
  const places = placesOf(step * hundred);
  const text = writeExact((at * hundred).toFixed(Math.min(places, 20)));
  return percent ? `${text}%` : text;
}

/** The numbers along an axis. */
export const ticksOf = ({ min, max, step }: Scale): readonly number[] =>
  Array.from({ length: Math.round((max - min) / step) + 1 }, (_, at) => min + at * step);
