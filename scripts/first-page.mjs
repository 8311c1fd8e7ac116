import { join } from 'node:path';

/**
 * What a page may weigh: JavaScript and style sheets, by gzip. `rooms` are the modules that must be there before anybody can work with
 * it; what they ask for later (the live channel, other pages) does not count. `after`: rooms that are there already. `without`: rooms that
 * must not come with it, however light it is.
 * @type {readonly { page: string, most: number, rooms: readonly string[], after?: readonly string[], without?: readonly string[] }[]}
 */
export const BUDGETS = [
  { page: 'the sign-in page', most: 100_000, rooms: ['main.tsx', 'shell/signin/SignInPage.tsx'] },
  {
    page: 'the way to the first list page',
    most: 420_000,
    rooms: [
      ...['main.tsx', 'shell/signin/SignInPage.tsx', 'shell/signin/session/SessionGuard.tsx', 'shell/frame/Frame.tsx'],
      ...['pages/todo/TodoPage.tsx', 'pages/list/ListPage.tsx'],
    ],
    without: ['fields/date/calendar.tsx', 'pages/list/filter/FilterPanel.tsx', 'pages/tabform/RecordPage.tsx'],
  },
  {
    page: 'what draws charts of every kind',
    most: 240_000,
    rooms: [
      ...['charts/kinds/bar.ts', 'charts/kinds/line.ts', 'charts/kinds/pie.ts'],
      ...['charts/own/gauge.ts', 'charts/own/curve.ts', 'charts/own/waterfall.ts'],
    ],
    after: ['main.tsx', 'pages/report/ReportPage.tsx', 'pages/report/chart/ChartPart.tsx'],
  },
];

/**
 * The files in which these rooms come, of a build's chunks: theirs with all that those import at once.
 * @param {string} root @param {readonly import('vite').Rollup.OutputChunk[]} chunks @param {readonly string[]} rooms
 * @param {readonly string[]} [after] rooms that are there already
 */
export function filesOf(root, chunks, rooms, after = []) {
  const begin = rooms.map((room) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, 'web/src', room)));
    if (!chunk) throw new Error(`the build has no chunk of ${room}: what it loads is not known`);
    return chunk.fileName;
  });
  const files = new Set(begin);
  for (const name of files) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const file of chunk?.imports ?? []) files.add(file);
    for (const file of chunk?.viteMetadata?.importedCss ?? []) files.add(file);
  }
  const there = after.length > 0 ? filesOf(root, chunks, after) : [];
  return [...files].filter((file) => !there.includes(file));
}

/**
 * Throws when one of `without` stands in a file of `files`: what takes it along is told.
 * @param {string} root @param {readonly import('vite').Rollup.OutputChunk[]} chunks @param {readonly string[]} files
 * @param {{ page: string, without?: readonly string[] }} budget
 */
export function withoutThese(root, chunks, files, { page, without = [] }) {
  for (const room of without) {
    const [file] = filesOf(root, chunks, [room]);
    if (files.includes(file)) throw new Error(`${page} takes ${room} along (${file}), which comes later`);
  }
}

/**
 * Throws when a page weighs more than it may, and says by what.
 * @param {ReadonlyMap<string, number>} weights gzip bytes by file @param {{ page: string, most: number }} budget
 */
export function withinBudget(weights, { page, most }) {
  const total = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (total <= most) return total;
  const heavy = [...weights].sort(([, one], [, other]) => other - one).slice(0, 5);
  const named = heavy.map(([file, bytes]) => `${file} ${bytes}`).join(', ');
  throw new Error(`${page} weighs ${total} bytes (JavaScript and CSS, gzip), at most ${most} are allowed: ${named}`);
}
