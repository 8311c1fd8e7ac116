import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINK_ATTRIBUTES, RICH_TAGS } from '#protocol/fields/page/rich-text.ts';
import { HOSTILE_MARKUP } from '#protocol/fields/page/testing-payloads.ts';
import type { ResolvedField } from '../catalogue.ts';
import { boundRich, cleanHtml, MOST_RICH } from './clean.ts';

const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*) ?\/?>$/;

/** What in a text is neither text nor a tag of the list with its own attributes: told in words of its own, by no library. */
function strangers(html: string): string[] {
  const parts = html.match(/<[^<>]*>|[<>]/g) ?? [];
  return parts.filter((part) => {
    const [, ends, tag = '', said = ''] = TAG.exec(part) ?? [];
    const known = RICH_TAGS[tag];
    if (ends === undefined || !known || (ends && said)) return true;
    const attributes = [...said.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!.replaceAll('&amp;', '&')] as const,
    );
    if (tag === 'a' && attributes.length > 0 && attributes.length !== 3) return true;
    return !attributes.every(
      ([name, value]) =>
        known[name]?.test(value) || (tag === 'a' && Object.entries(LINK_ATTRIBUTES).some(([a, b]) => a === name && b === value)),
    );
  });
}

describe('D1 rich text is cleaned when it is written', () => {
  it.each(HOSTILE_MARKUP.map((markup) => [markup.slice(0, 80), markup]))('%s', (_, markup) => {
    for (const html of [
      markup,
      `<p>before</p>${markup}<p>after</p>`,
      `<table><tr><td>${markup}`,
      `<ul><li><a href="https://example.org">${markup}`,
    ]) {
      const clean = cleanHtml(html) ?? '';
      expect(strangers(clean)).toEqual([]);
      expect(cleanHtml(clean)).toBe(clean);
    }
  });

  it('D1 whatever they are put together of', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE_MARKUP),
      fc.constantFrom('<', '>', '"', "'", '&', '<!--', '-->', '</p>', '<a href=', '\0', 'a'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const clean = cleanHtml(pieces.join('')) ?? '';
        expect(strangers(clean)).toEqual([]);
        expect(cleanHtml(clean)).toBe(clean);
      }),
      { numRuns: 400 },
    );
  });

  it('FIELD-07 what the list names stays as it is, and what others call otherwise by its name', () => {
    const kept =
      '<h3>背景</h3><p>一<strong>二</strong><em>三</em><u>四</u><s>五</s><code>六</code><br />七 &amp; 八 &lt; 九</p>' +
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li></ol><blockquote><p>d</p></blockquote><hr /><pre><code>e</code></pre>' +
      '<table><tbody><tr><th colspan="2"><p>f</p></th></tr><tr><td><p>g</p></td><td rowspan="2"><p>h</p></td></tr></tbody></table>' +
      '<p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">i</a></p>';
    expect(cleanHtml(kept)).toBe(kept);
    expect(cleanHtml('<h1>a</h1><h6>b</h6><div>c<b>d</b><i>e</i><del>f</del></div>')).toBe(
      '<h3>a</h3><h4>b</h4><p>c<strong>d</strong><em>e</em><s>f</s></p>',
    );
    expect(cleanHtml('1 < 2 & "3"')).toBe('1 &lt; 2 &amp; "3"');
  });

  it('FIELD-07 what other writers put within each other stays, without what holds it', () => {
    expect(cleanHtml('<div><div><p>a</p></div><div>b<div>c</div></div></div>')).toBe(
      '<p></p><p></p><p>a</p><p></p><p>b</p><p>c</p><p></p><p></p>',
    );
    for (const deep of [10, 70, 5000]) expect(cleanHtml(`${'<div>'.repeat(deep)}a${'</div>'.repeat(deep)}`)).toContain('<p>a</p>');
  });
});

it('R10 a request has 400,000 characters of rich text cleaned at most, in all its rows', () => {
  const [rich, line] = (['html', 'text'] as const).map((data_type) => ({ def: { data_type } }) as ResolvedField);
  const one = {};
  boundRich(one, rich!, 'a'.repeat(MOST_RICH - 1));
  boundRich(one, rich!, 'a');
  for (const [field, input] of [
    [line!, 'a'],
    [rich!, null],
  ] as const)
    boundRich(one, field, input);
  expect(() => boundRich(one, rich!, 'a')).toThrow(expect.objectContaining({ code: 316, remark: '$pagesTooLong' }));
  boundRich({}, rich!, 'a');
});
