import type { RoleDef } from '#protocol/meta/suite.ts';

/** Countersigns for finance and sees all amounts. */
export const finance: RoleDef = {
  uid: 'capex.role.finance',
  code: 'finance',
  key_name: '财务会签',
  key_name_en: 'Finance',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 2, items: ['List', 'Review'] },
    { group: 'project', scope: 2, items: ['List', 'Export'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
