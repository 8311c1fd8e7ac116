import type { SeedDef } from '#protocol/meta/suite.ts';

const yuanshan = (table: string, rows: SeedDef['rows']): SeedDef => ({ table, company: 'demo', domain: 'yuanshan', rows });

/** Where work is done: department, who is in charge there and his mobile, address and coordinates. */
const PLACES = {
  harbour: ['logistics', 'depthead', '13800002618', '北港作业区纬二路 8 号', '121.3914,37.5393'],
  river: ['water', 'member2', '13800002626', '临江路 66 号', '108.9402,34.3416'],
  ridge: ['equipment', 'member1', '13800002625', '青石岭镇矿区东路 1 号', '112.5489,37.8706'],
  works: ['materials', 'member3', '13800002627', '建材一厂厂区内', '114.3054,30.5931'],
} as const;

type Order = readonly [
  task: string,
  place: keyof typeof PLACES,
  branch: string,
  days: readonly [first: string, due: string],
  state: 1 | 2 | 3 | 4 | 5 | 6,
  stage: 1 | 2 | 3,
  price: string,
  rate: number | null,
  kinds: readonly number[],
  urgent?: string,
];
const ORDERS: readonly Order[] = [
  ['1 号主变压器增容更换', 'harbour', '101010', ['2026-03-02', '2026-04-10'], 4, 3, '1286.500000', 100, [1, 3, 5]],
  ['220 kV 断路器 2045 分闸线圈更换', 'harbour', '102010', ['2026-04-20', '2026-04-24'], 4, 3, '18.600000', 100, [1]],
  ['110 kV 组合电器气室补气', 'river', '102030', ['2026-05-11', '2026-05-13'], 4, 3, '6.200000', 100, [2]],
  ['直流系统蓄电池组更换', 'river', '2030', ['2026-06-01', '2026-06-19'], 4, 3, '42.800000', 100, [1, 4]],
  ['35 kV 动态无功补偿装置消缺', 'ridge', '1040', ['2026-06-22', '2026-07-03'], 4, 3, '58.000000', 100, [1, 4], '装置跳闸，电压越下限'],
  ['线路保护定值调整', 'ridge', '2010', ['2026-07-06', '2026-07-08'], 4, 3, '1.500000', 100, [4]],
  ['1 号主变压器有载开关吊检', 'works', '101010', ['2026-07-20', '2026-08-07'], 4, 3, '36.400000', 100, [1, 3, 5]],
  ['10 kV 断路器 6112 真空泡更换', 'works', '102010', ['2026-08-17', '2026-08-21'], 4, 3, '9.800000', 100, [1]],
  ['全站红外测温与缺陷复核', 'harbour', '10', ['2026-08-24', '2026-08-28'], 4, 3, '2.400000', 100, [2, 4]],
  ['220 kV 避雷器 B 相更换', 'ridge', '1030', ['2026-09-07', '2026-09-11'], 4, 3, '14.200000', 100, [1, 3], '全电流增大 18%，有击穿风险'],
  ['消防主机与烟感更换', 'river', '3010', ['2026-09-14', '2026-10-16'], 3, 3, '22.000000', 85, [3, 6]],
  ['站用变压器低压侧改接', 'works', '101020', ['2026-09-21', '2026-10-09'], 3, 2, '7.600000', 60, [1]],
  ['2 号主变压器冷却器改造', 'harbour', '101010', ['2026-10-12', '2026-12-04'], 2, 2, '196.000000', 55, [1, 3, 5]],
  ['隔离开关操作机构大修', 'ridge', '102020', ['2026-10-19', '2026-11-27'], 2, 2, '24.300000', 70, [1, 3], '机构卡涩，已停运待检修'],
  ['视频与门禁系统升级', 'river', '3020', ['2026-10-26', '2026-12-18'], 2, 2, '31.500000', 40, [6]],
  ['变电站自动化系统通信卡更换', 'works', '2020', ['2026-11-02', '2026-11-20'], 2, 3, '12.700000', 90, [4]],
  ['110 kV 线路保护装置整体更换', 'harbour', '2010', ['2026-11-09', '2026-12-25'], 2, 1, '268.000000', 15, [1, 4]],
  ['电容器组投切试验', 'ridge', '1040', ['2026-11-16', '2026-11-25'], 2, 2, '3.900000', 50, [4]],
  ['1 号主变压器油色谱跟踪', 'works', '101010', ['2026-11-23', '2027-02-26'], 2, 1, '1.200000', 10, [2]],
  ['升压站年度预防性试验', 'river', '10', ['2026-12-07', '2026-12-24'], 1, 1, '26.000000', null, [1, 3, 4]],
  ['断路器机械特性普查', 'harbour', '102010', ['2026-12-14', '2026-12-31'], 1, 1, '8.500000', null, [1, 4]],
  ['主变压器本体补漆与渗油处理', 'ridge', '101010', ['2027-01-11', '2027-01-22'], 1, 1, '5.600000', null, [3]],
  ['直流系统接地巡检装置加装', 'works', '2030', ['2027-02-01', '2027-02-26'], 5, 1, '13.300000', null, [4]],
  ['接地网开挖检查', 'river', '10', ['2027-03-01', '2027-03-26'], 5, 1, '19.900000', null, [6]],
];
const key = (nth: number) => `wo${nth + 1}`;

const REPORT =
  '<p>停电后完成吊罩检查、绕组绝缘与直流电阻测试，各项数据与出厂值比较无明显变化。</p><ul><li>更换密封件 1 套</li><li>更换套管 3 支</li></ul><p><strong>结论：</strong>可以投运。</p>';
