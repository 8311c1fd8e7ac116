import type { RoleDef } from '#protocol/meta/suite.ts';

/** Sees the leadership view only: no module, no list. */
export const leader: RoleDef = {
  uid: 'capex.role.leader',
  code: 'leader',
  key_name: '领导视图',
  key_name_en: 'Leadership view',
  flags: ['EI'],
  grants: [],
};
