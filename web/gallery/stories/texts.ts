import { both, like, NOTHING, type Stories, same, times } from './story.ts';

const REASON = '设备运行满八年，绝缘老化，近三年缺陷率逐年上升，检修费用已接近更换费用的一半。';
const REASON_EN =
  'In service for eight years; its insulation is ageing, defects rise year by year, and repairs cost almost half of a new one. ';

const PLANS = { key_name: '资本项目', key_name_en: 'Capital projects' };
/** What a text that is the code of a table is chosen from. */
const TABLES = [
  { code: 'initiation', key_name: '立项审批', key_name_en: 'Initiation', module: PLANS },
  {
    code: 'inspection',
    key_name: '110 kV 及以上变电站设备年度全面巡检与缺陷登记',
    key_name_en: 'Yearly inspection of all equipment of substations of 110 kV and above',
    module: PLANS,
  },
];

/** What is written, in a line, in several, or as a page. */
export const TEXTS: Stories<
  'text' | 'telephone' | 'mobile' | 'email' | 'address' | 'textarea' | 'html' | 'markdown' | 'title' | 'password'
> = {
  text: [
    {
      field: {
        key_name: '合同编号',
        key_name_en: 'Contract no.',
        length: 40,
        format: 'HT-\\d{4}-.+',
        hint: '形如 HT-2026-017',
        hint_en: 'Such as HT-2026-017',
      },
      sample: same('HT-2026-017'),
      long: same('HT-2026-0017-NJ-JIANGBEI-110KV-A-SUPPL'),
      wrong: same('2026/017'),
      filter: { sample: like('HT-2026', 'HT-2026'), long: like(times('HT-2026-017 ', 6), times('HT-2026-017 ', 6)) },
    },
    {
      field: {
        key_name: '适用表单',
        key_name_en: 'Form it is for',
        offers: 'tables',
        placeholder: '选择表单',
        placeholder_en: 'Choose a form',
        tables: TABLES,
      },
      sample: same('initiation'),
      long: same('inspection'),
      wrong: NOTHING,
      filter: { sample: same({ op: '=', value: 'initiation' }), long: same({ op: '=', value: 'inspection' }) },
    },
  ],
  telephone: [
    {
      field: { key_name: '办公电话', key_name_en: 'Office telephone' },
      sample: same('025-88800012'),
      long: same('+86-025-88800012-8006'),
      wrong: both('8006 转 12', '8006 ext'),
      filter: { sample: like('8880', '8880'), long: like('+86-025-88800012-8006', '+86-025-88800012-8006') },
    },
  ],
  mobile: [
    {
      field: { key_name: '手机', key_name_en: 'Mobile' },
      sample: same('13800002617'),
      long: same('+85291234567'),
      wrong: same('1380000'),
      filter: { sample: like('2617', '2617'), long: like('13800002617', '13800002617') },
    },
  ],
  email: [
    {
      field: { key_name: '邮箱', key_name_en: 'E-mail' },
      sample: same('zhoumin@jiangbei.example'),
      long: same('procurement.and.contract.management.department@jiangbei-power-supply.example'),
      wrong: same('zhoumin@'),
      filter: { sample: like('zhoumin', 'zhoumin'), long: like('contract.management.department', 'contract.management.department') },
    },
  ],
  address: [
    {
      field: { key_name: '送货地址', key_name_en: 'Delivery address', length: 120 },
      sample: both('南京市江北新区浦滨路 88 号', '88 Pubin Road, Jiangbei, Nanjing'),
      long: both(times('南京市江北新区浦滨路 88 号物资仓库三号门，', 5), times('Gate 3 of the store, 88 Pubin Road, Nanjing; ', 2)),
      wrong: both(times('南京市江北新区浦滨路 88 号，', 10), times('88 Pubin Road, Jiangbei, Nanjing; ', 6)),
      filter: { sample: like('浦滨路', 'Pubin'), long: like('南京市江北新区浦滨路 88 号物资仓库', 'Gate 3 of the store, 88 Pubin Road') },
    },
  ],
  textarea: [
    {
      field: {
        key_name: '更换理由',
        key_name_en: 'Why it is replaced',
        length: 300,
        placeholder: '设备状况、缺陷、费用',
        placeholder_en: 'Condition, defects, cost',
      },
      sample: both(`${REASON}\n建议列入明年计划。`, `${REASON_EN}\nFor next year's plan.`),
      long: both(times(`${REASON}\n`, 5), times(`${REASON_EN}\n`, 2)),
      wrong: both(times(REASON, 8), times(REASON_EN, 3)),
      filter: { sample: like('绝缘老化', 'insulation'), long: like(REASON, REASON_EN.trim()) },
    },
  ],
  html: [
    {
      field: {
        key_name: '可行性说明',
        key_name_en: 'Feasibility',
        placeholder: '背景、方案、结论',
        placeholder_en: 'Background, proposal, conclusion',
      },
      sample: both(
        '<h3>结论</h3><p>方案 <strong>A</strong> 可行：</p><ul><li><p>停电 6 小时</p></li><li><p>一个检修窗口内完成</p></li></ul>',
        '<h3>Conclusion</h3><p>Proposal <strong>A</strong> is feasible:</p><ul><li><p>6 hours without supply</p></li><li><p>one window</p></li></ul>',
      ),
      long: both(
        `<h3>背景</h3>${times(`<p>${REASON}</p>`, 3)}<table><tbody><tr><th><p>方案</p></th><th><p>费用</p></th></tr><tr><td><p>更换</p></td><td><p>186.40</p></td></tr></tbody></table>`,
        `<h3>Background</h3>${times(`<p>${REASON_EN}</p>`, 3)}<table><tbody><tr><th><p>Proposal</p></th><th><p>Cost</p></th></tr><tr><td><p>Replace</p></td><td><p>186.40</p></td></tr></tbody></table>`,
      ),
      wrong: NOTHING,
      filter: { sample: like('停电', 'supply'), long: like(REASON, REASON_EN.trim()) },
    },
  ],
  markdown: [
    {
      field: { key_name: '操作说明', key_name_en: 'Instructions', length: 600 },
      sample: both(
        '## 送电\n1. 核对**接地线**已拆除\n2. 合上母线开关',
        '## Supply\n1. Check that the **earth wires** are gone\n2. Close the bus breaker',
      ),
      long: both(times(`- ${REASON}\n`, 5), times(`- ${REASON_EN}\n`, 3)),
      wrong: both(times(REASON, 16), times(REASON_EN, 5)),
      filter: { sample: like('接地线', 'earth'), long: like(REASON, REASON_EN.trim()) },
    },
  ],
  password: [
    {
      field: { key_name: '接口密码', key_name_en: 'Password of the interface', hint: '至少 8 位', hint_en: 'At least 8 characters' },
      sample: same('********'),
      long: same('********'),
      wrong: same('short'),
    },
  ],
  title: [
    {
      field: { key_name: '采购与验收', key_name_en: 'Purchase and acceptance' },
      sample: NOTHING,
      long: NOTHING,
      wrong: NOTHING,
    },
  ],
};
