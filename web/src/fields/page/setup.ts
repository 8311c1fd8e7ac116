import { type Editor, Extension } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { goToNextCell } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { LINK_ATTRIBUTES, RICH_TAGS } from '#protocol/fields/page/rich-text.ts';

/** Whether rich text keeps an address. */
export const isAddress = (href: string): boolean => RICH_TAGS.a!.href!.test(href);

/** An address as people type it: a name of a host, or of a person. Null where it is none. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : text.includes('@') && !text.includes('/') ? `mailto:${text}` : `https://${text}`;
  return text !== '' && isAddress(whole) ? whole : null;
}

/** Without the widths of columns, which would be styles. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] });

/** Entries of a list go in and out by brackets: Tab leads to the next field of the form, as everywhere. */
const Indents = Extension.create({
  name: 'indents',
  addKeyboardShortcuts: () => ({
    'Mod-]': ({ editor }: { editor: Editor }) => editor.commands.sinkListItem('listItem'),
    'Mod-[': ({ editor }: { editor: Editor }) => editor.commands.liftListItem('listItem'),
  }),
});

/** What the box can hold: what the list of tags names. */
export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    trailingNode: false,
    link: { openOnClick: false, autolink: true, linkOnPaste: true, HTMLAttributes: { ...LINK_ATTRIBUTES }, isAllowedUri: isAddress },
  }),
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  Indents,
];

/** Tab is the browser's where it leads to no other cell of a table. */
export function leavesByTab(view: EditorView, event: KeyboardEvent): boolean {
  if (event.key !== 'Tab' || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !goToNextCell(event.shiftKey ? -1 : 1)(view.state);
}
