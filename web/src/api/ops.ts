// Written by `npm run fix` from protocol/src/ops: a call is declared there and nowhere else.
import type * as app from '#protocol/ops/app.ts';
import type * as cloud from '#protocol/ops/cloud.ts';
import type * as flow from '#protocol/ops/flow.ts';
import type * as sys from '#protocol/ops/sys.ts';
import { ref } from './op-ref.ts';

/** Every op of protocol/src/ops. */
export const ops = {
  add: ref<typeof app.addOp>('/app', 'Add', { writes: true }),
  delete: ref<typeof app.deleteOp>('/app', 'Delete', { writes: true }),
  download: ref<typeof app.downloadOp>('/app', 'Download'),
  get: ref<typeof app.getOp>('/app', 'Get'),
  group: ref<typeof app.groupOp>('/app', 'Group'),
  history: ref<typeof app.historyOp>('/app', 'History'),
  list: ref<typeof app.listOp>('/app', 'List'),
  modify: ref<typeof app.modifyOp>('/app', 'Modify', { writes: true }),
  page: ref<typeof app.pageOp>('/app', 'Page'),
  preview: ref<typeof app.previewOp>('/app', 'Preview'),
  recycle: ref<typeof app.recycleOp>('/app', 'Recycle'),
  restore: ref<typeof app.restoreOp>('/app', 'Restore', { writes: true }),
  show: ref<typeof app.showOp>('/app', 'Show'),
  tree: ref<typeof app.treeOp>('/app', 'Tree'),
  upload: ref<typeof app.uploadOp>('/app', 'Upload', { writes: true }),
  desktop: ref<typeof cloud.desktopOp>('/cloud/hrsj/api/report/DesktopApi', 'DesktopApi'),
  domain: ref<typeof cloud.domainOp>('/cloud/app/apaas/account/api/AccountApi', 'Domain', { free: true }),
  endSessions: ref<typeof cloud.endSessionsOp>('/cloud/app/sys/user/api/UserApi', 'EndSessions', { writes: true }),
  modifyPwd: ref<typeof cloud.modifyPwdOp>('/cloud/app/sys/user/api/UserApi', 'ModifyPwd', { writes: true }),
  securityLog: ref<typeof cloud.securityLogOp>('/cloud/app/sys/user/api/UserApi', 'SecurityLog'),
  sessions: ref<typeof cloud.sessionsOp>('/cloud/app/sys/user/api/UserApi', 'Sessions'),
  setDomain: ref<typeof cloud.setDomainOp>('/cloud/app/sys/user/api/UserApi', 'SetDomain', { writes: true }),
  checkRight: ref<typeof flow.checkRightOp>('/flow', 'CheckRight'),
  process: ref<typeof flow.processOp>('/flow', 'Process'),
  reject: ref<typeof flow.rejectOp>('/flow', 'Reject', { writes: true }),
  reviewer: ref<typeof flow.reviewerOp>('/flow', 'Reviewer'),
  active: ref<typeof sys.activeOp>('/sys', 'Active', { writes: true }),
  choose: ref<typeof sys.chooseOp>('/sys', 'Choose', { writes: true }),
  counts: ref<typeof sys.countsOp>('/sys', 'Counts'),
  loadDict: ref<typeof sys.loadDictOp>('/sys', 'LoadDict'),
  loadDomain: ref<typeof sys.loadDomainOp>('/sys', 'LoadDomain'),
  loadMenu: ref<typeof sys.loadMenuOp>('/sys', 'LoadMenu'),
  loadNav: ref<typeof sys.loadNavOp>('/sys', 'LoadNav'),
  loadTable: ref<typeof sys.loadTableOp>('/sys', 'LoadTable'),
  login: ref<typeof sys.loginOp>('/sys', 'Login', { writes: true, free: true }),
  logout: ref<typeof sys.logoutOp>('/sys', 'Logout', { writes: true, free: true }),
  queue: ref<typeof sys.queueOp>('/sys', 'Queue', { writes: true }),
  readNotices: ref<typeof sys.readNoticesOp>('/sys', 'ReadNotices', { writes: true }),
  saveDelay: ref<typeof sys.saveDelayOp>('/sys', 'SaveDelay', { writes: true }),
  setUp: ref<typeof sys.setUpOp>('/sys', 'SetUp', { writes: true, free: true }),
} as const;
