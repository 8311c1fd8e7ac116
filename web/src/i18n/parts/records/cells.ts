import { cells as en } from '../../en_US/records/cells.ts';
import { cells } from '../../zh_CN/records/cells.ts';

/** Texts of a list that is edited in its cells; what shows them adds them (`addTexts`). Chinese names the keys. */
export const CELLS_ZH = { cells };
export const CELLS_EN: { cells: Record<keyof typeof cells, string> } = { cells: en };
