import type { RoleDef } from '#protocol/meta/suite.ts';

/** Votes in the investment committee; sees the initiations that come to the vote. */
export const member: RoleDef = {
  uid: 'capex.role.member',
  code: 'member',
  key_name: '投资委员会委员',
  key_name_en: 'Committee member',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 0, items: ['List', 'Review'] },
    { group: 'project', scope: 2, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
