import type { ActionDef } from '#protocol/meta/flow.ts';
import { defineTable } from '#protocol/meta/table.ts';
import { LIST, SHOW } from '../actions.ts';
import { projectClass } from './project-class-fields.ts';
import { projectFields, projectMoney } from './project-fields.ts';

/** All of a project on one sheet. */
const OVERVIEW: ActionDef = {
  ...{ uid: 'capex.project.overview', op: 'Open', key_name: '概览', key_name_en: 'Overview' },
  ...{ type: 'AURL', url: '/main/board/project_overview?id={id}' },
};

/** The ledger of capital projects. Approved records write it; nobody types here. What a source may lack is not demanded. */
export const project = defineTable({
  uid: 'capex.project',
  table_name: 'project',
  key_name: '项目台账',
  key_name_en: 'Project ledger',
  public_name: 1,
  english_name: 'name_en',
  form_column: 3,
  owner_field: 'manager_entity',
  fields: [...projectFields, ...projectClass, ...projectMoney],
  subtables: [
    {
      uid: 'capex.project.stages',
      key_name: '项目阶段',
      key_name_en: 'Stages',
      table_name: 'project_stage',
      parent_field: 'project_entity',
      inline: 1,
      readonly: 1,
    },
  ],
  styles: [
    { uid: 'capex.project.style.stopped', field: 'project_state', value: '6', style: 'off', target: 'ROW' },
    { uid: 'capex.project.style.hold', field: 'project_state', value: '5', style: 'off', target: 'ROW' },
  ],
  states: [
    {
      uid: 'capex.project.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [{ uid: 'capex.project.list', ...LIST }],
    },
    {
      uid: 'capex.project.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [{ uid: 'capex.project.show', ...SHOW }, OVERVIEW],
    },
  ],
});
