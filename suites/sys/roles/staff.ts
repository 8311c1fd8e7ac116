import type { RoleDef } from '#protocol/meta/suite.ts';

/** What everyone who works here may do beside what everybody has: all system messages, what the company is made of, and people without account data. */
export const staff: RoleDef = {
  uid: 'sys.role.code.staff',
  code: 'staff',
  key_name: '员工',
  key_name_en: 'Staff',
  grants: [
    { group: 'message', scope: 2, items: ['List'] },
    { group: 'domain', scope: 2, items: ['List'] },
    { group: 'department', scope: 2, items: ['List'] },
    { group: 'post', scope: 2, items: ['List'], hide: ['remark'] },
    { group: 'user', scope: 2, items: ['List'], hide: ['login_name', 'role_entities', 'domain_entities', 'status', 'board'] },
  ],
};
