import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { InPlace, seenIn } from './InPlace.tsx';
import { Unshown } from './Unshown.tsx';

const field = (data_type: FieldDef['data_type']): FieldDef => ({
  ...{ uid: 'f', field_name: 'f', key_name: '附件', key_name_en: 'Files', data_type, preview: 1 },
});
const drawn = (files: readonly FileValue[], type: FieldDef['data_type'] = 'file') =>
  renderToStaticMarkup(<InPlace field={field(type)} files={files} read={<i>names</i>} />);
const file = (file_name: string): FileValue => ({ id: 1, file_name, key_name: file_name, url: '/u', preview_url: '/p', length: 9 });

const looking = vi.hoisted(() => ({ is: false }));
vi.mock('#web/api/session.ts', async (real) => ({ ...(await real<object>()), isLooking: () => looking.is }));

beforeAll(() => addTexts(LATER_ZH, LATER_EN));

describe('FIELD-08 the first file of a record that can be seen', () => {
  it('is the first that a browser shows; where there is none nothing is drawn', () => {
    expect(seenIn([file('a.docx'), file('b.pdf'), file('c.zip'), file('d.png')]).map(({ file_name }) => file_name)).toEqual([
      'b.pdf',
      'd.png',
    ]);
    const html = drawn([file('a.docx'), file('b.pdf'), file('d.png')]);
    expect(html).toContain('<i>names</i><figure');
    expect(html).toContain('aria-label="预览 b.pdf"');
    expect(html).toContain('第 1 个，共 2 个');
    expect(html).toMatch(/aria-label="上一个"[^>]*aria-disabled="true"/);
    expect(html).toContain('aria-label="放大查看 b.pdf"');
    for (const none of [[file('a.docx')], []]) expect(drawn(none)).toBe('<i>names</i>');
  });
  it('one alone has no way to others; nothing is read before it is seen, paper has its name', () => {
    const html = drawn([file('d.png')]);
    expect(html).not.toContain('下一个');
    expect(html).not.toMatch(/<(img|iframe|video|audio)/);
    expect(html).toMatch(/<p class="on-paper">d\.png/);
  });
  it('one picture stands for itself; several have their thumbnails too', () => {
    expect(drawn([file('d.png')], 'image')).not.toContain('names');
    expect(drawn([file('d.png'), file('e.png')], 'image')).toContain('<i>names</i><figure');
  });
  it('through somebody’s eyes nothing is handed out', () => {
    looking.is = true;
    expect(drawn([file('d.png')], 'image')).toBe('<i>names</i>');
    looking.is = false;
  });
  it('what was refused says why', () => {
    expect(renderToStaticMarkup(<Unshown file={file('b.pdf')} refused="无权访问" />)).toContain('未能打开：无权访问');
  });
});
