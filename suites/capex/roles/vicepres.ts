import type { RoleDef } from '#protocol/meta/suite.ts';

/** Decides on the initiations of the units in charge. */
export const vicepres: RoleDef = {
  uid: 'capex.role.vicepres',
  code: 'vicepres',
  key_name: '分管领导',
  key_name_en: 'Executive in charge',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 2, items: ['List', 'Review'] },
    { group: 'project', scope: 2, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
