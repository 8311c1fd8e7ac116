import { afterAll, beforeAll, expect, it } from 'vitest';
import { booking, openTrade, repair, type TradeLab, trade, tradeRoles } from '#server/flow/act/testing-trade.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { desktopCall } from '../cloud/desktop.ts';
import type { OpReply } from '../op.ts';
import { loadNavCall } from './load-nav.ts';

const named = { key_name: '维修', key_name_en: 'Repairs' };
const modules = [
  {
    ...{
      uid: 'm',
      code: 'fix',
      ...named,
      flag: 'upkeep',
      icon: 'flag',
      remark: '报修与结算',
      remark_en: 'Repairs and what they cost',
      order: 5,
    },
    menus: [{ uid: 'm1', ...named, type: 'TAB' as const, cloud: 'repair' }],
  },
  { uid: 'n', code: 'books', ...named, flag: 'upkeep', menus: [{ uid: 'n1', ...named, type: 'TAB' as const, cloud: 'booking' }] },
];
const roles = tradeRoles().map((role) => ({ ...role, flags: role.code === 'clerk' ? [] : ['upkeep'] }));

let lab: TradeLab;
beforeAll(async () => {
  lab = await openTrade(trade([repair(), booking()], { modules, roles }));
});
afterAll(() => lab.close());

const asked = async (call: typeof desktopCall | typeof loadNavCall, login: string) => {
  const session = await sessionFor(lab.base.db, login);
  return (await call.run(lab.house, {
    request: {},
    session,
    caller: { address: '', userAgent: '', host: '', device: null },
  } as never)) as OpReply;
};

it('AUTH-10 a flag that a suite brings stands beside those that the wire always answers', async () => {
  expect((await asked(desktopCall, 'foreman')).data).toEqual({ zb: 0, SYS: 0, EI: 0, upkeep: 1, board: '' });
  expect((await asked(desktopCall, 'clerk')).data).toEqual({ zb: 0, SYS: 0, EI: 0, upkeep: 0, board: '' });
  expect((await asked(desktopCall, 'root')).data).toEqual({ zb: 0, SYS: 1, EI: 0, upkeep: 1, board: '' });
});

it('FRAME-04 the modules of the flag in which something opens, with what their cards say', async () => {
  expect((await asked(loadNavCall, 'foreman')).rows).toEqual([
    { code: 'fix', ...named, flag: 'upkeep', icon: 'flag', remark: '报修与结算', remark_en: 'Repairs and what they cost' },
  ]);
  expect((await asked(loadNavCall, 'clerk')).rows).toEqual([]);
  expect((await asked(loadNavCall, 'reporter')).rows?.map(({ code }) => code)).toEqual(['books', 'fix']);
});
