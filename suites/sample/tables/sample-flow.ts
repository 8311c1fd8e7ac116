import type { StateDef } from '#protocol/meta/flow.ts';
import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

const AGREE = { key_name: '同意', key_name_en: 'Approve' } as const;
const RETURN = { key_name: '退回', key_name_en: 'Return', need_remark: 1 } as const;
const REVIEWERS: Pick<StateDef, 'handler' | 'look'> = { handler: { type: 'role', code: 'sample_reviewer' }, look: 'flow' };

/** One step a way of signing: anyone, all of them, two thirds, one after the other; a guard, returns and a refusal. */
export const sampleFlow = defineTable({
  uid: 'sample.flow',
  table_name: 'sample_flow',
  key_name: '示例审批',
  key_name_en: 'Sample approval',
  flow: 1,
  oplog: 1,
  version: 1,
  fields: [
    {
      uid: 'sample.flow.key_name',
      field_name: 'key_name',
      key_name: '事项',
      key_name_en: 'Subject',
      data_type: 'text',
      length: 100,
      notnull: 1,
      search: 1,
      list_width: 240,
    },
    {
      uid: 'sample.flow.amount',
      field_name: 'amount',
      key_name: '金额',
      key_name_en: 'Amount',
      data_type: 'numeric',
      length: '18,6',
      format: '2',
      money: 1,
      notnull: 1,
      min: 0,
      sortable: 1,
      list_width: 120,
    },
    {
      uid: 'sample.flow.checked',
      field_name: 'checked',
      key_name: '核定意见',
      key_name_en: 'Finding',
      data_type: 'text',
      length: 100,
      edit_state: '2',
      view_state: '2,3,4,5,90,92',
      list_hidden: 1,
    },
    { uid: 'sample.flow.papers', field_name: 'papers', key_name: '附件', key_name_en: 'Files', data_type: 'file', max: 5, list_hidden: 1 },
  ],
  states: [
    {
      uid: 'sample.flow.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sample.flow.list', ...LIST },
        { uid: 'sample.flow.add', ...ADD },
      ],
    },
    {
      uid: 'sample.flow.0',
      value: '0',
      key_name: '草稿',
      key_name_en: 'Draft',
      look: 'draft',
      actions: [
        { uid: 'sample.flow.0.show', ...SHOW },
        { uid: 'sample.flow.0.modify', ...MODIFY },
        { uid: 'sample.flow.0.delete', ...DELETE },
      ],
    },
    {
      uid: 'sample.flow.1',
      value: '1',
      key_name: '申请',
      key_name_en: 'Application',
      look: 'draft',
      actions: [
        { uid: 'sample.flow.1.show', ...SHOW },
        {
          uid: 'sample.flow.1.modify',
          ...MODIFY,
          events: [
            { uid: 'sample.flow.e11', id: 11, key_name: '提交', key_name_en: 'Submit', next_state: 2 },
            { uid: 'sample.flow.e12', id: 12, key_name: '作废', key_name_en: 'Cancel', next_state: 91, need_remark: 1 },
          ],
        },
        { uid: 'sample.flow.1.delete', ...DELETE },
      ],
    },
    {
      uid: 'sample.flow.2',
      value: '2',
      key_name: '任一人审核',
      key_name_en: 'Any one of them',
      sign: 'any',
      ...REVIEWERS,
      actions: [
        { uid: 'sample.flow.2.show', ...SHOW },
        {
          uid: 'sample.flow.2.review',
          op: 'Review',
          key_name: '审核',
          key_name_en: 'Review',
          events: [
            { uid: 'sample.flow.e21', id: 21, ...AGREE, where: 'amount<100', next_state: 90, need_fields: 'checked' },
            { uid: 'sample.flow.e22', id: 22, ...AGREE, where: 'amount>=100', next_state: 3, is_countersign: 1, need_fields: 'checked' },
            { uid: 'sample.flow.e23', id: 23, key_name: '不同意', key_name_en: 'Send back', next_state: 0, need_remark: 1 },
          ],
        },
        { uid: 'sample.flow.2.alike', op: 'Call', code: 'alike', key_name: '同额申请', key_name_en: 'Same amount' },
      ],
    },
    {
      uid: 'sample.flow.3',
      value: '3',
      key_name: '全部会签',
      key_name_en: 'All of them',
      sign: 'all',
      ...REVIEWERS,
      actions: [
        { uid: 'sample.flow.3.show', ...SHOW },
        {
          uid: 'sample.flow.3.review',
          op: 'Review',
          key_name: '会签',
          key_name_en: 'Countersign',
          events: [
            { uid: 'sample.flow.e31', id: 31, ...AGREE, next_state: 4, is_countersign: 1 },
            { uid: 'sample.flow.e32', id: 32, ...RETURN, back_state: '1,2' },
          ],
        },
      ],
    },
    {
      uid: 'sample.flow.4',
      value: '4',
      key_name: '三分之二表决',
      key_name_en: 'Two thirds',
      sign: '2/3',
      ...REVIEWERS,
      actions: [
        { uid: 'sample.flow.4.show', ...SHOW },
        {
          uid: 'sample.flow.4.review',
          op: 'Review',
          key_name: '表决',
          key_name_en: 'Vote',
          events: [
            { uid: 'sample.flow.e41', id: 41, key_name: '赞成', key_name_en: 'In favour', next_state: 5, is_countersign: 1 },
            { uid: 'sample.flow.e42', id: 42, key_name: '反对', key_name_en: 'Against', next_state: 0, need_remark: 1 },
          ],
        },
      ],
    },
    {
      uid: 'sample.flow.5',
      value: '5',
      key_name: '顺序签署',
      key_name_en: 'One after the other',
      sign: 'seq',
      ...REVIEWERS,
      actions: [
        { uid: 'sample.flow.5.show', ...SHOW },
        {
          uid: 'sample.flow.5.review',
          op: 'Review',
          key_name: '签署',
          key_name_en: 'Sign',
          events: [
            { uid: 'sample.flow.e51', id: 51, ...AGREE, next_state: 90 },
            { uid: 'sample.flow.e52', id: 52, ...RETURN, back_state: '1,3,4', resume: 'direct' },
            { uid: 'sample.flow.e53', id: 53, key_name: '否决', key_name_en: 'Refuse', next_state: 92, need_remark: 1, need_attach: 1 },
          ],
        },
      ],
    },
    {
      uid: 'sample.flow.90',
      value: '90',
      key_name: '已通过',
      key_name_en: 'Approved',
      look: 'done',
      end: 'pass',
      actions: [{ uid: 'sample.flow.90.show', ...SHOW }],
    },
    {
      uid: 'sample.flow.91',
      value: '91',
      key_name: '已作废',
      key_name_en: 'Cancelled',
      look: 'none',
      end: 'cancel',
      actions: [{ uid: 'sample.flow.91.show', ...SHOW }],
    },
    {
      uid: 'sample.flow.92',
      value: '92',
      key_name: '已否决',
      key_name_en: 'Refused',
      look: 'late',
      end: 'reject',
      actions: [{ uid: 'sample.flow.92.show', ...SHOW }],
    },
  ],
  assert: [{ before: 90, must_pass: 4, where: 'amount>=100' }],
});
