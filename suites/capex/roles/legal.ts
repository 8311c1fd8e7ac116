import type { RoleDef } from '#protocol/meta/suite.ts';

/** Countersigns for legal and risk; sees the initiations that pass through the own hands. */
export const legal: RoleDef = {
  uid: 'capex.role.legal',
  code: 'legal',
  key_name: '法务会签',
  key_name_en: 'Legal',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 0, items: ['List', 'Review'], hide: ['npv', 'irr', 'payback'] },
    { group: 'project', scope: 2, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
