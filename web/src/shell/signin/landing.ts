import { DESKTOP_FLAGS } from '#protocol/meta/ops.ts';
import type { SessionUser } from '#web/api/session.ts';
import { afterSignIn } from '#web/nav/address.ts';
import { type Module, moduleAddress, perFlag } from '#web/nav/module.ts';

/**
 * Where to go after signing in (AUTH-10): the server's path, else the one asked for before, else the only module, else the chooser.
 * Whoever has one of the desktop's own flags goes by those; modules that other suites bring decide only for those who have none of them.
 * Null: nothing is open to this person.
 */
export function landing(user: SessionUser, at: string): string | null {
  const open = perFlag((user.modules ?? []) as readonly Module[]);
  const own = open.filter(({ flag }) => (DESKTOP_FLAGS as readonly string[]).includes(flag));
  const [first, ...others] = own.length > 0 ? own : open;
  if (!first) return null;
  const home = others.length === 0 ? moduleAddress(first.code) : '/Home';
  const wished = [user.redirect, user.home].find((path) => typeof path === 'string' && path !== '');
  return afterSignIn(wished ? `/login?redirect=${encodeURIComponent(String(wished))}` : at, home);
}
