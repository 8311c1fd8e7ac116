import type { RoleDef } from '#protocol/meta/suite.ts';

/** Examines every initiation and keeps the investing entities. */
export const investmgr: RoleDef = {
  uid: 'capex.role.investmgr',
  code: 'investmgr',
  key_name: '投资管理',
  key_name_en: 'Investment manager',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 2, items: ['List', 'Review'] },
    { group: 'project', scope: 2, items: ['List', 'Export'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List', 'Add', 'Modify', 'Delete'] },
  ],
};
