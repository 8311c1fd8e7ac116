import { DESKTOP_FLAGS } from '#protocol/wire/flags.ts';
import type { SessionUser } from '#web/api/session.ts';
import { afterSignIn } from '#web/nav/address.ts';
import { isLeader, LEADER, type Module, moduleAddress, perFlag } from '#web/nav/module.ts';

/**
 * Where to go after signing in (AUTH-10): the server's path, else the one asked for before, else the only module or the leadership view, else
 * the chooser.
 * Whoever has one of the desktop's own flags goes by those; modules that other suites bring decide only for those who have none of them.
 * Null: nothing is open to this person.
 */
export function landing(user: SessionUser, at: string): string | null {
  const open = perFlag((user.modules ?? []) as readonly Module[]);
  const own = open.filter(({ flag }) => (DESKTOP_FLAGS as readonly string[]).includes(flag));
  const leads = isLeader(user) ? [LEADER] : [];
  const to = (modules: readonly Module[]) => modules.map(({ code }) => moduleAddress(code));
  const places = own.length + leads.length > 0 ? [...to(own), ...leads] : to(open);
  const [first, ...others] = places;
  if (!first) return null;
  const home = others.length === 0 ? first : '/Home';
  const wished = [user.redirect, user.home].find((path) => typeof path === 'string' && path !== '');
  return afterSignIn(wished ? `/login?redirect=${encodeURIComponent(String(wished))}` : at, home);
}
