import type { RoleDef } from '#protocol/meta/suite.ts';

/** Files initiations and sees what became of the own ones; the ledger of the own unit. */
export const applicant: RoleDef = {
  uid: 'capex.role.applicant',
  code: 'applicant',
  key_name: '立项申请人',
  key_name_en: 'Applicant',
  flags: ['zb'],
  grants: [
    { group: 'initiation', scope: 0, items: ['List', 'Add', 'Modify', 'Delete'] },
    { group: 'project', scope: 1, items: ['List'] },
    { group: 'province', scope: 2, items: ['List'] },
    { group: 'invest_subject', scope: 2, items: ['List'] },
  ],
};
