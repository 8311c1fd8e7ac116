import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextField } from './TextField.tsx';

it('FIELD-07 what belongs in a line stands below what is wrong with it, and both are said of it', () => {
  const drawn = (fault: string) =>
    renderToStaticMarkup(
      <TextField
        {...{ input: { current: null }, name: 'n', label: '公司', autoComplete: 'off', maxLength: 20, value: '', readOnly: false }}
        {...{ fault, hint: '二到二十个字' }}
        onType={() => undefined}
      />,
    );
  for (const fault of ['', '请填写']) {
    const html = drawn(fault);
    expect(html).toMatch(/<p id="[^"]+-hint" class="[^"]*">二到二十个字/);
    const [, said] = /aria-describedby="([^"]+)"/.exec(html)!;
    for (const id of said!.split(' ')) expect(html).toContain(`id="${id}"`);
  }
  expect(drawn('请填写').indexOf('请填写')).toBeLessThan(drawn('请填写').indexOf('二到二十个字'));
});
