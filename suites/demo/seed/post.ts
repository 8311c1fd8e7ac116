import type { SeedDef } from '#protocol/meta/suite.ts';

/** What people of the demonstration are there for; no step of its flows goes by a post. */
export const posts: SeedDef = {
  table: 'post',
  company: 'demo',
  rows: [
    { _key: 'general_manager', code: 'general_manager', key_name: '总经理', name_en: 'General manager', ordinal: 10, status: 1 },
    { _key: 'department_manager', code: 'department_manager', key_name: '部门经理', name_en: 'Department manager', ordinal: 20, status: 1 },
    { _key: 'project_officer', code: 'project_officer', key_name: '项目主管', name_en: 'Project officer', ordinal: 30, status: 1 },
    { _key: 'duty_officer', code: 'duty_officer', key_name: '值班负责人', name_en: 'Duty officer', ordinal: 40, status: 1 },
  ],
};
