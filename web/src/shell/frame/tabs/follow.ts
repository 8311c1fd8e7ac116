import { isOwnAddress } from '#protocol/rules/action-address.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { DEEDS_EN, DEEDS_ZH } from '#web/i18n/parts/records/deeds.ts';
import { say } from '#web/i18n/use-text.ts';
import type { Closed } from '#web/nav/follow.ts';
import { readPlace } from '#web/nav/paths.ts';
import { nav } from '#web/nav/store.ts';
import { ask } from '#web/ui/overlay/dialog.ts';

addTexts(DEEDS_ZH, DEEDS_EN);

/** Opens the page that follows a tab (FRAME-08): where nothing was done in it (100) only when that is wanted. Answers whether it was opened. */
export async function follow({ code, url }: Closed): Promise<boolean> {
  const place = isOwnAddress(url) ? readPlace(url) : null;
  if (!place?.page) return false;
  if (code === 100 && !(await ask({ title: say('deeds.followTitle'), body: say('deeds.followBody'), ok: say('deeds.follow') })))
    return false;
  nav.visit(place.page, place.view);
  return true;
}
