import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { isLooking, keepSession, type SessionUser, sessionState } from '#web/api/session.ts';
import { queryClient } from '#web/api/use-op.ts';
import { dropOwnDrafts, ownDrafts } from '#web/drafts/sign-out.ts';
import { writeHeld } from '#web/drafts/windows.ts';
import { inBoth, say } from '#web/i18n/use-text.ts';
import { address, pathOf } from '#web/nav/address.ts';
import { LEADER, moduleAddress } from '#web/nav/module.ts';
import { forgetTabs, nav, useNav } from '#web/nav/store.ts';
import { closableKeys, isAtRisk } from '#web/nav/tabs.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { endLook } from '../eyes/end-look.ts';
import { signOut as leave } from '../signin/session/farewell.ts';
import { namesOf } from './use-guard.ts';

/** One's own account, in a tab. */
export const openAccount = (): void => nav.open({ url: '/profile' }, inBoth('shell.myAccount'));

/** The address book, in a tab. */
export const openContacts = (): void => nav.open({ cloud: 'user[contact]', op: 'List' }, inBoth('shell.contacts'));

/** What I was told, all of it, in a tab. */
export const openMessages = (): void => nav.open({ url: '/message' }, inBoth('shell.messageCentre'));

/** My changes of many records, in a tab. */
export const openChanges = (): void => nav.open({ url: '/changes' }, inBoth('shell.myChanges'));

/** Ends the session; what the person typed and did not save goes with it, after asking. */
export async function signOut(): Promise<void> {
  if (isLooking()) return endLook();
  writeHeld();
  const unkept = useNav.getState().tabs.filter(isAtRisk);
  const names = namesOf([...unkept.map(({ label }) => label), ...ownDrafts().map(({ name }) => name)]);
  const question = { title: say('shell.signOutTitle'), body: say('shell.signOutBody', { names }), ok: say('shell.signOutOk') };
  if (names && !(await ask({ ...question, cancel: say('shell.stay'), danger: true }))) return;
  const state = useNav.getState();
  state.dispatch({ type: 'close', keys: closableKeys(state) });
  forgetTabs();
  dropOwnDrafts();
  queryClient.clear();
  leave();
}

/** Works in another bookkeeping domain: everything on screen belongs to the old one, so the page loads anew. */
export async function switchDomain(id: number): Promise<void> {
  if (!(await nav.mayLeave())) return;
  entering = true;
  if (await setDomain(id)) enterDomain();
  else entering = false;
}

/** Back to the domain of what stands in this window. */
export async function switchBack(id: number): Promise<void> {
  if (await setDomain(id)) void queryClient.invalidateQueries();
}

let entering = false;
/** Whether this window is on its way into the session's domain. */
export const isEntering = (): boolean => entering;

/** The page of the session's domain, with the tabs that it had; those of the old one wait until it is back. */
export function enterDomain(): void {
  entering = true;
  toast.done(say('shell.domainSwitched'));
  const to = pathOf(address()) === LEADER ? LEADER : moduleAddress(useNav.getState().module);
  setTimeout(() => location.replace(to), 700);
}

async function setDomain(id: number): Promise<boolean> {
  try {
    const answer = await call(ops.setDomain, { id });
    const { session } = sessionState();
    const domain = session?.user.domains?.find((each) => each.id === id);
    const user = (answer.data?.user as SessionUser | undefined) ?? ({ ...session?.user, domain } as SessionUser);
    keepSession({ token: String(answer.data?.token ?? session?.token), user });
    return true;
  } catch (error) {
    toast.error(asApiError(error).remark);
    return false;
  }
}
