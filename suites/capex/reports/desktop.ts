import { type BoardTabDef, defineBoard } from '#protocol/meta/board/board.ts';
import { defineReport, type ReportDef } from '#protocol/meta/report.ts';
import { LEDGER, NUM, PART, TOTAL, UNIT } from './project.ts';

const COUNTED: Pick<ReportDef, 'sources' | 'searchs' | 'indexs'> = {
  sources: LEDGER,
  searchs: { fields: [UNIT] },
  indexs: [NUM, TOTAL, PART],
};

/** How far the projects are. */
export const projectByStage = defineReport({
  ...{ uid: 'capex.r.stage', report_name: 'project_by_stage', key_name: '项目阶段统计', key_name_en: 'Projects by stage' },
  ...COUNTED,
  targets: [{ name: 'level', fields: 'level' }],
});

/** What they are expected to bring. */
export const projectByBenefit = defineReport({
  ...{ uid: 'capex.r.benefit', report_name: 'project_by_benefit', key_name: '经济效益统计', key_name_en: 'Projects by benefit' },
  ...COUNTED,
  targets: [{ name: 'benefit', fields: 'benefit_type' }],
});

/** Who invests. */
export const projectBySubject = defineReport({
  ...{ uid: 'capex.r.subject', report_name: 'project_by_subject', key_name: '投资主体统计', key_name_en: 'Projects by investing entity' },
  ...COUNTED,
  targets: [{ name: 'subject', fields: 'invest_subject_entity' }],
  order: '-total_price',
});

/** A plan of the year by what DESK-01 lists it by. */
const byClassAndProject = (plan: 'plan' | 'fund'): BoardTabDef[] => [
  { report: `${plan}_by_class`, key_name: '按类别', key_name_en: 'By class' },
  { report: `${plan}_by_project`, key_name: '按项目', key_name_en: 'By project' },
];

/** Where everybody of the module begins (DESK-01): how many projects of what kinds, what waits, what is new. */
export const desktop = defineBoard({
  ...{ uid: 'capex.b.desktop', board_name: 'desktop', key_name: '桌面', key_name_en: 'Desktop' },
  desktop: 'zb',
  columns: ['1fr', '1fr', '356px'],
  rows: ['auto', 'auto', 'auto', 'auto', '1fr'],
  searchs: ['department'],
  widgets: [
    { uid: 'capex.b.desktop.shortcut', kind: 'shortcut', key_name: '快捷方式', key_name_en: 'Shortcuts', at: [1, 1, 3, 1] },
    {
      ...{ uid: 'capex.b.desktop.todo', kind: 'todo', key_name: '我的事项', key_name_en: 'My items' },
      ...{ tabs: ['todo', 'read', 'done'], at: [3, 2, 1, 2] },
    },
    {
      ...{ uid: 'capex.b.desktop.num', kind: 'figure', key_name: '项目总数', key_name_en: 'All projects' },
      ...{ report: 'project_by_stage', index: ['num'], at: [1, 2, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.total', kind: 'figure', key_name: '投资总额', key_name_en: 'All investment' },
      ...{ report: 'project_by_stage', index: ['total_price'], at: [2, 2, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.stage', kind: 'report', key_name: '按阶段', key_name_en: 'By stage' },
      ...{ report: 'project_by_stage', at: [1, 3, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.class', kind: 'report', key_name: '按类别', key_name_en: 'By class' },
      ...{ report: 'project_by_class', at: [2, 3, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.benefit', kind: 'report', key_name: '按经济效益', key_name_en: 'By benefit' },
      ...{ report: 'project_by_benefit', at: [1, 4, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.subject', kind: 'report', key_name: '按投资主体', key_name_en: 'By investing entity' },
      ...{ report: 'project_by_subject', at: [2, 4, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.plan', kind: 'report', key_name: '年度投资计划执行', key_name_en: 'Investment plan' },
      ...{ reports: byClassAndProject('plan'), index: ['rate', 'done', 'plan'], year: 1, at: [1, 5, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.fund', kind: 'report', key_name: '年度资金计划执行', key_name_en: 'Fund plan' },
      ...{ reports: byClassAndProject('fund'), index: ['rate', 'paid', 'plan'], year: 1, at: [2, 5, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.notice', kind: 'notice', key_name: '未读消息', key_name_en: 'Unread messages', at: [3, 4, 1, 1] },
    },
    {
      ...{ uid: 'capex.b.desktop.bulletin', kind: 'list', key_name: '公告', key_name_en: 'Bulletin' },
      ...{ cloud: 'message[web]', fields: 'key_name,begin_date', at: [3, 5, 1, 1] },
    },
  ],
});
