import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { ops } from '#web/api/ops.ts';
import { opKey } from '#web/api/use-op.ts';
import { choose } from '#web/choices/choices.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { Messages } from './Messages.tsx';
import { Notices } from './Notices.tsx';

const client = new QueryClient();
const said = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Messages />
      <Notices counts={{ todo: 2, read: 0, notices: 0 }} />
    </QueryClientProvider>,
  ).replace(/<[^>]+>/g, '|');

beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  const rows = [
    { id: 1, remark: '周五停机维护' },
    { id: 2, remark: '新版已发布' },
  ];
  client.setQueryData(opKey(ops.list, { cloud: 'message[web]', fields: 'key_name,remark,begin_date,end_date' }), {
    code: 200,
    rows,
  });
});

it('FRAME-05 the line has the system messages that were not read, and the bell counts them', () => {
  expect(said()).toMatch(/周五停机维护.*1\/2.*\|4\|/);
  choose('messages', '1');
  expect(said()).not.toContain('周五停机维护');
  expect(said()).toMatch(/新版已发布.*\|3\|/);
  choose('messages', '1,2');
  expect(said()).not.toContain('新版已发布');
  expect(said()).toMatch(/\|2\|/);
});
