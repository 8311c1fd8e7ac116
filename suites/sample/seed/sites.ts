import type { SeedDef } from '#protocol/meta/suite.ts';

const yuanshan = (table: string, rows: SeedDef['rows']): SeedDef => ({ table, company: 'demo', domain: 'yuanshan', rows });

type Class = readonly [code: string, name: string, parent?: string];
const CLASSES: readonly Class[] = [
  ['10', '一次设备'],
  ['1010', '变压器', '10'],
  ['101010', '主变压器', '1010'],
  ['101020', '站用变压器', '1010'],
  ['1020', '开关设备', '10'],
  ['102010', '断路器', '1020'],
  ['102020', '隔离开关', '1020'],
  ['102030', '组合电器', '1020'],
  ['1030', '互感器与避雷器', '10'],
  ['1040', '无功补偿装置', '10'],
  ['20', '二次设备'],
  ['2010', '继电保护', '20'],
  ['2020', '自动化与通信', '20'],
  ['2030', '直流系统', '20'],
  ['30', '辅助设施'],
  ['3010', '消防', '30'],
  ['3020', '视频与门禁', '30'],
];

/** What the equipment is divided into. */
export const classes = {
  table: 'sample_tree',
  company: 'demo',
  rows: CLASSES.map(([code, key_name, parent]) => ({
    ...{ _key: code, code, key_name },
    ...(parent ? { parent_entity: `@sample_tree:${parent}` } : {}),
  })),
} satisfies SeedDef;

type Site = readonly [code: string, name: string, english: string, voltage: 1 | 2 | 3, built: string, address: string, budget: string];
const SITES: readonly Site[] = [
  ['BD-101', '北港变电站', 'North Harbour substation', 3, '2012-06-18', '北港作业区纬二路 8 号', '420.00'],
  ['BD-102', '临江变电站', 'Riverside substation', 2, '2008-11-02', '临江路 66 号', '180.00'],
  ['BD-103', '青石岭变电站', 'Qingshiling substation', 3, '2016-09-30', '青石岭镇矿区东路 1 号', '360.00'],
  ['BD-104', '东湖变电站', 'East Lake substation', 2, '2019-05-20', '东湖水厂西侧', '150.00'],
  ['BD-105', '装备园变电站', 'Equipment Park substation', 2, '2014-03-11', '装备产业园三期', '210.00'],
  ['BD-106', '建材一厂变电站', 'Materials Works 1 substation', 1, '2003-07-25', '建材一厂厂区内', '60.00'],
  ['BD-107', '化工园变电站', 'Chemical Park substation', 3, '2018-12-08', '化工园区安全大道 12 号', '300.00'],
  ['BD-108', '南岭光伏升压站', 'Nanling solar step-up station', 2, '2022-10-15', '南岭乡光伏场区', '90.00'],
];

/** Substations of the invented group; some is left for their upkeep. */
export const sites = yuanshan(
  'sample_site',
  SITES.map(([code, key_name, name_en, voltage, built, address, budget]) => ({
    ...{ _key: code, code, key_name, name_en, voltage, built, address, budget, spent: '0.00' },
  })),
);

type Device = readonly [serial: string, name: string, site: string | null, made: string];
const DEVICES: readonly Device[] = [
  ['TR-220-0117', '1 号主变压器', 'BD-101', '2011'],
  ['TR-220-0118', '2 号主变压器', 'BD-101', '2011'],
  ['CB-220-2045', '220 kV 断路器 2045', 'BD-101', '2012'],
  ['TR-110-0432', '1 号主变压器', 'BD-102', '2007'],
  ['GIS-110-77', '110 kV 组合电器', 'BD-102', '2020'],
  ['TR-220-0260', '1 号主变压器', 'BD-103', '2016'],
  ['SVG-35-011', '35 kV 动态无功补偿装置', 'BD-103', '2017'],
  ['TR-110-0588', '1 号主变压器', 'BD-104', '2019'],
  ['RP-110-310', '110 kV 线路保护屏', 'BD-105', '2014'],
  ['DC-110-042', '直流充电屏', 'BD-105', '2013'],
  ['TR-35-0090', '1 号主变压器', 'BD-106', '2003'],
  ['CB-10-6112', '10 kV 断路器 6112', 'BD-106', '2005'],
  ['TR-220-0301', '1 号主变压器', 'BD-107', '2018'],
  ['LA-220-508', '220 kV 避雷器', 'BD-107', '2018'],
  ['TR-110-0644', '升压变压器', 'BD-108', '2022'],
  ['CB-110-3301', '110 kV 断路器（备用）', null, '2021'],
  ['CB-110-3300', '110 kV 断路器（换下）', null, '1998'],
];

