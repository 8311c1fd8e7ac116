import { RICH_TAGS } from '#protocol/fields/page/rich-text.ts';
import type { BoardDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
import { tableMend } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import { pathColumn } from '../report/path.ts';
import type { Scope } from '../scope.ts';

/** What a part says without a report or a list: a text, messages of some kind, who opened records. */
export function checkSaid(scope: Scope, { record }: BoardDef, widget: BoardWidgetDef, report: Report): void {
  if (widget.kind === 'text')
    for (const key of ['text', 'text_en'] as const) checkText(widget[key] ?? '', (...said) => report(key, ...said));
  if (widget.kind === 'notice') checkNotice(scope, widget, report);
  if (widget.kind === 'active') checkActive(scope, record, widget, report);
}

type Say = (reason: string, mend: string) => void;
const TAG = /<(?:!--|\/?[a-z][a-z0-9-]{0,20}(?=[\s/>]))/i;
/** Where links lead, those that stand behind their words and those that stand by themselves. */
const BEHIND = /\]\(\s*<?([^\s)>]*)/g;
const BELOW = /\]:\s*<?([^\s)>]*)/g;
const BARE = /<([a-z][a-z0-9+.-]{0,31}:[^\s<>]{0,200})/gi;
const HREF = RICH_TAGS.a!.href!;

/** What a page would not lay out, it would show as it was typed, or leave away: nobody writes that on purpose. */
function checkText(said: string, report: Say): void {
  if (said !== '' && said.trim() === '') report('it says nothing', 'write what the board says');
  // code is shown as it stands
  const text = said.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, '');
  const tag = TAG.exec(text)?.[0];
  if (tag) report(`${tag} is no Markdown`, 'write Markdown: HTML in it is shown as it was typed');
  if (text.includes('![')) report('a picture is not shown', 'take the picture out');
  const lines = text.split('\n').filter((line) => line.trimStart().startsWith('['));
  for (const [, href = ''] of [...text.matchAll(BEHIND), ...lines.join('\n').matchAll(BELOW), ...text.matchAll(BARE)])
    if (!HREF.test(href)) report(`a link cannot lead to '${href}'`, 'write a whole address: https://, http://, mailto: or tel:');
}

function checkNotice(scope: Scope, { filters = {} }: BoardWidgetDef, report: Report): void {
  const [first] = Object.keys(filters);
  if (first === undefined) return;
  const table = scope.table('notice');
  if (!table) report('filters', 'unknown table notice', tableMend(scope, 'notice'));
  else for (const path of Object.keys(filters)) pathColumn(scope, table, path, below(report, `filters.${path}`));
}

function checkActive(scope: Scope, record: BoardDef['record'], { cloud }: BoardWidgetDef, report: Report): void {
  if (record !== undefined && cloud !== undefined)
    report('cloud', 'it tells of the record of the board', 'take cloud out, or record of the board');
  const named = record?.cloud ?? cloud;
  if (named === undefined) {
    report('cloud', 'missing', 'say the table of whose records it tells, or record of the board');
    return;
  }
  const table = scope.table(named);
  // of the record's own table the board says so already
  if (!table) {
    if (record === undefined) report('cloud', `unknown table ${named}`, tableMend(scope, named, true));
  } else if (table.readlog !== 1) report('cloud', `${named} keeps no readers`, 'write readlog: 1 in the table, or take the part out');
}
