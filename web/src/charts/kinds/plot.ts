import type { Drawing, Mark } from '../drawing.ts';
import type { Look } from '../look.ts';

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The box of a drawing, and how it lies in it. It is told, not asked for by kinds: what page and kinds share would be a file more to load. */
export interface Room extends Box {
  /** columns, not rows */
  readonly isUp: boolean;
  /** words stand beside the parts of a pie */
  readonly hasWords: boolean;
  /** the token of each series' colour */
  readonly inks: readonly string[];
}

/** Where something stands in a sheet, px. */
export interface Place {
  x: number;
  y: number;
}

export interface Hears {
  onHover: (mark: Mark | null, at: Place) => void;
  onPress: (mark: Mark) => void;
}

/** A chart on screen, whoever draws it. */
export interface Plot {
  /** answers how large it is: as its box, or larger, then it scrolls */
  draw(drawing: Drawing, room: Room, look: Look): Box;
  /** makes a figure stand out until what it answers is called */
  mark(mark: Mark): () => void;
  placeOf(mark: Mark): Place | null;
  end(): void;
}
export type Begin = (host: HTMLElement, hears: Hears) => Plot;
