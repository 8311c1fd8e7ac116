import type { SessionUser } from '#web/api/session.ts';
import { afterSignIn } from '#web/nav/address.ts';

/** Desktop permissions whose page works, with the page. One that has none yet opens nothing. */
export const MODULES = [
  { flag: 'zb', to: '/main?myCode=zb' },
  { flag: 'SYS', to: '/main?myCode=SYS' },
] as const;
export type ModuleFlag = (typeof MODULES)[number]['flag'];

export const grantedModules = (flags: unknown) =>
  MODULES.filter(({ flag }) => (flags as Record<string, unknown> | undefined)?.[flag] === 1);

/**
 * Where to go after signing in (AUTH-10): the server's path, else the one asked for before, else the only module, else the chooser.
 * Null: nothing is open to this person.
 */
export function landing(user: SessionUser, at: string): string | null {
  const granted = grantedModules(user.flags);
  if (granted.length === 0) return null;
  const home = granted.length === 1 ? granted[0]!.to : '/Home';
  const wished = [user.redirect, user.home].find((path) => typeof path === 'string' && path !== '');
  return afterSignIn(wished ? `/login?redirect=${encodeURIComponent(String(wished))}` : at, home);
}
