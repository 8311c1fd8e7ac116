import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { About } from './FieldCell.tsx';

it('FORM-06 what is wrong with a field stands beside its hint, which says what is right, and both are read with it', () => {
  const error = { code: 317, remark: '格式不对' } as const;
  const words = (of: Parameters<typeof About>[0]) =>
    renderToStaticMarkup(<About {...of} />)
      .replaceAll(/<[^>]+>/g, '|')
      .split('|')
      .filter(Boolean);
  expect(words({ id: 'a', error, hint: '小写字母与数字' })).toEqual(['格式不对', '小写字母与数字']);
  expect(words({ id: 'a', error: undefined, hint: '小写字母与数字' })).toEqual(['小写字母与数字']);
  expect(renderToStaticMarkup(<About id="a" error={error} hint="" />)).toMatch(/^<div id="a">/);
  expect(renderToStaticMarkup(<About id="a" error={undefined} hint="" />)).toBe('');
});
