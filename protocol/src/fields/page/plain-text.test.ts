import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['', ''],
  ['<p></p>', ''],
  ['<p>a</p><p>b</p>', 'a\nb'],
  ['<p>a<strong>b</strong>c<br>d<br/>e</p>', 'abc\nd\ne'],
  ['<h3>a</h3><ul><li><p>b</p><ul><li><p>c</p></li></ul></li></ul><blockquote><p>d</p></blockquote>', 'a\nb\nc\nd'],
  ['<table><tbody><tr><th><p>a</p></th><td>b</td><td>c</td></tr><tr><td>d</td></tr></tbody></table>', 'a\nb c\nd'],
  ['<p>&lt;b&gt; &amp;lt; &quot;c&quot;&nbsp;d</p>', '<b> &lt; "c" d'],
  ['<p><a href="https://example.org/?a=1&amp;b" target="_blank">link</a></p>', 'link'],
])('FIELD-07 rich text in words: %s', (html, words) => {
  expect(plainText(html)).toBe(words);
});

it('takes no longer than the text is long', () => {
  for (const piece of ['<', '<a', '<p ', '&', ' ', '\n', '</td', '<br']) {
    const begun = performance.now();
    plainText(piece.repeat(100_000));
    expect(performance.now() - begun, piece).toBeLessThan(1_000);
  }
});
