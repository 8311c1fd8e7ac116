/**
 * Pages of many files whose first moment counts: each is sent with the names of its files, so that they are on their way before the entry has
 * asked for them. `file` stands in dist/web, and is what the server sends at that address.
 * @type {readonly { file: string, rooms: readonly string[] }[]}
 */
export const AHEAD = [
  { file: 'EI.html', rooms: ['shell/leader/ahead.ts', 'shell/leader/LeaderPage.tsx', 'shell/signin/session/SessionGuard.tsx'] },
];

/**
 * The page with these files named in its head, but for those that it asks for already. Scripts are read at once; style sheets are dressed with
 * when a script asks for them.
 * @param {string} page @param {readonly string[]} files
 */
export function naming(page, files) {
  const links = files
    .filter((file) => !page.includes(`/${file}"`))
    .map((file) => `<link rel="${file.endsWith('.css') ? 'preload" as="style' : 'modulepreload'}" crossorigin href="/${file}">`);
  return page.replace('</head>', ['', ...links, '</head>'].join('\n    ').trimStart());
}

/**
 * Throws when one of these files brings what checks definitions (zod): a page that draws by them needs what their words mean alone.
 * @param {readonly import('vite').Rollup.OutputChunk[]} chunks @param {readonly string[]} files
 */
export function withoutChecker(chunks, files) {
  const heavy = chunks.find(
    ({ fileName, moduleIds }) => files.includes(fileName) && moduleIds.some((id) => id.includes('/node_modules/zod/')),
  );
  if (heavy) throw new Error(`${heavy.fileName} brings zod to a page whose first moment counts`);
}
