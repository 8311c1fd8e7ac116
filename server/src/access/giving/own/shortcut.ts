import { readShortcuts } from '#protocol/wire/shortcut.ts';
import { type Guard, onField } from '../guard.ts';

/** A row of shortcuts lists entries of menus, each once. Whose it is the row's own rule says; what of it opens is said when it is shown. */
export const guardShortcut: Guard = async (writing) => {
  const { content } = writing.changes;
  if (content !== undefined && content !== null && !readShortcuts(content)) throw onField(writing, 317, 'shortcutContent', 'content');
};
