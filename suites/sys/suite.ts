import { defineSuite } from '#protocol/meta/suite.ts';
import { system } from './modules.ts';
import { root } from './roles/root.ts';
import { staff } from './roles/staff.ts';
import { holidays, workTimes } from './seed/calendar.ts';
import { calendarDay } from './tables/calendar-day.ts';
import { define } from './tables/define.ts';
import { department } from './tables/department.ts';
import { dict } from './tables/dict.ts';
import { dictItem } from './tables/dict-item.ts';
import { domain } from './tables/domain.ts';
import { duty } from './tables/duty.ts';
import { mail } from './tables/mail.ts';
import { menu } from './tables/menu.ts';
import { message } from './tables/message.ts';
import { moduleTable } from './tables/module.ts';
import { notice } from './tables/notice.ts';
import { post } from './tables/post.ts';
import { role } from './tables/role.ts';
import { shortcut } from './tables/shortcut.ts';
import { todo } from './tables/todo.ts';
import { user } from './tables/user.ts';
import { workTime } from './tables/work-time.ts';

/** The platform's own tables: who works here, where, with which roles, what may be chosen in their forms, what stands in their menus, and what waits for them. */
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
  tables: [
    domain,
    department,
    post,
    role,
    duty,
    user,
    dict,
    dictItem,
    moduleTable,
    menu,
    workTime,
    calendarDay,
    define,
    shortcut,
    message,
    notice,
    mail,
    todo,
  ],
  seed: [workTimes, holidays],
});
