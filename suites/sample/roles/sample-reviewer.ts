import type { RoleDef } from '#protocol/meta/suite.ts';

export const sampleReviewer: RoleDef = {
  uid: 'sample.role.reviewer',
  code: 'sample_reviewer',
  key_name: '检修审批',
  key_name_en: 'Maintenance reviewer',
  flags: ['SAMPLE'],
  grants: [
    { group: 'sample_flow', scope: 1, items: ['List', 'Review', 'Call'] },
    { group: 'sample_site', scope: 2, items: ['List'] },
    { group: 'sample_type', scope: 1, items: ['List'], hide: ['mobile'], readonly: ['price'] },
  ],
};
