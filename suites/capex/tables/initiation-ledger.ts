import type { WriteBackDef } from '#protocol/meta/flow.ts';

const STAGE = { department_entity: '{department_entity}', name_en: '{name_en}' } as const;

/** What the final approval writes: the project, its first stage passed, the next three not begun. */
export const initiationLedger: WriteBackDef = {
  uid: 'capex.initiation.ledger',
  state: 90,
  table: 'project',
  op: 'Add',
  result_field: 'project_entity',
  values: {
    key_name: '{key_name}',
    name_en: '{name_en}',
    department_entity: '{department_entity}',
    level: 2,
    project_state: 1,
    project_type: '{project_type}',
    total_price: '{est_price}',
    estimate_price: '{est_price}',
    plan_begin: '{plan_begin}',
    plan_end: '{plan_end}',
    invest_subject_entity: '{invest_subject_entity}',
    industry: '{industry}',
    benefit_type: '{benefit_type}',
    construct_nature: '{construct_nature}',
    province_entity: '{province_entity}',
    city_entity: '{city_entity}',
    place: '{place}',
    manager_entity: '{manager_entity}',
    mobile: '{mobile}',
    initiation_entity: '{id}',
    scale: '{scale}',
    necessity: '{necessity}',
  },
  rows: [
    {
      table: 'project_stage',
      parent_field: 'project_entity',
      values: [
        { ...STAGE, level: 2, key_name: '{key_name} 立项', gate_state: 4, approved_price: '{est_price}', doc_no: '{review_no}' },
        { ...STAGE, level: 3, key_name: '{key_name} 可研', gate_state: 1 },
        { ...STAGE, level: 4, key_name: '{key_name} 初步设计', gate_state: 1 },
        { ...STAGE, level: 5, key_name: '{key_name} 施工验收', gate_state: 1, plan_begin: '{plan_begin}', plan_end: '{plan_end}' },
      ],
    },
  ],
};
