import { z } from 'zod';
import { uid } from '#protocol/meta/label.ts';

/** Shortcuts of a person at most. */
export const MOST_SHORTCUTS = 30;

const content = z
  .array(uid)
  .max(MOST_SHORTCUTS)
  .refine((uids) => new Set(uids).size === uids.length);

/** The entries of menus that a row of `shortcut` lists, in their order; null for what is no such list. */
export function readShortcuts(text: unknown): readonly string[] | null {
  try {
    return content.safeParse(JSON.parse(String(text))).data ?? null;
  } catch {
    return null;
  }
}
