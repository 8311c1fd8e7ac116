import { sessionState } from '#web/api/session.ts';

/** Where something is typed. */
export interface DraftPlace {
  /** fields and rows of a record, the opinion on it, what is said with an act beside deciding, a list's filter, its cells */
  part: 'form' | 'opinion' | 'act' | 'filter' | 'cells';
  cloud: string;
  /** 0: a record that does not exist yet. It belongs to the bookkeeping domain in which it was begun. */
  id: number;
  /** what tells two places of one table without a record apart, such as the parent of a new one */
  about?: string;
}

const PREFIX = 'fw.draft/';
const keyOf = (...parts: readonly (string | number)[]): string => PREFIX + parts.map((part) => encodeURIComponent(part)).join('/');

/** Begins every key of the signed-in person, and of nobody else. */
export function ownerKey(): string {
  const { subname = '', id = 0 } = sessionState().session?.user ?? {};
  return `${keyOf(subname, id)}/`;
}

/** Begins the keys of all places of one part of a record. */
export function recordKey({ part, cloud, id }: Omit<DraftPlace, 'about'>): string {
  const domain = id === 0 ? (sessionState().session?.user.domain?.id ?? 0) : 0;
  return `${ownerKey()}${[part, cloud, id, domain].map((each) => encodeURIComponent(each)).join('/')}/`;
}

/** One place's key; each window that types there adds its own name. */
export const placeKey = (place: DraftPlace): string => `${recordKey(place)}${encodeURIComponent(place.about ?? '')}/`;

export const isDraftKey = (key: string): boolean => key.startsWith(PREFIX);

/** The part of a place or a kept draft. */
export const partOf = (key: string): string => key.slice(PREFIX.length).split('/')[2] ?? '';
