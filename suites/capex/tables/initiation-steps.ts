import type { StateDef } from '#protocol/meta/flow.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

const AGREE = { key_name: '同意', key_name_en: 'Approve' } as const;
const RETURN = { key_name: '退回', key_name_en: 'Return', need_remark: 1 } as const;
const REFUSE = { key_name: '否决', key_name_en: 'Refuse', next_state: 92, need_remark: 1 } as const;

/** With the applicant: 0 a draft or sent back, 1 at the start or returned. State 0 uses the events of state 1. */
const applicant: StateDef[] = [
  {
    uid: 'capex.initiation.toolbar',
    value: '*',
    key_name: '工具栏',
    key_name_en: 'Toolbar',
    actions: [
      { uid: 'capex.initiation.list', ...LIST },
      { uid: 'capex.initiation.add', ...ADD, key_name: '新建立项', key_name_en: 'New initiation' },
    ],
  },
  {
    uid: 'capex.initiation.0',
    value: '0',
    key_name: '草稿',
    key_name_en: 'Draft',
    look: 'draft',
    actions: [
      { uid: 'capex.initiation.0.show', ...SHOW },
      { uid: 'capex.initiation.0.modify', ...MODIFY },
      { uid: 'capex.initiation.0.delete', ...DELETE },
    ],
  },
  {
    uid: 'capex.initiation.1',
    value: '1',
    key_name: '申请',
    key_name_en: 'Application',
    look: 'draft',
    actions: [
      { uid: 'capex.initiation.1.show', ...SHOW },
      {
        uid: 'capex.initiation.1.modify',
        ...MODIFY,
        events: [
          { uid: 'capex.initiation.e11', id: 11, key_name: '提交', key_name_en: 'Submit', next_state: 2 },
          { uid: 'capex.initiation.e12', id: 12, key_name: '作废', key_name_en: 'Cancel the application', next_state: 91, need_remark: 1 },
        ],
      },
      { uid: 'capex.initiation.1.delete', ...DELETE },
    ],
  },
];

const unit: StateDef = {
  uid: 'capex.initiation.2',
  value: '2',
  key_name: '部门负责人审核',
  key_name_en: 'Head of unit',
  look: 'flow',
  handler: { type: 'dept_leader', field: 'department_entity' },
  actions: [
    { uid: 'capex.initiation.2.show', ...SHOW },
    {
      uid: 'capex.initiation.2.review',
      op: 'Review',
      key_name: '审核',
      key_name_en: 'Review',
      events: [
        { uid: 'capex.initiation.e21', id: 21, ...AGREE, next_state: 3 },
        { uid: 'capex.initiation.e22', id: 22, ...RETURN, next_state: 0 },
      ],
    },
  ],
};

const investment: StateDef = {
  uid: 'capex.initiation.3',
  value: '3',
  key_name: '投资部审查',
  key_name_en: 'Investment department',
  look: 'flow',
  handler: { type: 'role', code: 'investmgr' },
  actions: [
    { uid: 'capex.initiation.3.show', ...SHOW },
    {
      uid: 'capex.initiation.3.review',
      op: 'Review',
      key_name: '审查',
      key_name_en: 'Examine',
      events: [
        {
          uid: 'capex.initiation.e31',
          id: 31,
          key_name: '同意并发起会签',
          key_name_en: 'Approve and call for countersignatures',
          next_state: 4,
          is_countersign: 1,
          add: 1,
          need_fields: 'review_no',
        },
        {
          uid: 'capex.initiation.e34',
          id: 34,
          key_name: '加急会签',
          key_name_en: 'Urgent countersignatures',
          next_state: 4,
          is_countersign: 1,
          add: 1,
          need_fields: 'review_no',
          urgent: 1,
        },
        { uid: 'capex.initiation.e32', id: 32, ...RETURN, back_state: '1,2' },
        { uid: 'capex.initiation.e33', id: 33, ...REFUSE },
      ],
    },
  ],
};

