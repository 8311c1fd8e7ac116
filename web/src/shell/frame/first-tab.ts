import type { SessionUser } from '#web/api/session.ts';
import { inBoth } from '#web/i18n/use-text.ts';
import { FRAME } from '#web/nav/address.ts';
import type { PageDescriptor, TabLabel } from '#web/nav/page.ts';
import { readPlace } from '#web/nav/paths.ts';

export const TODO_PAGE = { url: '/todo' };

/** The first tab of who comes by this address: the desktop of who has one (DESK-01), unless it names a module that is not its; else what waits. */
export function firstTab(desktop: SessionUser['desktop'], at: string): { page: PageDescriptor; label: TabLabel } {
  const place = desktop ? readPlace(FRAME + desktop.url) : null;
  const asked = readPlace(at)?.module;
  if (desktop && place?.page && (!asked || asked === place.module)) return { page: place.page, label: desktop };
  return { page: TODO_PAGE, label: inBoth('todo.title') };
}
