import { board as en } from '../../en_US/records/board.ts';
import { board } from '../../zh_CN/records/board.ts';

/** Texts of a board; its page adds them (`addTexts`). Chinese names the keys. */
export const BOARD_ZH = { board };
export const BOARD_EN: { board: Record<keyof typeof board, string> } = { board: en };
