import type { NamedKey } from './said.ts';

/** What stands on a map, as the wire has it: a record with its place on the grid, rows from the north, columns from the west, both from 1. */
export interface MapPlace extends NamedKey {
  row: number;
  col: number;
  /** what its tile is called */
  short?: string;
  short_en?: string;
  /** by what maps of others know it */
  code?: string;
}

/** A map as the wire has it. */
export interface ToldMap {
  /** none where there are more than a map shows (`over`) */
  over?: 1;
  places: readonly MapPlace[];
  /** 1: places whose shapes are known by their codes are drawn with them, as the operator of the server has it; absent: as tiles */
  shapes?: 1;
  /** under which number the shapes were reviewed */
  review?: string;
}
