import type { ModuleDef } from '#protocol/meta/suite.ts';

export const system: ModuleDef = {
  uid: 'sys.module',
  code: 'SYS',
  key_name: '系统管理',
  key_name_en: 'System',
  flag: 'SYS',
  icon: 'settings',
  remark: '部门、用户、角色和系统消息',
  remark_en: 'Departments, users, roles and system messages',
  order: 90,
  menus: [
    {
      uid: 'sys.menu.people',
      key_name: '组织与权限',
      key_name_en: 'People and rights',
      type: 'DIR',
      children: [
        { uid: 'sys.menu.user', key_name: '用户', key_name_en: 'Users', type: 'TAB', icon: 'users', cloud: 'user', op: 'Group' },
        { uid: 'sys.menu.department', key_name: '部门', key_name_en: 'Departments', type: 'TAB', icon: 'tree', cloud: 'department' },
        { uid: 'sys.menu.role', key_name: '角色', key_name_en: 'Roles', type: 'TAB', icon: 'check', cloud: 'role' },
        {
          uid: 'sys.menu.auth',
          key_name: '角色授权',
          key_name_en: 'Role rights',
          type: 'TAB',
          icon: 'check',
          cloud: 'role',
          op: 'Auth',
          url: '/auth',
        },
      ],
    },
    {
      uid: 'sys.menu.platform',
      key_name: '平台',
      key_name_en: 'Platform',
      type: 'DIR',
      children: [
        { uid: 'sys.menu.domain', key_name: '核算域', key_name_en: 'Domains', type: 'TAB', icon: 'globe', cloud: 'domain' },
        { uid: 'sys.menu.message', key_name: '系统消息', key_name_en: 'System messages', type: 'TAB', icon: 'bell', cloud: 'message' },
      ],
    },
  ],
};
