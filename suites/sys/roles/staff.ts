import type { RoleDef } from '#protocol/meta/suite.ts';

/** What everyone who works here may do: the own to-dos, the messages, and the address book without account data. */
export const staff: RoleDef = {
  uid: 'sys.role.code.staff',
  code: 'staff',
  key_name: '员工',
  key_name_en: 'Staff',
  grants: [
    { group: 'todo', scope: 2, items: ['List'] },
    { group: 'notice', scope: 2, items: ['List'] },
    { group: 'message', scope: 2, items: ['List'] },
    { group: 'domain', scope: 2, items: ['List'] },
    { group: 'department', scope: 2, items: ['List'] },
    { group: 'user', scope: 2, items: ['List'], hide: ['login_name', 'role_entities', 'domain_entities', 'status'] },
  ],
};
