/** The board of the flag EI. */
export const BOARD = 'EI';
