/** Which rows of a list are open, and what those that were drawn take below their line, in px. */
export interface Stand {
  open: ReadonlySet<number>;
  heights: ReadonlyMap<number, number>;
}

export const CLOSED: Stand = { open: new Set(), heights: new Map() };

/** px that a row is taken for which was not drawn yet, where none was */
const GUESS = 72;

/** px that a row takes below its line: as it was drawn, else as those that were take on average. */
export function roomOf({ open, heights }: Stand, id: number): number {
  if (!open.has(id)) return 0;
  return heights.get(id) ?? averageOf([...heights.values()]);
}

const averageOf = (heights: readonly number[]): number =>
  heights.length === 0 ? GUESS : Math.round(heights.reduce((sum, each) => sum + each, 0) / heights.length);

/** One more open, or one less. */
export function turned(stand: Stand, id: number): Stand {
  const open = new Set(stand.open);
  if (!open.delete(id)) open.add(id);
  return { ...stand, open };
}

export const areOpen = ({ open }: Stand, ids: readonly number[]): boolean => ids.length > 0 && ids.every((id) => open.has(id));

/** All of these open; closed where all are. What is open on other pages stays so. */
export function allTurned(stand: Stand, ids: readonly number[]): Stand {
  const isOpen = areOpen(stand, ids);
  const open = new Set(stand.open);
  for (const id of ids) {
    if (isOpen) open.delete(id);
    else open.add(id);
  }
  return { ...stand, open };
}

/** The same where the row is as high as it was known to be. */
export const grown = (stand: Stand, id: number, height: number): Stand =>
  stand.heights.get(id) === height ? stand : { ...stand, heights: new Map(stand.heights).set(id, height) };
