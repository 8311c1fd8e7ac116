import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf, openTrade, type TradeLab } from '../testing-trade.ts';

let lab: TradeLab;
beforeAll(async () => {
  lab = await openTrade();
});
afterAll(() => lab?.close());

const demanded = async () => {
  const judge = await idOf(lab, 'foreman');
  const { id } = await lab.decide('reporter', { event: 11, fields: { key_name: '修', cost: '10', judge } });
  return lab.decide('foreman', { id, event: 21 }).catch(({ code, remark, data }) => ({ code, remark, data }));
};

describe('A8 what a decision demands of a field that its decider does not see', () => {
  it('is named to who sees it', async () => {
    expect(await demanded()).toMatchObject({ code: 314, remark: '$flow_need_field', data: { field: 'judged' } });
  });

  it('is said without its name where an administrator hid it from his role', async () => {
    await lab.base.db.query(
      `update fw.role_grant g set hide_uids = '{repair:judged}' from app."role" r where r.id = g.role_id and r."code" = 'foreman' and g.group_uid = 'repair'`,
    );
    await lab.base.db.query('update fw.rights_version set version = version + 1');
    const told = await demanded();
    expect(told).toMatchObject({ code: 314, remark: '$flow_need_hidden' });
    expect(JSON.stringify(told)).not.toContain('judged');
  });
});