const countersign: StateDef = {
  uid: 'capex.initiation.4',
  value: '4',
  key_name: '专业会签',
  key_name_en: 'Countersignatures',
  look: 'flow',
  sign: 'all',
  handler: { type: 'roles', codes: ['finance', 'legal', 'tech', 'safety'] },
  actions: [
    { uid: 'capex.initiation.4.show', ...SHOW },
    {
      uid: 'capex.initiation.4.review',
      op: 'Review',
      key_name: '会签',
      key_name_en: 'Countersign',
      events: [
        { uid: 'capex.initiation.e41', id: 41, ...AGREE, next_state: 5 },
        { uid: 'capex.initiation.e42', id: 42, ...RETURN, back_state: '1,3' },
      ],
    },
  ],
};

const executive: StateDef = {
  uid: 'capex.initiation.5',
  value: '5',
  key_name: '分管领导审批',
  key_name_en: 'Executive in charge',
  look: 'flow',
  handler: { type: 'field', field: 'department_entity.leader_entity' },
  actions: [
    { uid: 'capex.initiation.5.show', ...SHOW },
    {
      uid: 'capex.initiation.5.review',
      op: 'Review',
      key_name: '审批',
      key_name_en: 'Decide',
      events: [
        { uid: 'capex.initiation.e51', id: 51, ...AGREE, where: 'est_price<1000', next_state: 90 },
        { uid: 'capex.initiation.e52', id: 52, ...AGREE, where: 'est_price>=1000&est_price<5000', next_state: 7 },
        { uid: 'capex.initiation.e53', id: 53, ...AGREE, where: 'est_price>=5000', next_state: 6, is_countersign: 1 },
        { uid: 'capex.initiation.e54', id: 54, ...RETURN, back_state: '1,3,4', resume: 'direct' },
        { uid: 'capex.initiation.e55', id: 55, ...REFUSE },
      ],
    },
  ],
};

const committee: StateDef = {
  uid: 'capex.initiation.6',
  value: '6',
  key_name: '投资委员会表决',
  key_name_en: 'Investment committee',
  look: 'flow',
  sign: '2/3',
  handler: { type: 'role', code: 'member' },
  actions: [
    { uid: 'capex.initiation.6.show', ...SHOW },
    {
      uid: 'capex.initiation.6.review',
      op: 'Review',
      key_name: '表决',
      key_name_en: 'Vote',
      events: [
        { uid: 'capex.initiation.e61', id: 61, key_name: '赞成', key_name_en: 'In favour', next_state: 7 },
        { uid: 'capex.initiation.e62', id: 62, key_name: '反对', key_name_en: 'Against', next_state: 0, need_remark: 1 },
      ],
    },
  ],
};

const president: StateDef = {
  uid: 'capex.initiation.7',
  value: '7',
  key_name: '总经理审批',
  key_name_en: 'President',
  look: 'flow',
  handler: { type: 'role', code: 'president' },
  actions: [
    { uid: 'capex.initiation.7.show', ...SHOW },
    {
      uid: 'capex.initiation.7.review',
      op: 'Review',
      key_name: '审批',
      key_name_en: 'Decide',
      events: [
        { uid: 'capex.initiation.e71', id: 71, key_name: '批准', key_name_en: 'Approve', next_state: 90 },
        { uid: 'capex.initiation.e72', id: 72, ...RETURN, back_state: '1,3,5' },
        { uid: 'capex.initiation.e73', id: 73, ...REFUSE },
      ],
    },
  ],
};

const ends: StateDef[] = [
  {
    uid: 'capex.initiation.90',
    value: '90',
    key_name: '已立项',
    key_name_en: 'Approved',
    look: 'done',
    end: 'pass',
    actions: [{ uid: 'capex.initiation.90.show', ...SHOW }],
  },
  {
    uid: 'capex.initiation.91',
    value: '91',
    key_name: '已作废',
    key_name_en: 'Cancelled',
    look: 'draft',
    end: 'cancel',
    actions: [{ uid: 'capex.initiation.91.show', ...SHOW }],
  },
  {
    uid: 'capex.initiation.92',
    value: '92',
    key_name: '已否决',
    key_name_en: 'Refused',
    look: 'late',
    end: 'reject',
    actions: [{ uid: 'capex.initiation.92.show', ...SHOW }],
  },
];

/** The seven steps of a capital project's approval. */
export const initiationSteps: StateDef[] = [...applicant, unit, investment, countersign, executive, committee, president, ...ends];
