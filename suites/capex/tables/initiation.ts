import { defineTable } from '#protocol/meta/table.ts';
import { initiationLedger } from './initiation-ledger.ts';
import { initiationContent, initiationPlan } from './initiation-plan-fields.ts';
import { initiationProject } from './initiation-project-fields.ts';
import { initiationReview } from './initiation-review-fields.ts';
import { initiationSteps } from './initiation-steps.ts';

/** The application for a capital project: seven steps, then it stands in the ledger. Amounts in ten thousand yuan. */
export const initiation = defineTable({
  uid: 'capex.initiation',
  table_name: 'initiation',
  key_name: '立项审批',
  key_name_en: 'Project initiation',
  public_name: 1,
  english_name: 'name_en',
  flow: 1,
  relay: 1,
  assign: 1,
  add_sign: 1,
  copy: 1,
  oplog: 1,
  readlog: 1,
  attach: 1,
  form_column: 3,
  version: 1,
  fields: [...initiationProject, ...initiationPlan, ...initiationContent, ...initiationReview],
  states: initiationSteps,
  subtables: [
    {
      uid: 'capex.initiation.funds',
      key_name: '资金来源',
      key_name_en: 'Funding',
      table_name: 'initiation_fund',
      parent_field: 'initiation_entity',
      inline: 1,
      under: 't_funds',
      min: 1,
      check: [
        {
          sum: 'price',
          equals: 'est_price',
          remark: '资金来源合计须等于估算总投资',
          remark_en: 'The funding sources must add up to the estimated total',
        },
      ],
    },
  ],
  rules: [
    {
      uid: 'capex.initiation.rule.dates',
      key_name: '计划完工不能早于计划开工',
      key_name_en: 'The planned end cannot come before the planned start',
      where: 'plan_end>={plan_begin}',
    },
  ],
  styles: [{ uid: 'capex.initiation.style.ended', field: 'review_state', value: '91,92', style: 'off', target: 'ROW' }],
  assert: [
    { before: 90, must_pass: 4 },
    { before: 90, must_pass: 6, where: 'est_price>=5000' },
    { before: 90, must_pass: 7, where: 'est_price>=1000' },
  ],
  write_back: [initiationLedger],
});
