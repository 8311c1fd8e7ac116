/** An id of docs/security.md whose page, op or format does not exist yet, wholly or in the part that is named: what it waits for. */
export interface Waits {
  id: string;
  waits: string;
  /** absent: nothing of it exists; else what waits while the rest is tested */
  part?: string;
}

export const WAITS_BE: readonly Waits[] = [
  { id: 'B3', part: 'Print', waits: 'print forms' },
  { id: 'B4', part: 'Export of lists, Print, import match', waits: 'export of lists, print forms, import' },
  { id: 'B7', part: 'export of lists, print', waits: 'export of lists, print forms' },
  { id: 'B10', part: 'Export of lists', waits: 'export of lists' },
  { id: 'B18', part: 'attach', waits: 'the archive' },
  { id: 'B24', part: 'what it does', waits: 'the account page and the market; today each of its calls is an unknown action' },
  { id: 'B25', part: 'the page', waits: 'the account page' },
  { id: 'B28', waits: 'the studio: today definitions change with a release only' },
  { id: 'B31', waits: 'import' },
  { id: 'C7', waits: 'import' },
  { id: 'C8', waits: 'import and preview by a converter' },
  { id: 'C9', part: 'lists', waits: 'export of lists' },
  { id: 'C15', waits: 'import' },
  { id: 'E12', part: 'single sign-on, codes', waits: 'their pages' },
  { id: 'E13', waits: 'single sign-on' },
  { id: 'E16', waits: 'AuthCode' },
];
