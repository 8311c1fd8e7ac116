import { describe, expect, it } from 'vitest';
import { DEEPEST, markdownHtml } from './markdown.ts';

describe('FIELD-07 Markdown as it is laid out', () => {
  it.each([
    ['quotations', '>'.repeat(20_000)],
    ['quotations with blanks', '> '.repeat(DEEPEST + 1)],
    ['lists', '- '.repeat(10_000)],
    ['numbered lists', `${'1. '.repeat(6000)}a`],
    ['both', '> - '.repeat(5000)],
    ['lists line by line', Array.from({ length: 100 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
    ['lists moved in by tabs', `${'\t'.repeat(16)}- a`],
    ['bold that never ends well', '**a '.repeat(2500) + ' b**'.repeat(2500)],
  ])('D1 too deep to lay out are %s: its words do, in no time', (_, text) => {
    const begun = performance.now();
    expect(markdownHtml(text)).toBeNull();
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('as deep as somebody writes is laid out', () => {
    expect(markdownHtml(`${'> '.repeat(DEEPEST)}a`)?.match(/<blockquote>/g)).toHaveLength(DEEPEST);
    const list = Array.from({ length: 10 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n');
    expect(markdownHtml(list)?.match(/<ul>/g)).toHaveLength(10);
    expect(markdownHtml(`a ${'> '.repeat(40)}`)).toContain('<p>a ');
    expect(markdownHtml('-'.repeat(100))).toContain('<hr>');
  });

  it('D1 HTML in it is shown as it was typed', () => {
    expect(markdownHtml('a `List<String>` and List<String> & "b"')).toBe(
      '<p>a <code>List&lt;String&gt;</code> and List&lt;String&gt; &amp; &quot;b&quot;</p>\n',
    );
    expect(markdownHtml('<div onclick="x()">\na\n</div>\n\nb')).toBe(
      '<p>&lt;div onclick=&quot;x()&quot;&gt;<br>a<br>&lt;/div&gt;</p><p>b</p>\n',
    );
    expect(markdownHtml('<script>x()</script>')).not.toContain('<script');
    expect(markdownHtml('a <!-- b --> c')).toContain('&lt;!-- b --&gt;');
  });

  it('a task has its box, a picture its words', () => {
    expect(markdownHtml('- [x] done\n- [ ] open')).toBe('<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>\n');
    expect(markdownHtml('see ![the *pump* <b>](https://a.b/c.png) ![](d.png)')).toMatch(/^<p>see the \*?pump\*? &lt;b&gt; d\.png<\/p>/);
  });
});