/** What stands there; one is in store. */
export const devices = yuanshan(
  'sample_device',
  DEVICES.map(([serial, key_name, site, made]) => ({
    ...{ _key: serial, serial, key_name, made, condition: serial === 'CB-110-3300' ? 2 : 1 },
    ...(site ? { site_entity: `@sample_site:${site}` } : {}),
  })),
);

type Found = readonly [work: string, hours: string, result: 1 | 2 | 3, found?: string];
const ROUNDS: readonly Found[] = [
  ['全站红外测温', '3.5', 1],
  ['主变压器油色谱取样', '2', 1],
  ['断路器机械特性检查', '4', 2, '分闸线圈电阻偏大，建议年内更换。'],
  ['直流系统蓄电池核对性放电', '6.5', 1],
  ['继电保护定值核对', '2.5', 1],
  ['避雷器泄漏电流测量', '1.5', 2, 'B 相全电流较上次增大 18%，下月复测。'],
  ['消防与视频系统检查', '1', 1],
  ['隔离开关操作机构加油', '3', 3, '机构卡涩，已停运待检修。'],
];

/** What was found there, month by month of 2026: each substation takes its turn. */
export const visits = yuanshan(
  'sample_visit',
  SITES.flatMap(([site], nth) =>
    ROUNDS.slice(0, 4 + (nth % 3)).map((_, turn) => {
      const [key_name, hours, result, remark] = ROUNDS[(nth + turn * 3) % ROUNDS.length]!;
      const day = `2026-${String(1 + ((nth + turn * 2) % 11)).padStart(2, '0')}-${String(5 + ((nth * 3 + turn * 7) % 22)).padStart(2, '0')}`;
      const site_entity = `@sample_site:${site}`;
      return { _key: `${site}-${turn}`, key_name, site_entity, day, hours, result, ...(remark ? { remark } : {}) };
    }),
  ),
);

/** What was planned for a round, and how it went: the first three of each substation. */
export const steps = yuanshan(
  'sample_step',
  SITES.flatMap(([site], nth) =>
    [0, 1, 2].flatMap((turn) => {
      const [work, hours] = ROUNDS[(nth + turn * 3) % ROUNDS.length]!;
      const step = (kind: 1 | 2, key_name: string, many: number) => ({
        ...{ _key: `${site}-${turn}-${kind}-${key_name}`, key_name, kind, visit_entity: `@sample_visit:${site}-${turn}` },
        hours: many.toFixed(1),
      });
      const [whole, late] = [Number(hours), (nth + turn) % 3 === 0 ? 0.5 : 0];
      return [step(1, '办理工作票', 0.5), step(1, work, whole), step(2, '办理工作票', 0.5 + late), step(2, work, whole)];
    }),
  ),
);

type Spare = readonly [part: string, price: string, least: number];
const SPARES: readonly Spare[] = [
  ['分闸线圈', '0.8200', 3],
  ['密封件', '0.3600', 8],
  ['避雷器', '3.6000', 2],
  ['蓄电池单体', '0.2150', 12],
  ['真空泡', '1.4000', 1],
];
const MONTHS = Array.from({ length: 17 }, (_, at) => `${2025 + Math.floor((at + 6) / 12)}-${String(((at + 6) % 12) + 1).padStart(2, '0')}`);

/** What is in store there at the end of each month, from July 2025 to November 2026. */
export const stocks = yuanshan(
  'sample_stock',
  SITES.flatMap(([site], nth) =>
    SPARES.filter((_, at) => (at + nth) % 3 !== 0).flatMap(([key_name, price, least], at) =>
      MONTHS.map((month, turn) => ({
        ...{ _key: `${site}-${at}-${month}`, key_name, price, site_entity: `@sample_site:${site}`, month: `${month}-01` },
        qty: least + ((nth * 2 + at + turn * 3) % 7),
      })),
    ),
  ),
);
