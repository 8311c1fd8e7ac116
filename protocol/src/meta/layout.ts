/** What a layout says of one field, or of a sub-table (`import` and `export` alone); what it does not say is as the definition has it. */
export interface LaidField {
  /** 1: a column of the list */
  list?: 0 | 1 | undefined;
  /** px of the column */
  list_width?: number | undefined;
  /** 1: the search view offers it as a filter */
  search?: 0 | 1 | undefined;
  import?: 0 | 1 | undefined;
  export?: 0 | 1 | undefined;
  /** its place among the columns */
  index?: number | undefined;
  /** 1: the column stays where the others scroll away */
  frozen?: 0 | 1 | undefined;
}

/** How a list lies, by uid of its fields (LIST-10). */
export type Layout = Readonly<Record<string, LaidField>>;

/** A layout as it stands, with the row of `define` that keeps it, where the reader may change that. */
export interface KeptLayout {
  content: Layout;
  id?: number;
  version?: number;
}

/** The layouts of a list that a reader has: his own, which stands alone where there is one, and his company's. */
export interface Layouts {
  own?: KeptLayout;
  company?: KeptLayout;
  /** of a variant, whose lists lie apart from its table's: its uid, by which its layouts are kept */
  source?: string;
  /** 1: he may write his company's */
  shares?: 1;
}

export const NARROWEST = 40;
export const WIDEST = 1200;
