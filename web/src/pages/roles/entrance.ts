import { giveable, type RoleGroup, type RoleItem } from './draft.ts';

/** A place where a box of the matrix stands: `row` counts groups and suites as they stand below each other, column 0 is the box of all acts. */
export interface At {
  row: number;
  column: number;
}

/** Of these groups those of which roles give the act. */
export const offered = (groups: readonly RoleGroup[], code: string): readonly RoleGroup[] =>
  groups.filter((group) => giveable(group).some((item) => item.code === code));

/** The box by which the tab order comes in: the one that was left, while it is shown; else that of all acts of the first table which has any. */
export function entranceOf(suites: readonly (readonly RoleGroup[])[], columns: readonly RoleItem[], left: At): At {
  // a suite has a box over a column where it ticks several
  const rows = suites.flatMap((some) => [{ groups: some, least: 2 }, ...some.map((group) => ({ groups: [group], least: 1 }))]);
  const stands = ({ row, column }: At): boolean => {
    const { groups, least } = rows[row] ?? { groups: [], least: 1 };
    if (column === 0) return least === 1 && groups.some((group) => giveable(group).length > 0);
    return offered(groups, columns[column - 1]?.code ?? '').length >= least;
  };
  return stands(left) ? left : { row: rows.findIndex((_, row) => stands({ row, column: 0 })), column: 0 };
}
