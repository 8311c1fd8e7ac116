import { z } from 'zod';
import type { Layout } from '#protocol/meta/layout.ts';
import { type FieldFilter, filters } from './filters.ts';
import { parseJson } from './json.ts';
import { laidFields } from './layout.ts';

/** Whom a view is for: `range` of its row of `define`; named in `rules/view.ts`. */
export type ViewRange = 0 | 1 | 2;

/** What a view of a list says, of fields by their uid; of what it does not say the list is as it lies for its reader without one. */
export interface ViewContent {
  columns?: Layout | undefined;
  sort?: [uid: string, direction: 'asc' | 'desc'][] | undefined;
  filters?: Record<string, FieldFilter> | undefined;
  /** by what the rows stand together, the outermost first */
  groups?: string[] | undefined;
}

const content = z.strictObject({
  columns: laidFields.optional(),
  sort: filters.shape.sort,
  filters: filters.shape.fields,
  groups: z.array(z.string().max(130)).max(8).optional(),
});

/** What `content` of a view's row says; null where it says nothing that is one. */
export function readView(text: string): ViewContent | null {
  try {
    const read = content.safeParse(parseJson(text));
    return read.success ? (read.data as ViewContent) : null;
  } catch {
    return null;
  }
}

/** A view of a list as a reader has it: cut to what he sees of its table. */
export interface View {
  id: number;
  version: number;
  key_name: string;
  range: ViewRange;
  content: ViewContent;
  /** 1: nobody but who made it, and administrators, changes it */
  locked?: 1;
  /** 1: the list opens with it for those whom it is for */
  is_default?: 1;
  /** 1: he may change what it says, and its name */
  edits?: 1;
  /** 1: he may lock it, make it the default, take it away */
  owns?: 1;
  /** who keeps a department's view, where that is somebody else */
  by?: { key_name: string; key_name_en?: string };
  /** 1: of his own view a filter is left out: it goes by what he does not see any more, or what is gone */
  partial?: 1;
}

/** The views of a list that a reader has. */
export interface Views {
  rows: View[];
  /** 1: he has a department, for which he may keep views */
  team?: 1;
  /** 1: he may keep views for his company */
  shares?: 1;
}
