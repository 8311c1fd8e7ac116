import { type Kind, mergeProperties, mergeRows, staying } from '../merge.ts';
import type { Choice } from './choice.ts';

/** A dictionary as a suite says it, or as it stands in a company. */
export interface Saying {
  key_name: string;
  name_en: string | null;
  items: readonly Choice[];
}

export interface Merged extends Saying {
  /** what the suite says now, with what it ever brought and took away: of that the choices are hidden */
  said: Saying;
  /** what stays though the suite says something new, in words */
  told: readonly string[];
}

const CHOICES: Kind<Choice> = {
  keyOf: ({ number }) => number,
  properties: ['key_name', 'name_en', 'look', 'code', 'ordinal', 'hidden'],
  quiet: ['ordinal'],
  called: ({ number, key_name }) => `choice ${number} (${key_name})`,
};

/** A dictionary after a start: its names and its choices merged. With nothing said and nothing standing all of it is new. */
export function mergeDict(said: Saying | null, here: Saying | null, wanted: Saying): Merged {
  if (!here) return { ...wanted, said: wanted, told: [] };
  const told: string[] = [];
  const names = mergeProperties(['key_name', 'name_en'], { was: said ?? undefined, is: here, will: wanted }, (...what) =>
    told.push(staying(...what)),
  );
  const choices = mergeRows(CHOICES, { said: said?.items ?? [], here: here.items, wanted: wanted.items }, (line) => told.push(line));
  return { ...names, items: choices.rows, said: { ...wanted, items: choices.said }, told };
}
