import { Marked, type Tokens } from 'marked';

/** Quotations and lists within each other; who nests deeper than this writes for no reader, and what lays it out would go as deep. */
export const DEEPEST = 30;

const MARKERS = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*)+/;
const MARKER = />|[-*+]|\d{1,9}[.)]/g;

/** How many quotations and lists a line stands in at most: its marks, and what it is moved in before the first of them. */
function depthOf(line: string): number {
  const [marked] = MARKERS.exec(line) ?? [];
  if (marked === undefined) return 0;
  const before = /^[ \t]*/.exec(marked)![0].replaceAll('\t', '    ').length;
  return Math.floor(before / 2) + marked.match(MARKER)!.length;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Lines as they were broken. What is HTML in it is shown as it was typed, a picture by its words, a task by its box. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  renderer: {
    html: ({ text, block }: Tokens.HTML | Tokens.Tag) =>
      block ? `<p>${escaped(text.trimEnd()).replaceAll('\n', '<br>')}</p>` : escaped(text),
    image: ({ href, text }) => escaped(text || href),
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

/** Markdown as HTML, for `cleanFragment`; null where it cannot be laid out and its words must do. */
export function markdownHtml(text: string): string | null {
  if (text.split('\n').some((line) => depthOf(line) > DEEPEST)) return null;
  try {
    return marked.parse(text) as string;
  } catch {
    return null;
  }
}
