import { addCall } from './app/add.ts';
import { attachsCall } from './app/attachs.ts';
import { batchCall } from './app/batch.ts';
import { callCall } from './app/call.ts';
import { changeCalls } from './app/changes.ts';
import { deleteCall } from './app/delete.ts';
import { downloadCall } from './app/download.ts';
import { findCall } from './app/find.ts';
import { getCall } from './app/get.ts';
import { groupCall } from './app/group.ts';
import { historyCall } from './app/history.ts';
import { listCall } from './app/list.ts';
import { modifyCall } from './app/modify.ts';
import { movingCall } from './app/moving.ts';
import { pageCall } from './app/page.ts';
import { previewCall } from './app/preview.ts';
import { readersCall } from './app/readers.ts';
import { recycleCall } from './app/recycle.ts';
import { restoreCall } from './app/restore.ts';
import { showCall } from './app/show.ts';
import { treeCall } from './app/tree.ts';
import { uploadCall } from './app/upload.ts';
import { versionCall } from './app/version.ts';
import { desktopCall } from './cloud/desktop.ts';
import { domainCall } from './cloud/domain.ts';
import { modifyPwdCall } from './cloud/modify-pwd.ts';
import { ownFactorCalls } from './cloud/own-factor.ts';
import { endSessionsCall, sessionsCall } from './cloud/own-sessions.ts';
import { registerCall } from './cloud/register.ts';
import { securityLogCall } from './cloud/security-log.ts';
import { setDomainCall } from './cloud/set-domain.ts';
import { chartCall } from './flow/chart.ts';
import { checkRightCall } from './flow/check-right.ts';
import { commandCalls } from './flow/commands.ts';
import { migrateCall, outdatedCall } from './flow/migrate.ts';
import { processCall } from './flow/process.ts';
import { rejectCall } from './flow/reject.ts';
import { reviewerCall } from './flow/reviewer.ts';
import { revokeCall } from './flow/revoke.ts';
import { sinceCall } from './flow/since.ts';
import type { Op } from './op.ts';
import { agentCalls } from './people/agents.ts';
import { dutiesCall } from './people/duties.ts';
import { eyesCall } from './people/eyes.ts';
import { handoverCall, heldCall } from './people/handover.ts';
import { accountCall, peopleCalls } from './people/people.ts';
import { reportCalls } from './report/lines.ts';
import { roleChangesCall } from './roles/changes.ts';
import { roleEffectCall } from './roles/effect.ts';
import { listRolesCall } from './roles/list.ts';
import { loadRoleCall } from './roles/load.ts';
import { roleMembersCall } from './roles/members.ts';
import { saveRoleCall } from './roles/save.ts';
import { whyCall } from './roles/why.ts';
import { activeCall } from './sys/active.ts';
import { chooseCall } from './sys/choose.ts';
import { countsCall } from './sys/counts.ts';
import { enterCall, forgotCall, loadEntryCall } from './sys/enter.ts';
import { loadAvatarCall } from './sys/load-avatar.ts';
import { loadDictCall } from './sys/load-dict.ts';
import { loadDomainCall } from './sys/load-domain.ts';
import { loadMenuCall } from './sys/load-menu.ts';
import { loadNavCall } from './sys/load-nav.ts';
import { loadReportCall } from './sys/load-report.ts';
import { loadTableCall } from './sys/load-table.ts';
import { factorCall, loginCall } from './sys/login.ts';
import { logoutCall } from './sys/logout.ts';
import { queueCall } from './sys/queue.ts';
import { readNoticesCall } from './sys/read-notices.ts';
import { saveDelayCall } from './sys/save-delay.ts';
import { setUpCall } from './sys/set-up.ts';
import { ticketCall } from './sys/ticket.ts';

/** Every op that this server answers, by the place it has on the wire. One not listed here does not exist (403). */
export const ALL_OPS: readonly Op[] = [
  // /app
  pageCall,
  listCall,
  groupCall,
  treeCall,
  movingCall,
  findCall,
  getCall,
  showCall,
  addCall,
  modifyCall,
  batchCall,
  ...changeCalls,
  callCall,
  deleteCall,
  recycleCall,
  restoreCall,
  historyCall,
  versionCall,
  readersCall,
  attachsCall,
  uploadCall,
  downloadCall,
  previewCall,
  // /flow
  reviewerCall,
  revokeCall,
  rejectCall,
  checkRightCall,
  processCall,
  chartCall,
  sinceCall,
  outdatedCall,
  migrateCall,
  heldCall,
  handoverCall,
  ...agentCalls,
  ...commandCalls,
  // /report
  ...reportCalls,
  // /sys
  loginCall,
  factorCall,
  setUpCall,
  loadEntryCall,
  enterCall,
  forgotCall,
  logoutCall,
  activeCall,
  chooseCall,
  loadNavCall,
  loadMenuCall,
  loadTableCall,
  loadReportCall,
  countsCall,
  readNoticesCall,
  loadAvatarCall,
  ticketCall,
  loadDictCall,
  loadDomainCall,
  queueCall,
  saveDelayCall,
  // /cloud
  domainCall,
  registerCall,
  desktopCall,
  setDomainCall,
  accountCall,
  ...peopleCalls,
  eyesCall,
  dutiesCall,
  listRolesCall,
  loadRoleCall,
  roleMembersCall,
  saveRoleCall,
  roleChangesCall,
  roleEffectCall,
  whyCall,
  modifyPwdCall,
  sessionsCall,
  endSessionsCall,
  securityLogCall,
  ...ownFactorCalls,
] as unknown as readonly Op[];
