import type { RoleDef } from '#protocol/meta/suite.ts';

/** Reads what belongs to the own department, without the expected returns. */
export const viewer: RoleDef = {
  uid: 'capex.role.viewer',
  code: 'viewer',
  key_name: '部门查阅',
  key_name_en: 'Department reader',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 1, items: ['List'], hide: ['npv', 'irr', 'payback'] },
    { group: 'project', scope: 1, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
