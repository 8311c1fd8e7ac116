/** Versions that are asked for at once. */
export const PAGE = 50;

/**
 * The versions of a page with the place that each has in the record's history, counted from its creation: newer ones push it down, and it
 * stays the same. A record's version number is not one: decisions leave it as it is.
 */
export const placed = <Version>(versions: readonly Version[], page: number, total: number): (Version & { nth: number })[] =>
  versions.map((version, at) => ({ ...version, nth: total - (page - 1) * PAGE - at }));
