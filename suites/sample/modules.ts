import type { ModuleDef } from '#protocol/meta/suite.ts';

/** For those who build definitions: the flag is granted to nobody in the demonstration. */
export const samples: ModuleDef = {
  uid: 'sample.module',
  code: 'SAMPLE',
  key_name: '设备检修',
  key_name_en: 'Maintenance',
  remark: '检修工单、材料、申请：定义的每种写法都用一次',
  remark_en: 'Work orders, materials, requests: each key of a definition once',
  flag: 'SAMPLE',
  icon: 'plan',
  order: 80,
  menus: [
    { uid: 'sample.menu.type', key_name: '检修工单', key_name_en: 'Work orders', type: 'TAB', cloud: 'sample_type' },
    {
      uid: 'sample.menu.brief',
      key_name: '工单概要',
      key_name_en: 'Orders in brief',
      type: 'TAB',
      icon: 'file',
      cloud: 'sample_type[brief]',
    },
    { uid: 'sample.menu.line', key_name: '材料领退', key_name_en: 'Materials', type: 'TAB', icon: 'folder', cloud: 'sample_line' },
    { uid: 'sample.menu.link', key_name: '往来函件', key_name_en: 'Correspondence', type: 'TAB', icon: 'send', cloud: 'sample_link' },
    { uid: 'sample.menu.tree', key_name: '设备分类', key_name_en: 'Classes of equipment', type: 'TAB', icon: 'tree', cloud: 'sample_tree' },
    { uid: 'sample.menu.site', key_name: '变电站', key_name_en: 'Substations', type: 'TAB', icon: 'building', cloud: 'sample_site' },
    { uid: 'sample.menu.step', key_name: '巡检工序', key_name_en: 'Steps', type: 'TAB', icon: 'check', cloud: 'sample_step' },
    { uid: 'sample.menu.flow', key_name: '检修申请', key_name_en: 'Requests', type: 'TAB', icon: 'flag', cloud: 'sample_flow' },
    {
      ...{ uid: 'sample.menu.months', key_name: '按时间统计', key_name_en: 'Over time' },
      ...{ type: 'TAB', cloud: 'sample_type', url: '/report/sample_months' },
    },
    {
      ...{ uid: 'sample.menu.bands', key_name: '按区间统计', key_name_en: 'By bands' },
      ...{ type: 'TAB', cloud: 'sample_type', url: '/report/sample_bands' },
    },
    {
      ...{ uid: 'sample.menu.parts', key_name: '按区间分段统计', key_name_en: 'Parts of bands' },
      ...{ type: 'TAB', cloud: 'sample_type', url: '/report/sample_parts' },
    },
    {
      ...{ uid: 'sample.menu.steps', key_name: '逐级对比', key_name_en: 'Step by step' },
      ...{ type: 'TAB', cloud: 'sample_type', url: '/report/sample_steps' },
    },
    {
      ...{ uid: 'sample.menu.dial', key_name: '完成情况', key_name_en: 'How far' },
      ...{ type: 'TAB', cloud: 'sample_type', url: '/report/sample_dial' },
    },
    {
      uid: 'sample.menu.stock',
      key_name: '备件库存',
      key_name_en: 'Spare parts in store',
      type: 'TAB',
      icon: 'folder',
      cloud: 'sample_stock',
    },
    {
      ...{ uid: 'sample.menu.stores', key_name: '备件库存统计', key_name_en: 'Parts in store' },
      ...{ type: 'TAB', cloud: 'sample_stock', url: '/report/sample_stores' },
    },
    {
      ...{ uid: 'sample.menu.storesacross', key_name: '各站库存走势', key_name_en: 'Stores by month' },
      ...{ type: 'TAB', cloud: 'sample_stock', url: '/report/sample_stores_across' },
    },
    {
      ...{ uid: 'sample.menu.board', key_name: '看板', key_name_en: 'Board' },
      ...{ type: 'TAB', cloud: 'sample_type', url: '/board/sample_board' },
    },
    {
      ...{ uid: 'sample.menu.desk', key_name: '工作台', key_name_en: 'Workbench' },
      ...{ type: 'TAB', cloud: 'sample_site', url: '/board/sample_desk' },
    },
  ],
};
