import { expect } from '@playwright/test';
import { build } from 'esbuild';
import { LINK_ATTRIBUTES, RICH_TAGS } from '#protocol/fields/page/rich-text.ts';
import { HOSTILE_MARKUP } from '#protocol/fields/page/testing-payloads.ts';
import { test } from '../support/test.ts';

/** What the pages have for rich text, as one script: it is tried in a browser, for there is no other parser of HTML like it. */
async function script(): Promise<string> {
  const contents = `
    import { cleanFragment, cleanHtml } from './web/src/fields/page/clean.ts';
    import { fromOffice } from './web/src/fields/page/office.ts';
    Object.assign(window, { cleanFragment, cleanHtml, fromOffice });`;
  const root = new URL('../..', import.meta.url).pathname;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, bundle: true, write: false, format: 'iife' });
  return outputFiles[0]!.text;
}

interface Room {
  hit?: unknown;
  cleanFragment(html: string): DocumentFragment;
  cleanHtml(html: string): string;
  fromOffice(html: string): string;
}

test('D1 markup that the server let through does nothing where it is shown', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('about:blank');
  await page.evaluate(await script());
  const known = Object.fromEntries(Object.entries(RICH_TAGS).map(([tag, names]) => [tag, Object.keys(names)]));
  for (const markup of HOSTILE_MARKUP) {
    const told = await page.evaluate(
      ([html, tags, link]) => {
        const room = window as unknown as Room;
        const box = document.body.appendChild(document.createElement('div'));
        const strange: string[] = [];
        for (const each of [html, `<p>a</p>${html}<p>b</p>`, `<table><tr><td>${html}`]) {
          box.replaceChildren(room.cleanFragment(each));
          for (const element of box.querySelectorAll('*')) {
            const names = tags[element.localName];
            const free = element.localName === 'a' && element.hasAttribute('href') ? Object.keys(link) : [];
            if (!names || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') strange.push(element.outerHTML);
            for (const { name, value } of element.attributes) {
              if (name === 'href' && !/^(https?:|mailto:|tel:)/i.test(value)) strange.push(value);
              if (!names?.includes(name) && !(free.includes(name) && link[name] === value)) strange.push(`${element.localName} ${name}`);
            }
            for (const name of free) if (element.getAttribute(name) !== link[name]) strange.push(`${element.localName} without ${name}`);
          }
          if (room.cleanHtml(box.innerHTML) !== box.innerHTML) strange.push(`again: ${box.innerHTML}`);
          for (const one of box.querySelectorAll('a')) one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
        }
        return { strange, hit: room.hit };
      },
      [markup, known, { ...LINK_ATTRIBUTES } as Record<string, string>] as const,
    );
    expect([markup, told]).toEqual([markup, { strange: [] }]);
  }
  expect(asked.filter((url) => /^https?:/.test(url))).toEqual([]);
});

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head><body>
<div class=WordSection1><p class=MsoNormal><b><span lang=EN-US style='font-family:"Arial"'>Title<o:p></o:p></span></b></p>
<p class=MsoNormal>See <a href="https://example.org/x"><span style='color:blue'>the standard</span></a>,
<span style='font-weight:bold'>bold</span> and <span style='font-style:italic'>slanted</span></p>
<p class=MsoListParagraph style='text-indent:-21pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7pt "Times New Roman"'>&nbsp; </span></span><![endif]>one</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>inner</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>two</p>
<p class=MsoNormal>between</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.</span>first</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.</span>second</p></div></body></html>`;
const EXCEL = `<html><head><style>.xl65 {mso-number-format:General;font-weight:700;}\n.xl66 {color:red}</style></head><body><table border=0 width=128 style='width:96pt'>
<col width=64><tr height=19><td class=xl65 width=64>Item</td><td class=xl65>Amount</td></tr><tr><td class=xl66>Pump</td><td align=right>1,200.00</td></tr></table></body></html>`;

test('FIELD-07 what Word and Excel copy keeps paragraphs, lists, tables, bold and links', async ({ page }) => {
  await page.goto('about:blank');
  await page.evaluate(await script());
  const pasted = (html: string) =>
    page.evaluate((text) => {
      const { cleanHtml, fromOffice } = window as unknown as Room;
      return cleanHtml(fromOffice(text)).replace(/\s+/g, ' ').replaceAll('> <', '><').trim();
    }, html);
  expect(await pasted(WORD)).toBe(
    '<p><strong>Title</strong></p>' +
      '<p>See <a href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow">the standard</a>, <strong>bold</strong> and <em>slanted</em></p>' +
      '<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul><p>between</p><ol><li><p>first</p></li><li><p>second</p></li></ol>',
  );
  expect(await pasted(EXCEL)).toBe(
    '<table><tbody><tr><td><strong>Item</strong></td><td><strong>Amount</strong></td></tr><tr><td>Pump</td><td>1,200.00</td></tr></tbody></table>',
  );
  expect(await pasted('<b style="font-weight:normal"><p>plain</p><p><span style="font-weight:700">fat</span></p></b>')).toBe(
    '<p>plain</p><p><strong>fat</strong></p>',
  );
});
