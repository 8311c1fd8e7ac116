import type { RoleDef } from '#protocol/meta/suite.ts';

/** Decides last. */
export const president: RoleDef = {
  uid: 'capex.role.president',
  code: 'president',
  key_name: '总经理',
  key_name_en: 'President',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 2, items: ['List', 'Review'] },
    { group: 'project', scope: 2, items: ['List', 'Export'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
