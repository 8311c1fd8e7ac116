import { between, both, NOTHING, oneOf, type Stories, same } from './story.ts';

/** Numbers, and days and times. */
export const VALUES: Stories<'int' | 'numeric' | 'date' | 'datetime' | 'time' | 'month' | 'year'> = {
  int: [
    {
      field: { key_name: '户数', key_name_en: 'Households', unit: '户', unit_en: 'households', min: 1, max: 2_000_000, search: 1 },
      sample: same(1_280),
      long: same(1_999_999),
      wrong: both('12 户半', 'twelve'),
      filter: { sample: between('100', '2000'), long: between('1000000', '1999999'), wrong: between('many', '') },
    },
  ],
  numeric: [
    {
      field: { key_name: '合同金额', key_name_en: 'Contract sum', money: 1, length: '18,6', format: '2', min: 0, stat: 'SUM' },
      sample: same('1864.500000'),
      long: same('999999999999.999999'),
      wrong: same('-5'),
      filter: { sample: between('100', '5000'), long: between('100000000000', '999999999999'), wrong: between('5000', '100') },
    },
    {
      field: {
        key_name: '完成比例',
        key_name_en: 'Done',
        length: '6,2',
        format: '1',
        min: 0,
        max: 100,
        unit: '%',
        unit_en: '%',
        ListShow: 'PROGRESS',
      },
      sample: same('62.50'),
      long: same('100.00'),
      wrong: same('162.5'),
      filter: { sample: between('50', '80'), long: between('0.25', '100'), wrong: between('half', '') },
    },
  ],
  date: [
    {
      field: { key_name: '投运日期', key_name_en: 'In service since', hint: '以验收单日期为准', hint_en: 'As on the record of acceptance' },
      sample: same('2026-11-20'),
      long: same('2019-12-31'),
      wrong: same('2026-02-30'),
      filter: { sample: between('2026-01-01', '2026-12-31'), long: between('2019-12-31', ''), wrong: between('2026-02-30', '') },
    },
  ],
  datetime: [
    {
      field: { key_name: '停电时间', key_name_en: 'Supply off at' },
      sample: same('2026-11-20 09:30:00'),
      long: same('2026-11-20 23:59:59'),
      wrong: same('2026-11-20 25:00'),
      filter: {
        sample: between('2026-11-01', '2026-11-30'),
        long: between('2019-12-31', '2026-12-31'),
        wrong: between('2026-11-30', '2026-11-01'),
      },
    },
  ],
  time: [
    {
      field: { key_name: '开班时间', key_name_en: 'Shift begins' },
      sample: same('08:30:00'),
      long: same('23:59:59'),
      wrong: same('25:00'),
    },
  ],
  month: [
    {
      field: { key_name: '计划月份', key_name_en: 'Planned for' },
      sample: same('2026-11'),
      long: same('2019-12'),
      wrong: same('2026-13'),
      filter: { sample: between('2026-01', '2026-12'), long: between('2019-12', ''), wrong: between('2026-13', '') },
    },
  ],
  year: [
    {
      field: { key_name: '生产年份', key_name_en: 'Year made' },
      sample: same('2018'),
      long: same('1998'),
      wrong: same('18th'),
      filter: { sample: between('2010', '2020'), long: between('1998', ''), wrong: between('2020', '2010') },
    },
  ],
};

const STATES = [
  { id: 1, key_name: '已计划', key_name_en: 'Planned', look: 'plan' as const },
  { id: 2, key_name: '进行中', key_name_en: 'In progress', look: 'doing' as const },
  { id: 3, key_name: '已延期', key_name_en: 'Delayed', look: 'late' as const },
  { id: 4, key_name: '已完成', key_name_en: 'Finished', look: 'done' as const },
  { id: 5, key_name: '草稿', key_name_en: 'Draft', look: 'draft' as const },
  {
    id: 6,
    key_name: '因施工窗口调整暂缓，待调度中心批复后恢复',
    key_name_en: 'Put off until the dispatching centre has given another window',
    look: 'none' as const,
  },
];
const STEPS = [
  { id: 1, key_name: '立项', key_name_en: 'Initiation' },
  { id: 2, key_name: '设计', key_name_en: 'Design' },
  { id: 3, key_name: '施工', key_name_en: 'Construction' },
  { id: 4, key_name: '竣工验收与资产移交', key_name_en: 'Acceptance and handing over of the assets' },
];
const KINDS = [
  { id: 1, key_name: '新建', key_name_en: 'New build' },
  { id: 2, key_name: '扩建', key_name_en: 'Extension' },
  { id: 3, key_name: '技术改造与设备更新', key_name_en: 'Refurbishment and replacement' },
];
const DANGERS = [
  { id: 1, key_name: '高处作业', key_name_en: 'Work at height' },
  { id: 2, key_name: '带电作业', key_name_en: 'Live work' },
  { id: 3, key_name: '动火', key_name_en: 'Hot work' },
  { id: 4, key_name: '受限空间作业（电缆沟、变压器油箱）', key_name_en: 'Confined spaces (cable ducts, transformer tanks)' },
];

/** What is chosen of a few. */
export const CHOICES: Stories<'select' | 'radio' | 'checkbox' | 'icon'> = {
  select: [
    {
      field: {
        key_name: '进展',
        key_name_en: 'Progress',
        items: STATES,
        ListShow: 'STATE',
        placeholder: '请选择',
        placeholder_en: 'Choose',
      },
      sample: same({ id: 2, key_name: '进行中', key_name_en: 'In progress' }),
      long: same({ id: 6 }),
      wrong: NOTHING,
      filter: { sample: oneOf(2), long: oneOf(1, 2, 3, 4, 5, 6) },
    },
    {
      field: { key_name: '阶段', key_name_en: 'Stage', items: STEPS, ListShow: 'STAGE' },
      sample: same({ id: 2 }),
      long: same({ id: 4 }),
      wrong: NOTHING,
      filter: { sample: oneOf(2), long: oneOf(1, 2, 3, 4) },
    },
  ],
  radio: [
    {
      field: { key_name: '建设性质', key_name_en: 'Kind of works', items: KINDS },
      sample: same({ id: 1 }),
      long: same({ id: 3 }),
      wrong: NOTHING,
      filter: { sample: oneOf(1), long: oneOf(1, 2, 3) },
    },
  ],
  checkbox: [
    {
      field: { key_name: '危险作业', key_name_en: 'Dangerous work', items: DANGERS, ListShow: 'TAG' },
      sample: same([{ id: 1 }, { id: 3 }]),
      long: same([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]),
      wrong: NOTHING,
      filter: { sample: oneOf(1), long: oneOf(1, 2, 3, 4) },
    },
  ],
  icon: [
    {
      field: { key_name: '图标', key_name_en: 'Icon', placeholder: '按名称查找', placeholder_en: 'Find by name' },
      sample: same('money'),
      long: both('building', 'building'),
      wrong: same('rainbow'),
      filter: { sample: oneOf('money'), long: oneOf('money', 'building', 'calendar', 'chart') },
    },
  ],
};
