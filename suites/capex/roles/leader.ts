import type { RoleDef } from '#protocol/meta/suite.ts';

/** Sees the leadership view: no module, but from each of its figures the records that it counts. */
export const leader: RoleDef = {
  uid: 'capex.role.leader',
  code: 'leader',
  key_name: '领导视图',
  key_name_en: 'Leadership view',
  flags: ['EI'],
  grants: [
    { group: 'project', scope: 2, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
