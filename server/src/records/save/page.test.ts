import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_MARKUP } from '#protocol/fields/page/testing-payloads.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const add = (form: Record<string, unknown>) => desk.ask(own, 'Add', { cloud: 'order', key_name: '订单', ...form });
const modify = (id: unknown, form: Record<string, unknown>) => desk.ask(own, 'Modify', { cloud: 'order', id, ...form });
const body = async (id: unknown) => (await lying(desk, 'order', Number(id))).body;
const found = async (filters: object): Promise<unknown[]> => {
  const { code, rows } = await desk.ask(own, 'Page', { cloud: 'order', filters: JSON.stringify(filters) });
  expect(code).toBe(200);
  return rows.map((row) => row.id);
};

describe('FIELD-07 rich text', () => {
  it('D1 what is written is clean, whoever sends it', async () => {
    const { data } = await add({ body: '<p onclick="x()">甲<script>x()</script><b>乙</b><img src=x onerror=x()></p>' });
    expect(await body(data.id)).toBe('<p>甲<strong>乙</strong></p>');
    const shown = await desk.ask(own, 'Show', { cloud: 'order', id: data.id });
    expect(JSON.stringify(shown.data)).toContain('<p>甲<strong>乙</strong></p>');
    for (const markup of HOSTILE_MARKUP.filter((one) => one.length < 500)) {
      const { code } = await modify(data.id, { body: `<p>甲</p>${markup}` });
      expect([200, 317], markup).toContain(code);
      expect(await body(data.id), markup).not.toMatch(
        /<(?!\/?(?:p|a|b|ol|ul|li|table|tbody|tr|td|th|strong|h3)\b)[^ ]| on\w+=|javascript:|style=/i,
      );
    }
  });

  it('sent back as it stands it changes nothing, and as it was sent first neither', async () => {
    const dirty = '<p class="MsoNormal">甲<b>乙</b></p>';
    const { data } = await add({ body: dirty });
    const before = await lying(desk, 'order', Number(data.id));
    for (const again of [dirty, '<p>甲<strong>乙</strong></p>']) expect((await modify(data.id, { body: again })).code).toBe(200);
    expect((await lying(desk, 'order', Number(data.id))).version).toBe(before.version);
  });

  it('of what shows no letter there is none; a length counts what is kept, and says so', async () => {
    for (const empty of ['<p></p>', '<p>&nbsp;</p><p><br></p>', '<script>x</script>', '<table><tr><td></td></tr></table>', '<img src=x>'])
      expect(await body((await add({ body: empty })).data.id), empty).toBeNull();
    expect(await add({ body: `<p>${'a'.repeat(594)}</p>` })).toMatchObject({
      code: 316,
      remark: '$fieldPageTooLong',
      data: { limit: 600 },
    });
    expect((await add({ body: `<p>${'a'.repeat(593)}</p>` })).code).toBe(200);
    // each sign becomes five when it is written as HTML
    expect(await add({ body: `<p>${'&'.repeat(200)}</p>` })).toMatchObject({ code: 316, remark: '$fieldPageTooLong' });
    for (const wrong of ['<p>a\u0000</p>', '<p>\ud800</p>']) expect((await add({ body: wrong })).code).toBe(317);
    expect((await desk.ask(own, 'Add', { cloud: 'order', key_name: '订单', body: { a: 1 } })).code).toBe(317);
  });

  it('R10 what a request may have cleaned is bounded, before anything of it is', async () => {
    expect(await add({ body: '<'.repeat(400_001) })).toMatchObject({ code: 316, remark: '$pagesTooLong', data: { limit: 400_000 } });
    expect(await add({ body: 'a'.repeat(400_000) })).toMatchObject({ code: 316, remark: '$fieldPageTooLong' });
  });

  it('LIST-09 a word is found where it is read, a tag nowhere', async () => {
    const { data } = await add({ body: '<p>滨<strong>江</strong>泵站 R&amp;D &lt;一期&gt;</p><ul><li><p>alpha</p></li></ul>' });
    for (const word of ['滨江泵站', 'R&D <一期>', 'ALPHA']) {
      expect(await found({ key_word: word }), word).toEqual([data.id]);
      expect(await found({ fields: { body: word } }), word).toEqual([data.id]);
      expect(await found({ fields: { body: { op: 'like', value: word } } }), word).toEqual([data.id]);
    }
    for (const word of ['strong', '&amp;', '</p>', '一期>alpha']) {
      expect(await found({ key_word: word }), word).toEqual([]);
      expect(await found({ fields: { body: { op: 'like', value: word } } }), word).toEqual([]);
    }
    expect(await found({ fields: { body: { op: 'filled', value: '' } }, key_word: '滨江泵站' })).toEqual([data.id]);
  });

  it('R10 each comparison of a page of text reads all of it: ten in one request at most, with what is looked for inside of texts', async () => {
    const asked = async (filters: object) => (await desk.ask(own, 'Page', { cloud: 'order', filters: JSON.stringify(filters) })).code;
    const some = (many: number, one: string) => Array.from({ length: many }, () => one).join('|');
    for (const one of [
      "body='a'",
      "manual>='a'",
      "body!='a'",
      'body is empty',
      "body in ('a','b')",
      'key_name={body}',
      "key_name in ({manual},'a')",
    ]) {
      expect([one, await asked({ where: some(10, one) })]).toEqual([one, 200]);
      expect([one, await asked({ where: some(11, one) })]).toEqual([one, 341]);
    }
    expect(await asked({ where: some(6, 'body={manual}') })).toBe(341);
    for (const filter of [['a', 'b'], { op: 'called', value: ['a'] }, { op: 'like', value: 'a' }, { op: 'filled' }])
      expect([filter, await asked({ where: some(10, "manual='a'"), fields: { body: filter } })]).toEqual([filter, 341]);
    expect(await asked({ where: some(11, "key_name='a'"), fields: { body: ['a', 'b'] } })).toBe(200);
  });
});

it('FIELD-07 Markdown is kept as it was typed, HTML in it too: it is cleaned where it is read', async () => {
  const text = '# 一\n\n- **二** <b onclick=x>三</b>\n';
  const { data } = await add({ manual: text });
  expect((await lying(desk, 'order', Number(data.id))).manual).toBe(text);
  expect(await add({ manual: 'a'.repeat(201) })).toMatchObject({ code: 316, remark: '$fieldTooLong' });
});
