import type { DictDef } from '#protocol/meta/suite.ts';
import { BENEFIT_TYPES, CONSTRUCT_NATURES, INDUSTRIES, PROJECT_TYPES } from './choices.ts';

export const projectType: DictDef = {
  uid: 'capex.dict.project_type',
  code: 'project_type',
  key_name: '项目类别',
  key_name_en: 'Project class',
  items: PROJECT_TYPES,
};

export const benefitType: DictDef = {
  uid: 'capex.dict.benefit_type',
  code: 'benefit_type',
  key_name: '效益类型',
  key_name_en: 'Benefit',
  items: BENEFIT_TYPES,
};

export const industry: DictDef = {
  uid: 'capex.dict.industry',
  code: 'industry',
  key_name: '所属行业',
  key_name_en: 'Industry',
  items: INDUSTRIES,
};

export const constructNature: DictDef = {
  uid: 'capex.dict.construct_nature',
  code: 'construct_nature',
  key_name: '建设性质',
  key_name_en: 'Nature of work',
  items: CONSTRUCT_NATURES,
};

/** The stages that a project passes, in order; the codes are those of the specification's `level`. */
export const level: DictDef = {
  uid: 'capex.dict.level',
  code: 'level',
  key_name: '项目阶段',
  key_name_en: 'Stage',
  items: [
    { id: 2, key_name: '立项', key_name_en: 'Initiation' },
    { id: 3, key_name: '可研', key_name_en: 'Feasibility' },
    { id: 4, key_name: '初步设计', key_name_en: 'Design' },
    { id: 5, key_name: '施工验收', key_name_en: 'Construction' },
    { id: 14, key_name: '自评价', key_name_en: 'Self-eval.' },
    { id: 15, key_name: '后评价', key_name_en: 'Post-eval.' },
  ],
};

export const projectState: DictDef = {
  uid: 'capex.dict.project_state',
  code: 'project_state',
  key_name: '项目状态',
  key_name_en: 'Project state',
  items: [
    { id: 1, key_name: '前期', key_name_en: 'Preparing', look: 'plan' },
    { id: 2, key_name: '在建', key_name_en: 'Under way', look: 'doing' },
    { id: 3, key_name: '已竣工', key_name_en: 'Completed', look: 'done' },
    { id: 4, key_name: '已评价', key_name_en: 'Evaluated', look: 'done' },
    { id: 5, key_name: '暂停', key_name_en: 'On hold', look: 'draft' },
    { id: 6, key_name: '终止', key_name_en: 'Stopped', look: 'draft' },
    { id: 99, key_name: '未说明', key_name_en: 'Not stated', look: 'none' },
  ],
};

export const gateState: DictDef = {
  uid: 'capex.dict.gate_state',
  code: 'gate_state',
  key_name: '阶段门',
  key_name_en: 'Gate',
  items: [
    { id: 1, key_name: '未启动', key_name_en: 'Not started', look: 'plan' },
    { id: 2, key_name: '进行中', key_name_en: 'In progress', look: 'doing' },
    { id: 3, key_name: '待评审', key_name_en: 'Waiting for review', look: 'doing' },
    { id: 4, key_name: '通过', key_name_en: 'Passed', look: 'done' },
    { id: 5, key_name: '有条件通过', key_name_en: 'Passed with conditions', look: 'done' },
    { id: 6, key_name: '退回', key_name_en: 'Returned', look: 'late' },
  ],
};
