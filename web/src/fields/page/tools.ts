import type { Editor } from '@tiptap/core';
import type { TextKey } from '#web/i18n/catalogue.ts';
import type { IconName } from '#web/ui/Icon.tsx';

export interface Tool {
  /** its name */
  key: TextKey;
  icon?: IconName;
  /** what does the same by the keyboard */
  keys?: string;
  /** the first of a group */
  begins?: true;
  run(editor: Editor): unknown;
  isOn?(editor: Editor): boolean;
  can?(editor: Editor): boolean;
}

/** What is written goes on where it was. */
const at = (editor: Editor) => editor.chain().focus();

export const TOOLS: readonly Tool[] = [
  {
    key: 'page.bold',
    icon: 'bold',
    keys: 'Ctrl+B',
    run: (editor) => at(editor).toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    key: 'page.italic',
    icon: 'italic',
    keys: 'Ctrl+I',
    run: (editor) => at(editor).toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    ...{ key: 'page.underline', icon: 'underline', keys: 'Ctrl+U' },
    run: (editor) => at(editor).toggleUnderline().run(),
    isOn: (editor) => editor.isActive('underline'),
  },
  { key: 'page.strike', icon: 'strike', run: (editor) => at(editor).toggleStrike().run(), isOn: (editor) => editor.isActive('strike') },
  {
    ...{ key: 'page.heading', icon: 'heading', begins: true },
    run: (editor) => at(editor).toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    ...{ key: 'page.subheading', icon: 'subheading' },
    run: (editor) => at(editor).toggleHeading({ level: 4 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 4 }),
  },
  {
    ...{ key: 'page.bullets', icon: 'list', begins: true },
    run: (editor) => at(editor).toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    ...{ key: 'page.numbers', icon: 'numbers' },
    run: (editor) => at(editor).toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    ...{ key: 'page.quote', icon: 'quote' },
    run: (editor) => at(editor).toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { key: 'page.link', icon: 'link', begins: true, run: () => undefined, isOn: (editor) => editor.isActive('link') },
  {
    ...{ key: 'page.table', icon: 'grid' },
    run: (editor) => at(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    can: (editor) => !editor.isActive('table'),
  },
  {
    ...{ key: 'page.undo', icon: 'undo', keys: 'Ctrl+Z', begins: true },
    run: (editor) => at(editor).undo().run(),
    can: (editor) => editor.can().undo(),
  },
  { key: 'page.redo', icon: 'redo', keys: 'Ctrl+Y', run: (editor) => at(editor).redo().run(), can: (editor) => editor.can().redo() },
];

/** While the caret is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  { key: 'page.addRow', run: (editor) => at(editor).addRowAfter().run() },
  { key: 'page.addColumn', run: (editor) => at(editor).addColumnAfter().run() },
  { key: 'page.deleteRow', run: (editor) => at(editor).deleteRow().run() },
  { key: 'page.deleteColumn', run: (editor) => at(editor).deleteColumn().run() },
  { key: 'page.deleteTable', run: (editor) => at(editor).deleteTable().run() },
];
