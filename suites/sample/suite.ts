import { defineSuite } from '#protocol/meta/suite.ts';
import { sampleColour, sampleWork } from './dicts.ts';
import { samples } from './modules.ts';
import {
  sampleBands,
  sampleBoard,
  sampleBranches,
  sampleDesk,
  sampleDial,
  sampleMonths,
  sampleParts,
  samplePivot,
  sampleRates,
  sampleSiteBoard,
  sampleSteps,
  sampleTiers,
  sampleVisits,
} from './reports.ts';
import { sampleStores, sampleStoresAcross } from './reports-stock.ts';
import { sampleEditor } from './roles/sample-editor.ts';
import { sampleReviewer } from './roles/sample-reviewer.ts';
import { sampleDevice } from './tables/sample-device.ts';
import { sampleFlow } from './tables/sample-flow.ts';
import { sampleLine } from './tables/sample-line.ts';
import { sampleLink } from './tables/sample-link.ts';
import { sampleShare } from './tables/sample-share.ts';
import { sampleSite } from './tables/sample-site.ts';
import { sampleStep } from './tables/sample-step.ts';
import { sampleStock } from './tables/sample-stock.ts';
import { sampleTree } from './tables/sample-tree.ts';
import { sampleType } from './tables/sample-type.ts';
import { sampleVisit } from './tables/sample-visit.ts';

/** The show house: every data type, both kinds of sub-table, tree, group, flow and look once. Feeds tests, gallery and bench. */
export const sample = defineSuite({
  uid: 'sample',
  code: 'sample',
  version: '0.1.0',
  key_name: '设备检修（示例）',
  key_name_en: 'Maintenance (samples)',
  optional: 1,
  requires: ['sys'],
  modules: [samples],
  dicts: [sampleColour, sampleWork],
  roles: [sampleEditor, sampleReviewer],
  posts: [{ uid: 'sample.post.archivist', code: 'sample_archivist', key_name: '检修档案员', key_name_en: 'Maintenance archivist' }],
  tables: [
    sampleTree,
    sampleType,
    sampleLine,
    sampleLink,
    sampleFlow,
    sampleShare,
    sampleSite,
    sampleVisit,
    sampleStep,
    sampleDevice,
    sampleStock,
  ],
  reports: [
    sampleMonths,
    sampleBands,
    sampleParts,
    samplePivot,
    sampleBranches,
    sampleTiers,
    sampleRates,
    sampleSteps,
    sampleDial,
    sampleVisits,
    sampleStores,
    sampleStoresAcross,
  ],
  boards: [sampleBoard, sampleDesk, sampleSiteBoard],
  seed: [],
});
