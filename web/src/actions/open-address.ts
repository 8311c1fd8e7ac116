import type { ActionDef } from '#protocol/meta/flow.ts';
import { addressOf, addressValue, isOutsideAddress, isOwnAddress, placesIn } from '#protocol/rules/action-address.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { DEEDS_EN, DEEDS_ZH } from '#web/i18n/parts/records/deeds.ts';
import { say } from '#web/i18n/use-text.ts';
import { readPlace } from '#web/nav/paths.ts';
import { nav } from '#web/nav/store.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';

addTexts(DEEDS_ZH, DEEDS_EN);

/**
 * Opens what an action leads to: a page of this product as a tab (AURL), or an address in a window of its own (HTTP), which learns nothing of
 * this one. What the address says of the record is asked of the server, so that nothing hidden stands in it.
 */
export async function openAddress(action: ActionDef, cloud: string, row: WireRow | undefined): Promise<boolean> {
  let values: Readonly<Record<string, unknown>> = {};
  try {
    if (row && placesIn(action).length > 0) values = (await call(ops.get, { cloud, id: row.id })).data ?? {};
  } catch (error) {
    toast.error(asApiError(error).remark);
    return false;
  }
  const address = addressOf(action, (place) => addressValue(values, place));
  const open = 'href' in address ? (action.type === 'AURL' ? tabOf(address.href) : windowOf(address.href)) : null;
  if (open) open();
  else toast.error(say('deeds.noAddress'));
  return open !== null;
}

function tabOf(href: string): (() => void) | null {
  const place = isOwnAddress(href) ? readPlace(href) : null;
  const page = place?.page;
  return page ? () => nav.visit(page, place.view) : null;
}

/** A window without a way back to this one: neither its `opener` nor the address that it came from. */
const windowOf = (href: string): (() => void) | null => (isOwnAddress(href) || isOutsideAddress(href) ? () => void openWindow(href) : null);

/** A browser opens windows for a press only, and on a slow network the press is over by now: then another one is asked for. */
async function openWindow(href: string): Promise<void> {
  const isOver = (navigator as { userActivation?: { isActive: boolean } }).userActivation?.isActive === false;
  if (isOver && !(await ask({ title: say('deeds.openOutside', { host: new URL(href, location.href).host }), ok: say('deeds.openIt') })))
    return;
  window.open(href, '_blank', 'noopener,noreferrer');
}
