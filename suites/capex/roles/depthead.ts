import type { RoleDef } from '#protocol/meta/suite.ts';

/** Reviews what the own unit applies for. */
export const depthead: RoleDef = {
  uid: 'capex.role.depthead',
  code: 'depthead',
  key_name: '单位负责人',
  key_name_en: 'Head of unit',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 1, items: ['List', 'Review'] },
    { group: 'project', scope: 1, items: ['List', 'Export'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
