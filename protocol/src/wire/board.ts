import { z } from 'zod';
import { MOST_WIDGETS } from '#protocol/meta/board/board.ts';
import { uid } from '#protocol/meta/label.ts';

/** Parts by uid, each once. */
const parts = z.array(uid).max(MOST_WIDGETS);

/**
 * How a person has a board (docs/decisions/269), by uids of its parts: those that he hid, and in which order he put them on a wide screen, and on one
 * that has room for a column or two. What is not said is as the definition has it.
 */
export const boardLayer = z.strictObject({ hidden: parts.optional(), wide: parts.optional(), narrow: parts.optional() });
export type BoardLayer = z.infer<typeof boardLayer>;

/** The board that an address of the product's own names, `/board/NAME`. */
export const boardAt = (address: string): string | undefined => /^\/board\/([A-Za-z][A-Za-z0-9_]{0,58})$/.exec(address)?.[1];

/** As LoadReport tells it, with what it was saved as; 0: never. */
export interface KeptLayer extends BoardLayer {
  version: number;
}

/** What is said of these parts; null where one stands in a list twice. */
export function layerOf(layer: BoardLayer, isPart: (uid: string) => boolean): BoardLayer | null {
  const lists = Object.entries(layer).filter(([, uids]) => uids.length > 0);
  if (lists.some(([, uids]) => new Set(uids).size < uids.length)) return null;
  return Object.fromEntries(lists.map(([name, uids]) => [name, uids.filter(isPart)]).filter(([, uids]) => uids!.length > 0));
}
