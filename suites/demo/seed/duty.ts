import type { SeedDef } from '#protocol/meta/suite.ts';

/** Who applies does not judge; nobody of the demonstration stands against it. */
export const duties: SeedDef = {
  table: 'duty',
  company: 'demo',
  rows: [
    {
      key_name: '申请与财务会签',
      name_en: 'Applying and financial review',
      first_role_entities: ['@role:applicant'],
      second_role_entities: ['@role:finance', '@role:legal'],
      reason: '提出立项的人不应同时代表财务或法务会签',
      reason_en: 'Who proposes a project should not countersign it for finance or legal affairs',
      status: 1,
    },
  ],
};
