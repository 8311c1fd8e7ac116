import type { RoleDef } from '#protocol/meta/suite.ts';

/** Countersigns for engineering; sees the initiations that pass through the own hands. */
export const tech: RoleDef = {
  uid: 'capex.role.tech',
  code: 'tech',
  key_name: '技术会签',
  key_name_en: 'Engineering',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 0, items: ['List', 'Review'], hide: ['npv', 'irr', 'payback'] },
    { group: 'project', scope: 2, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
