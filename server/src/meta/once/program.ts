import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What tells this program from any other: the text of the file at `url`, which names its further parts by what stands in them, and the Node
 * that runs it. Nothing where it runs from its sources: what it once found to be right, somebody may be changing.
 */
export function programOf(url: string): string | undefined {
  const file = fileURLToPath(url);
  return file.endsWith('.js') ? createHash('sha256').update(process.version).update(readFileSync(file)).digest('hex') : undefined;
}
