import { createContext, type ReactNode } from 'react';

/** What the form draws at its places of what is another since its reader decided or looked; drawn by what is loaded where there is something. */
export interface Marks {
  /** fields that are marked: one that the title says stands in the form too */
  fields: ReadonlySet<string>;
  /** beside a field's name */
  field(name: string): ReactNode;
  /** in a row's first cell; rows by the sub-table's key and their id */
  row(sub: string, id: number | undefined): ReactNode;
  /** a cell's content, with what it was before */
  cell(sub: string, id: number | undefined, name: string, content: ReactNode): ReactNode;
  /** below a sub-table, the rows that went */
  gone(sub: string): ReactNode;
}

/** null: nothing is marked */
export const MarksOf = createContext<Marks | null>(null);
