import { describe, expect, it } from 'vitest';
import { type BoardDef, type BoardWidgetDef, MOST_TEXT } from '#protocol/meta/board/board.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const order = testTable('order', { readlog: 1, fields: [field('code', { data_type: 'text', length: 20 })] });
const plain = testTable('plain', { fields: [field('code', { data_type: 'text', length: 20 })] });
const notice = testTable('notice', { fields: [field('kind', { data_type: 'int' })] });
const NAMES = { key_name: '部件', key_name_en: 'Part' };
const TEXT = '# 标题\n\n**请** 先看[说明](https://a.b/c)，或写信 <mailto:a@b.c>\n\n`<b>` 原样显示';
const part = (of: Partial<BoardWidgetDef>): BoardWidgetDef => ({ uid: 'w', kind: 'text', at: [1, 1, 1, 1], ...NAMES, ...of });
const text = (of: object) => part({ text: TEXT, text_en: 'Read it first', ...of });
const problems = (widget: BoardWidgetDef, of: Partial<BoardDef> = {}, tables = [order, plain, notice]) => {
  const board: BoardDef = {
    ...{ uid: 'b', board_name: 'desk', key_name: '桌面', key_name_en: 'Desk', columns: ['1fr'], rows: ['auto'] },
    ...{ widgets: [widget], ...of },
  };
  return checkSuites([testSuite(tables, { boards: [board] })]).errors;
};
const told = (...of: Parameters<typeof problems>) =>
  problems(...of).map(({ path, reason }) => `${path.replace('boards[desk].', '')}: ${reason}`);
const RECORD = { record: { cloud: 'order', search: 'order' } };

describe('META-01 DESK-02 what a part of a board says by itself', () => {
  it.each<[string, BoardWidgetDef, Partial<BoardDef>]>([
    ['a text in both languages', text({}), {}],
    ['unread messages', part({ kind: 'notice' }), {}],
    ['messages of some kinds', part({ kind: 'notice', filters: { kind: ',1,2,' } }), {}],
    ['who opened records of a table', part({ kind: 'active', cloud: 'order' }), {}],
    ['who opened the record', part({ kind: 'active' }), RECORD],
  ])('%s is taken', (_, widget, of) => expect(told(widget, of)).toEqual([]));

  it.each<[string, BoardWidgetDef, string]>([
    ['a text in one language', part({ text: TEXT }), 'widgets[w].text_en: missing'],
    ['no text', part({}), 'widgets[w].text: missing'],
    ['a text of blanks', text({ text_en: ' \n' }), 'widgets[w].text_en: it says nothing'],
    ['a text without a name', text({ key_name: undefined, key_name_en: undefined }), 'widgets[w].key_name: missing'],
    ['HTML', text({ text: 'a <b onclick="x()">b</b>' }), 'widgets[w].text: <b is no Markdown'],
    ['a script', text({ text_en: '<script>x()</script>' }), 'widgets[w].text_en: <script is no Markdown'],
    ['a picture', text({ text: '![x](https://a.b/c.png)' }), 'widgets[w].text: a picture is not shown'],
    ['a link that runs', text({ text: '[x](javascript:alert(1))' }), "widgets[w].text: a link cannot lead to 'javascript:alert(1'"],
    [
      'a link that runs, below',
      text({ text: '[x][y]\n\n[y]: data:text/html,x' }),
      "widgets[w].text: a link cannot lead to 'data:text/html,x'",
    ],
    ['a link that runs, bare', text({ text: '<javascript:x()>' }), "widgets[w].text: a link cannot lead to 'javascript:x()'"],
    ['a text with a table', text({ cloud: 'order' }), 'widgets[w].cloud: a part of kind text has no cloud'],
    ['a list with a text', part({ kind: 'todo', tabs: ['todo'], text: 'a' }), 'widgets[w].text: a part of kind todo has no text'],
    ['messages by no field', part({ kind: 'notice', filters: { ghost: '1' } }), 'widgets[w].filters.ghost: unknown field ghost'],
    ['readers of no table', part({ kind: 'active', cloud: 'oder' }), 'widgets[w].cloud: unknown table oder'],
    ['readers of nothing', part({ kind: 'active' }), 'widgets[w].cloud: missing'],
    ['readers that nobody keeps', part({ kind: 'active', cloud: 'plain' }), 'widgets[w].cloud: plain keeps no readers'],
  ])('%s is refused', (_, widget, said) => expect(told(widget)).toContain(said));

  it('who opened another than the record, and messages where there are none, are refused', () => {
    expect(told(part({ kind: 'active', cloud: 'order' }), RECORD)).toContain('widgets[w].cloud: it tells of the record of the board');
    const none = told(part({ kind: 'notice', filters: { kind: '1' } }), {}, [order]);
    expect(none).toContain('widgets[w].filters: unknown table notice');
  });

  it('a text too long is refused, each with what mends it', () => {
    const long = problems(text({ text: 'a'.repeat(MOST_TEXT + 1) }));
    expect(long.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^it is too long/)]);
    const [html] = problems(text({ text: '<i>a</i>' }));
    expect(html!.mend).toBe('write Markdown: HTML in it is shown as it was typed');
  });
});
