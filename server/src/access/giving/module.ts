import { Refusal } from '#protocol/codes.ts';
import type { Guard } from './guard.ts';
import { demandWayBack, readStanding } from './menus.ts';

/** Modules of its own that a company has at most. */
const MOST_OWN = 50;
/** What only a suite says of a module. */
const SUITES = ['uid', 'suite', 'code', 'flag'] as const;

/** Saves of modules: what a suite brings is hidden instead of removed, and what gives it stays; one's own has no code and no permission. */
export const guardModule: Guard = async ({ tx, access, act, id, changes }) => {
  const standing = await readStanding(tx, access.session.company.id);
  const stands = id === null ? undefined : standing.modules.get(id);
  const isSuites = (stands?.suite ?? null) !== null;
  if ((isSuites && act === 'Delete') || SUITES.some((name) => (changes[name] ?? null) !== null)) throw new Refusal(312, '$moduleOfSuite');
  const own = [...standing.modules.values()].filter(({ suite }) => suite === null).length;
  if (!stands && act !== 'Delete' && own >= MOST_OWN) throw new Refusal(341, '$menusMany', { most: MOST_OWN });
  if (stands && 'hidden' in changes)
    demandWayBack({ ...standing, modules: standing.modules.set(stands.id, { ...stands, hidden: Number(changes.hidden) }) });
};
