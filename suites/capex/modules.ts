import type { ModuleDef } from '#protocol/meta/suite.ts';

export const capitalProjects: ModuleDef = {
  uid: 'capex.module',
  code: 'zb',
  key_name: '资本性项目',
  key_name_en: 'Capital projects',
  flag: 'zb',
  icon: 'building',
  remark: '立项申请、逐级审批、项目台账',
  remark_en: 'Applications, step-by-step approval, the project ledger',
  menus: [
    {
      uid: 'capex.menu.work',
      key_name: '工作台',
      key_name_en: 'My work',
      type: 'DIR',
      children: [
        {
          ...{ uid: 'capex.menu.desktop', key_name: '桌面', key_name_en: 'Desktop' },
          ...{ type: 'TAB', icon: 'home', cloud: 'project', url: '/board/desktop' },
        },
        { uid: 'capex.menu.todo', key_name: '待办', key_name_en: 'To-do', type: 'TAB', cloud: 'todo', url: '/todo' },
      ],
    },
    {
      uid: 'capex.menu.projects',
      key_name: '项目',
      key_name_en: 'Projects',
      type: 'DIR',
      children: [
        { uid: 'capex.menu.project', key_name: '项目台账', key_name_en: 'Project ledger', type: 'TAB', icon: 'list', cloud: 'project' },
        { uid: 'capex.menu.initiation', key_name: '立项审批', key_name_en: 'Initiation', type: 'TAB', icon: 'flag', cloud: 'initiation' },
        { uid: 'capex.menu.stage', key_name: '项目阶段', key_name_en: 'Project stages', type: 'TAB', icon: 'plan', cloud: 'project_stage' },
        {
          uid: 'capex.menu.plan_month',
          key_name: '分月计划',
          key_name_en: 'Plan by month',
          type: 'TAB',
          icon: 'plan',
          cloud: 'plan_month',
        },
        {
          uid: 'capex.menu.fund_exec',
          key_name: '月度执行',
          key_name_en: 'Execution by month',
          type: 'TAB',
          icon: 'plan',
          cloud: 'fund_exec',
        },
        {
          uid: 'capex.menu.subject',
          key_name: '投资主体',
          key_name_en: 'Investing entities',
          type: 'TAB',
          icon: 'building',
          cloud: 'invest_subject',
        },
      ],
    },
    {
      uid: 'capex.menu.reports',
      key_name: '报表',
      key_name_en: 'Reports',
      type: 'DIR',
      children: [
        {
          ...{ uid: 'capex.menu.r.class', key_name: '各类项目分阶段', key_name_en: 'Classes by stage' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'project', url: '/report/project_by_class' },
        },
        {
          ...{ uid: 'capex.menu.r.map', key_name: '地区分布', key_name_en: 'By region' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'project', url: '/report/project_map' },
        },
        {
          ...{ uid: 'capex.menu.r.unit', key_name: '单位年度开工', key_name_en: 'Started by unit and year' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'project', url: '/report/unit_begin' },
        },
        {
          ...{ uid: 'capex.menu.r.unittree', key_name: '各级单位投资', key_name_en: 'Investment by unit' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'project', url: '/report/unit_tree' },
        },
        {
          ...{ uid: 'capex.menu.r.unityear', key_name: '单位年度支付', key_name_en: 'Paid by unit and year' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'fund_exec', url: '/report/unit_year' },
        },
        {
          ...{ uid: 'capex.menu.r.year', key_name: '年度投资计划执行', key_name_en: 'Plan and execution' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'plan_month', url: '/report/year_execution' },
        },
        {
          ...{ uid: 'capex.menu.r.rate', key_name: '年度投资计划完成率', key_name_en: "The year's plan done" },
          ...{ type: 'TAB', icon: 'chart', cloud: 'plan_month', url: '/report/year_rate' },
        },
        {
          ...{ uid: 'capex.menu.r.fund', key_name: '年度资金计划执行', key_name_en: 'Fund plan and payment' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'plan_month', url: '/report/fund_execution' },
        },
        {
          ...{ uid: 'capex.menu.r.curve', key_name: '三条曲线', key_name_en: 'S-curve' },
          ...{ type: 'TAB', icon: 'chart', cloud: 'plan_month', url: '/report/project_curve' },
        },
      ],
    },
  ],
};