const MANUAL = '## 作业步骤\n1. 办理工作票，验电、挂接地线\n2. 按试验规程逐项检查\n3. 拆除安全措施，恢复送电\n';

/** What an order says beyond its row in the list. */
const detail = (nth: number, state: number) => ({
  pattern: `WO-${String(4101 + nth)}`,
  telephone: '0535-6680120',
  email: 'ops@yuanshan.example',
  note: '验电后挂接地线，设围栏与警示牌；登高作业系好安全带，专人监护。',
  clock: '08:30',
  ...(state === 4 ? { report: REPORT, manual: MANUAL } : {}),
});

/** Orders of a year: done, under way, late, planned and drafts. */
export const orders = yuanshan(
  'sample_type',
  ORDERS.map(([task, place, branch, [first, due], state, stage, price, rate, kinds, urgent], nth) => {
    const [department, person, mobile, address, at] = PLACES[place];
    return {
      ...{ _key: key(nth), code: `S-2026-${901 + nth}`, key_name: task, ...detail(nth, state) },
      ...{ address, place: `${at},${address}`, long_line: `${task}及相关的停电、试验与验收` },
      ...{
        day: first,
        last_day: due,
        moment: `${first} 08:00:00`,
        month: first.slice(0, 7),
        year: first.slice(0, 4),
      },
      ...{ state, stage, price, count: (nth * 7) % 13, kinds, branch: `@sample_tree:${branch}` },
      ...(rate === null ? {} : { rate: `${rate}.00` }),
      ...(urgent ? { urgent: 1, urgent_reason: urgent } : { urgent: 0 }),
      ...{ department_entity: `@department:${department}`, person: `@user:${person}`, people: [`@user:${person}`, '@user:tech'] },
      ...{ mobile, person_phone: mobile },
      create_entity: '@user:admin',
    };
  }),
);

type Part = readonly [item: string, price: string];
const PARTS: readonly Part[] = [
  ['密封件', '0.3600'],
  ['变压器油（吨）', '1.1500'],
  ['分闸线圈', '0.8200'],
  ['真空泡', '1.4000'],
  ['蓄电池单体', '0.2150'],
  ['避雷器', '3.6000'],
  ['控制电缆（百米）', '0.9400'],
];

/** What an order takes from the store: none of drafts. */
export const materials = yuanshan(
  'sample_line',
  ORDERS.flatMap(([, , , , state], nth) =>
    PARTS.slice(nth % 4, (nth % 4) + (state === 5 ? 0 : 1 + (nth % 3))).map(([item, price], at) => ({
      ...{
        _key: `${key(nth)}-${at}`,
        sample_entity: `@sample_type:${key(nth)}`,
        kind: state === 4 && at === 2 ? 2 : 1,
        item,
        qty: 1 + ((nth + at * 2) % 6),
        price,
      },
      state: state === 4 ? 4 : 1,
    })),
  ),
);

type Letter = readonly [title: string, order: number, state: 1 | 2 | 4 | 6, day: string];
const LETTERS: readonly Letter[] = [
  ['停电申请：1 号主变压器更换', 0, 4, '2026-02-16'],
  ['验收通知：1 号主变压器更换', 0, 4, '2026-04-13'],
  ['厂家到场通知：动态无功补偿装置', 4, 4, '2026-06-23'],
  ['避雷器复测数据', 9, 4, '2026-09-02'],
  ['消防主机到货延期说明', 10, 2, '2026-10-12'],
  ['低压侧改接停电时间变更', 11, 2, '2026-10-08'],
  ['停电申请：2 号主变压器冷却器改造', 12, 1, '2026-10-09'],
  ['机构备件采购联系单', 13, 1, '2026-10-20'],
  ['保护装置图纸确认', 16, 1, '2026-11-10'],
  ['预防性试验机构委托函', 19, 1, '2026-11-24'],
  ['年度检修计划征求意见', 20, 6, '2026-11-25'],
];

/** Letters about them: at most one of an order is open. */
export const letters = yuanshan(
  'sample_link',
  LETTERS.map(([key_name, order, state, day], nth) => {
    const [department, person] = PLACES[ORDERS[order]![1]];
    return {
      ...{ _key: `l${nth + 1}`, key_name, sample_entity: `@sample_type:${key(order)}`, state, day },
      ...{ keeper_entity: `@user:${person}`, department_entity: `@department:${department}`, create_entity: '@user:admin' },
    };
  }),
);

type Request = readonly [subject: string, amount: string, site: string];
const REQUESTS: readonly Request[] = [
  ['断路器备件年度采购', '86.0000', 'BD-101'],
  ['2 号主变压器冷却器改造追加费用', '128.0000', 'BD-101'],
  ['升压站预防性试验委托费', '26.0000', 'BD-108'],
];
const request = (nth: number) => `rq${nth + 1}`;

/** Drafts of what is to be applied for. */
export const requests = yuanshan(
  'sample_flow',
  REQUESTS.map(([key_name, amount], nth) => ({
    ...{ _key: request(nth), key_name, amount, review_state: 0, create_entity: '@user:admin' },
    witnesses: ['@user:depthead', '@user:vicepres'],
  })),
);
export const shares = yuanshan(
  'sample_share',
  REQUESTS.map(([, amount, site], nth) => ({
    ...{ _key: `${request(nth)}-1`, flow_entity: `@sample_flow:${request(nth)}`, site_entity: `@sample_site:${site}` },
    amount: Number(amount).toFixed(2),
  })),
);
