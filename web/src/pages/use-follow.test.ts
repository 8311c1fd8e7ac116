import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOM = import.meta.dirname;
/** What reads without following by itself, and what asks again for it. */
const ASKED_BY: Readonly<Record<string, string>> = {
  'board/ShortcutDialog.tsx': 'board/use-board.ts',
  'form/attached/AttachmentList.tsx': 'form/control/use-read.ts',
  'form/rail/History.tsx': 'form/control/use-read.ts',
  'form/rail/version/VersionDialog.tsx': 'form/control/use-read.ts',
  'form/rail/Readers.tsx': 'form/control/use-read.ts',
  'list/state/use-rows.ts': 'list/state/use-list-page.ts',
  'messages/use-messages.ts': 'messages/use-messages-page.ts',
  'form/since/SinceLine.tsx': 'form/control/use-read.ts',
  'todo/mine/use-applying.ts': 'todo/use-todo-rows.ts',
  'todo/mine/use-mine.ts': 'todo/use-todo-rows.ts',
  'todo/narrow/Filters.tsx': 'todo/use-todo-rows.ts',
  'todo/use-todo-page.ts': 'todo/use-todo-rows.ts',
  'tree/state/use-large.ts': 'tree/state/use-tree.ts',
};

/** Read once, when it is begun: what is typed upon it stays, and the first month of which there is anything is a matter of the past. */
const ONCE: readonly string[] = ['form/adding/begun-by.ts', 'form/adding/copied.ts', 'past/MonthPicker.tsx'];

const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
const says = (file: string, what: RegExp): boolean => what.test(readFileSync(join(ROOM, file), 'utf8'));

it('FLOW-09 each page that reads what others may change follows it while it stands open', () => {
  const readers = files.filter((file) => says(file, /\buseOps?\(/));
  expect(readers).toContain('list/state/use-rows.ts');
  expect(readers.filter((file) => !ONCE.includes(file) && !says(ASKED_BY[file] ?? file, /\buseFollow(Record|Rights)?\(/))).toEqual([]);
  expect([...Object.keys(ASKED_BY), ...ONCE].filter((file) => !readers.includes(file))).toEqual([]);
});
