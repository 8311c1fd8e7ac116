import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { Problem } from '#protocol/check/problem.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';

/** Where a program notes what it found to be right, and which program it is. */
export interface Noted {
  folder: string;
  program: string;
}

interface Note {
  key: string;
  warnings: Problem[];
}

/** What is wrong with definitions, and what is to be looked at. */
interface Found {
  errors: readonly Problem[];
  warnings: Problem[];
}

/**
 * Checks definitions by `check`, unless this program found the very same ones to be without an error at its last start: then they are right
 * still, and what it warned of is said again. Only one answer is kept, in a file beside the data; where it cannot be read or written,
 * definitions are checked as if there were none.
 */
export function checkedBefore<T extends Found>(suites: readonly SuiteDef[], { folder, program }: Noted, check: () => T): T | Note {
  const key = keyOf(suites, program);
  const file = join(folder, 'checked-definitions.json');
  const note = key === null ? null : read(file);
  if (note !== null && note.key === key) return note;
  const found = check();
  if (key !== null && found.errors.length === 0) write(folder, file, { key, warnings: found.warnings });
  return found;
}

/** Null where something stands in the definitions that is no data: it is refused by the checks, and stays so. */
function keyOf(suites: readonly SuiteDef[], program: string): string | null {
  try {
    return createHash('sha256').update(program).update(serialize(suites)).digest('hex');
  } catch {
    return null;
  }
}

function read(file: string): Note | null {
  try {
    const { key, warnings } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Note>;
    return typeof key === 'string' && Array.isArray(warnings) ? { key, warnings } : null;
  } catch {
    return null;
  }
}

/** Whole or not at all: processes of a team start together. */
function write(folder: string, file: string, note: Note): void {
  try {
    mkdirSync(folder, { recursive: true });
    const own = `${file}.${process.pid}`;
    writeFileSync(own, JSON.stringify(note), { mode: 0o600 });
    renameSync(own, file);
  } catch {
    // a folder that takes no file costs time at the next start, and nothing else
  }
}
