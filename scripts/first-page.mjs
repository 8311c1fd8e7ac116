import { join } from 'node:path';

/** What the sign-in page may weigh: JavaScript and style sheets, by gzip. */
export const FIRST_PAGE_BYTES = 100_000;

/** What stands there before anybody can type: the entry, and the page that it opens for a stranger. */
const ROOMS = ['index.html', 'web/src/shell/signin/SignInPage.tsx'];

/**
 * The files that the sign-in page loads, of a build's chunks: those of its rooms with all that they import at once.
 * @param {string} root @param {readonly import('vite').Rollup.OutputChunk[]} chunks
 */
export function firstPageFiles(root, chunks) {
  const begin = ROOMS.map((room) => {
    const chunk = chunks.find(
      ({ facadeModuleId }) => facadeModuleId && [join(root, room), join(root, 'web', room)].includes(facadeModuleId),
    );
    if (!chunk) throw new Error(`the build has no chunk of ${room}: what the sign-in page loads is not known`);
    return chunk.fileName;
  });
  const files = new Set(begin);
  for (const name of files) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const file of chunk?.imports ?? []) files.add(file);
    for (const file of chunk?.viteMetadata?.importedCss ?? []) files.add(file);
  }
  return [...files];
}

/**
 * Throws when the sign-in page weighs more than it may, and says by what.
 * @param {ReadonlyMap<string, number>} weights gzip bytes by file @param {number} [most]
 */
export function withinBudget(weights, most = FIRST_PAGE_BYTES) {
  const total = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (total <= most) return total;
  const heavy = [...weights].sort(([, one], [, other]) => other - one).slice(0, 5);
  const named = heavy.map(([file, bytes]) => `${file} ${bytes}`).join(', ');
  throw new Error(`the sign-in page weighs ${total} bytes (JavaScript and CSS, gzip), at most ${most} are allowed: ${named}`);
}
