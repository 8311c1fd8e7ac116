import type { Lab } from '../testing.ts';

/** Ids by a short name; each row says which users should see it. */
export interface LabRows {
  plan: Record<'mine' | 'dept' | 'below' | 'other' | 'newYork' | 'gone' | 'foreign', number>;
  vault: Record<'one' | 'foreign', number>;
  site: number;
}

/** Rows of company 1: created by own (2), dept (3), all (4), in departments 32, 33 and 34; one in another domain, one deleted, one of company 2. */
export async function putRows(lab: Lab): Promise<LabRows> {
  const here = { company_id: 1, subcompany_id: 11 };
  const site = await lab.put('site', { key_name: '三峡', code: 'S1' });
  const one = await lab.put('vault', { company_id: 1, key_name: 'CANARY-vault', code: 'V1' });
  const foreignVault = await lab.put('vault', { company_id: 2, key_name: 'CANARY-foreign', code: 'V2' });
  const plan = (row: Record<string, unknown>) => lab.put('plan', { ...here, key_name: 'x', ...row });
  const mine = await plan({
    key_name: '水电站扩建',
    code: 'P1',
    amount: '100.5',
    secret: '7.000001',
    memo: 'CANARY-memo 密',
    num: 5,
    type: 1,
    tags: [1, 3],
    begin_date: '2026-11-21',
    due_time: '2026-11-21T15:59:59.5Z',
    department_entity: 32,
    owner_entity: 2,
    site_entity: site,
    vault_entity: one,
    team: [3, 2],
    vaults: [one],
    create_entity: 2,
  });
  const dept = await plan({
    key_name: '阿尔法 Bridge',
    code: 'P2',
    amount: '200',
    secret: '1',
    type: 2,
    department_entity: 32,
    create_entity: 3,
    due_time: '2026-11-21T16:00:00Z',
    begin_date: '2026-11-22',
  });
  const below = await plan({
    key_name: '北京桥',
    code: 'P3',
    amount: '-0.000001',
    memo: '阿尔法',
    type: 2,
    department_entity: 33,
    create_entity: 4,
  });
  const other = await plan({ key_name: '张家口 100%_\\', code: 'P4', department_entity: 34, create_entity: 4, tags: [2] });
  const newYork = await plan({ subcompany_id: 12, key_name: 'Bridge', code: 'P5', amount: '9', department_entity: 32, create_entity: 2 });
  const gone = await plan({ key_name: 'gone', department_entity: 32, create_entity: 2, deleted_time: '2026-01-01T00:00:00Z' });
  const foreign = await lab.put('plan', {
    company_id: 2,
    subcompany_id: 21,
    key_name: 'CANARY-other',
    department_entity: 35,
    create_entity: 100,
  });
  for (const [plan_entity, price] of [
    [mine, '1'],
    [mine, '2'],
    [other, '3'],
  ])
    await lab.put('plan_item', { ...here, key_name: `item ${price}`, plan_entity, price, create_entity: 4 });
  return { plan: { mine, dept, below, other, newYork, gone, foreign }, vault: { one, foreign: foreignVault }, site };
}
