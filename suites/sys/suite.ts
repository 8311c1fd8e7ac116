import { defineSuite } from '#protocol/meta/suite.ts';
import { system } from './modules.ts';
import { root } from './roles/root.ts';
import { staff } from './roles/staff.ts';
import { department } from './tables/department.ts';
import { domain } from './tables/domain.ts';
import { message } from './tables/message.ts';
import { notice } from './tables/notice.ts';
import { role } from './tables/role.ts';
import { todo } from './tables/todo.ts';
import { user } from './tables/user.ts';

/** The platform's own tables: who works here, where, with which roles, and what waits for them. */
export const sys = defineSuite({
  uid: 'sys',
  code: 'sys',
  version: '0.1.0',
  key_name: '系统管理',
  key_name_en: 'System',
  requires: [],
  modules: [system],
  dicts: [],
  roles: [root, staff],
  tables: [domain, department, role, user, message, notice, todo],
  seed: [],
});
