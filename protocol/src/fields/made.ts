import { endingOf } from './endings.ts';

/** What a handler may make a file of, and the endings of its name: nothing here runs where it is opened. */
const MADE = {
  'application/pdf': ['pdf'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
  'application/json': ['json'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
} as const;

export type MadeType = keyof typeof MADE;
export const MADE_TYPES = Object.keys(MADE) as readonly MadeType[];

/** Whether a type is one of them, and a name ends as it says: a file is served by its ending alone. */
export const isMadeType = (type: string, name: string): type is MadeType =>
  Object.hasOwn(MADE, type) && (MADE[type as MadeType] as readonly string[]).includes(endingOf(name));
