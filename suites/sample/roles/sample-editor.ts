import type { RoleDef } from '#protocol/meta/suite.ts';

export const sampleEditor: RoleDef = {
  uid: 'sample.role.editor',
  code: 'sample_editor',
  key_name: '检修编制',
  key_name_en: 'Maintenance planner',
  flags: ['SAMPLE'],
  grants: [
    { group: 'sample_type', scope: 2, items: ['List', 'Add', 'Modify', 'Delete', 'Call'] },
    { group: 'sample_link', scope: 2, items: ['List', 'Add', 'Modify', 'Delete', 'Call'] },
    { group: 'sample_tree', scope: 2, items: ['List', 'Add', 'Modify', 'Delete'] },
    { group: 'sample_site', scope: 2, items: ['List', 'Add', 'Modify', 'Delete'] },
    { group: 'sample_device', scope: 2, items: ['List', 'Add', 'Modify', 'Delete'] },
    { group: 'sample_flow', scope: 0, items: ['List', 'Add', 'Modify', 'Delete'] },
  ],
};
