import type { Db } from '#server/db/db.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { handlers, installed, loadSuites } from '#server/installed.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { HandlersOf } from '#server/meta/handler.ts';
import type { House } from '#server/meta/house.ts';
import { DEMONSTRATION, demonstration, standUp } from '#server/testing-app.ts';
import { laid, laidHandlers } from './laid.ts';

let read: Catalogue | undefined;

/** The shipped suites with what is laid over them, checked as any installation is. */
export function laidOver(): { catalogue: Catalogue; handlers: HandlersOf } {
  const code: HandlersOf = new Map([...handlers(), [laid.code, laidHandlers]]);
  read ??= loadSuites([...installed().suites, laid], 'attack', undefined, code);
  return { catalogue: read, handlers: code };
}

/** Brings a database that holds the demonstration to it. */
export async function lay(db: Db, files: House['files']): Promise<void> {
  await standUp(db, files, laidOver().catalogue);
}

/** A copy of the demonstration with it, without rows of its own. */
export async function laidDatabase(files: House['files']): Promise<TestDatabase> {
  await (await demonstration(files)).close();
  return templateDatabase('laid', (db) => lay(db, files), { on: DEMONSTRATION });
}
