import type { RoleDef } from '#protocol/meta/suite.ts';

/** Countersigns for safety and environment; sees the initiations that pass through the own hands. */
export const safety: RoleDef = {
  uid: 'capex.role.safety',
  code: 'safety',
  key_name: '安环会签',
  key_name_en: 'Safety',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 0, items: ['List', 'Review'], hide: ['npv', 'irr', 'payback'] },
    { group: 'project', scope: 2, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
