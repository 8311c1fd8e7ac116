import type * as app from '#protocol/ops/app.ts';
import type * as cloud from '#protocol/ops/cloud.ts';
import type * as flow from '#protocol/ops/flow.ts';
import type { OpDef } from '#protocol/ops/op.ts';
import type * as sys from '#protocol/ops/sys.ts';

/** A call of the wire by its name. The declaration is taken as a type only, so that no schema travels to the browser. */
export interface OpRef<D extends OpDef = OpDef> {
  path: string;
  op: string;
  /** changes something: never repeated by itself */
  writes?: boolean;
  /** needs no session */
  free?: boolean;
  /** only for the type of the request */
  def?: D;
}

const ref = <D extends OpDef>(path: string, op: string, marks: Pick<OpRef, 'writes' | 'free'> = {}): OpRef<D> => ({ path, op, ...marks });
const writes = { writes: true };
const ACCOUNT = '/cloud/app/apaas/account/api/AccountApi';
const USER = '/cloud/app/sys/user/api/UserApi';

/** Every op of protocol/ops; ops.test.ts compares the two. */
export const ops = {
  page: ref<typeof app.pageOp>('/app', 'Page'),
  list: ref<typeof app.listOp>('/app', 'List'),
  group: ref<typeof app.groupOp>('/app', 'Group'),
  tree: ref<typeof app.treeOp>('/app', 'Tree'),
  get: ref<typeof app.getOp>('/app', 'Get'),
  show: ref<typeof app.showOp>('/app', 'Show'),
  add: ref<typeof app.addOp>('/app', 'Add', writes),
  modify: ref<typeof app.modifyOp>('/app', 'Modify', writes),
  delete: ref<typeof app.deleteOp>('/app', 'Delete', writes),
  recycle: ref<typeof app.recycleOp>('/app', 'Recycle'),
  restore: ref<typeof app.restoreOp>('/app', 'Restore', writes),
  history: ref<typeof app.historyOp>('/app', 'History'),
  upload: ref<typeof app.uploadOp>('/app', 'Upload', writes),
  download: ref<typeof app.downloadOp>('/app', 'Download'),
  preview: ref<typeof app.previewOp>('/app', 'Preview'),
  reviewer: ref<typeof flow.reviewerOp>('/flow', 'Reviewer'),
  reject: ref<typeof flow.rejectOp>('/flow', 'Reject', writes),
  checkRight: ref<typeof flow.checkRightOp>('/flow', 'CheckRight'),
  process: ref<typeof flow.processOp>('/flow', 'Process'),
  login: ref<typeof sys.loginOp>('/sys', 'Login', { writes: true, free: true }),
  setUp: ref<typeof sys.setUpOp>('/sys', 'SetUp', { writes: true, free: true }),
  logout: ref<typeof sys.logoutOp>('/sys', 'Logout', { writes: true, free: true }),
  loadNav: ref<typeof sys.loadNavOp>('/sys', 'LoadNav'),
  loadMenu: ref<typeof sys.loadMenuOp>('/sys', 'LoadMenu'),
  loadTable: ref<typeof sys.loadTableOp>('/sys', 'LoadTable'),
  loadDict: ref<typeof sys.loadDictOp>('/sys', 'LoadDict'),
  loadDomain: ref<typeof sys.loadDomainOp>('/sys', 'LoadDomain'),
  queue: ref<typeof sys.queueOp>('/sys', 'Queue', writes),
  active: ref<typeof sys.activeOp>('/sys', 'Active', writes),
  choose: ref<typeof sys.chooseOp>('/sys', 'Choose', writes),
  counts: ref<typeof sys.countsOp>('/sys', 'Counts'),
  readNotices: ref<typeof sys.readNoticesOp>('/sys', 'ReadNotices', writes),
  saveDelay: ref<typeof sys.saveDelayOp>('/sys', 'SaveDelay', writes),
  domain: ref<typeof cloud.domainOp>(ACCOUNT, 'Domain', { free: true }),
  desktop: ref<typeof cloud.desktopOp>('/cloud/hrsj/api/report/DesktopApi', 'DesktopApi'),
  setDomain: ref<typeof cloud.setDomainOp>(USER, 'SetDomain', writes),
} as const;

export const refKey = (op: OpRef): string => `${op.path}?op=${op.op}`;
