import type { RoleDef } from '#protocol/meta/suite.ts';

/** The company's administrator: everything in the own company. */
export const root: RoleDef = {
  uid: 'sys.role.code.root',
  code: 'root',
  key_name: '企业管理员',
  key_name_en: 'Company administrator',
  root: 1,
  flags: ['SYS'],
  grants: [],
};
