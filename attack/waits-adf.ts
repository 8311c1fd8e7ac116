import type { Waits } from './waits-be.ts';

/** Ids of lists A, D and F whose page, op or format does not exist yet, wholly or in the part that is named. */
export const WAITS_ADF: readonly Waits[] = [
  { id: 'A11', part: 'saving metadata', waits: 'the studio: today definitions come from files, and the loader refuses' },
  { id: 'A12', part: 'saving metadata', waits: 'the studio; formats run on a linear machine already' },
  { id: 'A15', part: 'new tables at run time, export, import', waits: 'the studio, export, import' },
  { id: 'A19', part: 'print, SMS', waits: 'print forms, SMS' },
  { id: 'A22', part: 'the converter', waits: 'preview by a converter; today no program is started at all' },
  { id: 'D1', part: 'mail, boards, print forms', waits: 'mail between people, boards, print forms; the form is tested' },
  { id: 'D3', part: 'web pages, single sign-on', waits: 'web pages as routes, single sign-on' },
  { id: 'F1', part: 'the interface test', waits: 'LoginApi Check; today no connection is opened at all' },
  { id: 'F2', part: 'images by address', waits: 'the editor, mail, print, xlsx; today no connection is opened at all' },
  { id: 'F3', part: 'imports', waits: 'import; the limit stands for every call' },
  { id: 'F6', part: 'mails between people, SMS', waits: 'the mail editor, SMS' },
  { id: 'F10', waits: 'import and preview by a converter' },
];
