import type { Key } from './drill.ts';

/** A figure: a count, an exact decimal; null where there is nothing to tell. */
export type Figure = number | string | null;
export type Figures = Readonly<Record<string, Figure>>;

/** What was counted of one line: its key in each target from the first, and where each stands in its order. */
export interface Counted {
  readonly keys: readonly Key[];
  readonly ranks: readonly number[];
  readonly figures: Figures;
  /** of a pivot its keys in the targets that stand beside each other, and where each stands there */
  readonly across?: readonly Key[];
  readonly acrossRanks?: readonly number[];
  /** of a tree: the node above that of its key */
  readonly up?: Key;
  /** what these are laid beside */
  readonly was?: Figures;
  /** both as far as they have come, where that is not all of them */
  readonly due?: Figures;
  readonly wasDue?: Figures;
}

/** A line as it is shown; `rest`: what the others of a list that is cut add up to. */
export interface Line extends Counted {
  readonly depth: number;
  readonly rest?: 1;
  /** of such a line: how many they are */
  readonly others?: number;
  /** figures that are more than nothing of nothing */
  readonly off?: readonly string[];
}
