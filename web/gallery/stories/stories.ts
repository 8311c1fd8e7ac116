import type { WorkingType } from '#protocol/fields/fields.ts';
import { LINKS } from './links.ts';
import type { Stories, Story } from './story.ts';
import { TEXTS } from './texts.ts';
import { CHOICES, VALUES } from './values.ts';

/** The stories of every type that definitions may use: a type without one does not compile. */
export const STORIES: Stories<WorkingType> = { ...TEXTS, ...VALUES, ...CHOICES, ...LINKS };

/** A story with the type that it is of and a name of its own: `text`, and `text-2` for the second of a type. */
export interface NamedStory extends Story {
  type: WorkingType;
  name: string;
}

export const ALL: readonly NamedStory[] = Object.entries(STORIES).flatMap(([type, stories]) =>
  stories.map((story, at) => ({ ...story, type: type as WorkingType, name: at === 0 ? type : `${type}-${at + 1}` })),
);
