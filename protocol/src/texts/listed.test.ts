import { expect, it } from 'vitest';
import { listed } from '#protocol/meta/listed.ts';

it.each([
  [['周敏', '何苗', '吴越'], '周敏、何苗、吴越', '周敏, 何苗, 吴越'],
  [['周敏'], '周敏', '周敏'],
  [['周敏', undefined, '', null, '何苗'], '周敏、何苗', '周敏, 何苗'],
  [[], '', ''],
])('FRAME-11 %o is a list as each language writes it', (names, zh, en) => {
  expect([listed(names, 'zh_CN'), listed(names, 'en_US')]).toEqual([zh, en]);
});
