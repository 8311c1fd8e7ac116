/** A text; one that stands so many steps in; one that stands at the right, as the figures below it; a decimal text with how many decimals are shown, of a `percent` in parts of 100; a day `yyyy-MM-dd`; nothing. */
export type Cell =
  | string
  | { readonly text: string; readonly indent: number }
  | { readonly right: string }
  | { readonly number: string; readonly decimals: number; readonly percent?: boolean }
  | { readonly day: string }
  | null;

/** How a row looks: the sheet's title, what is said about it, the heads of its columns, a sum above or below others, any other. */
export type Look = 'title' | 'note' | 'head' | 'sum' | 'body';

export interface Row {
  readonly cells: readonly Cell[];
  readonly look?: Look;
  /** how far it stands below the top of what can be folded */
  readonly level?: number;
}

/** One sheet as it is to be written. */
export interface Sheet {
  readonly name: string;
  readonly made: Date;
  /** of its columns, in letters */
  readonly widths: readonly number[];
  /** rows at its top that stay in place; the last of them is the head, which each printed page repeats; 0: none */
  readonly frozen: number;
  /** how many of them, the last ones, are heads; absent: one */
  readonly heads?: number;
  /** the deepest level of its rows; absent: none can be folded */
  readonly levels?: number;
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
}
