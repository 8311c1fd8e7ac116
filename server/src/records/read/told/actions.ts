import { isFromRecord, pairsIn } from '#protocol/meta/action.ts';
import { neededFields } from '#protocol/meta/events.ts';
import type { ActionDef, EventDef } from '#protocol/meta/flow.ts';
import { placesIn } from '#protocol/rules/action-address.ts';
import { fieldsOf } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { PLACES } from '#protocol/rules/places.ts';
import type { Access } from '#server/access/access.ts';
import { grantOrNull } from '../../row/stored.ts';
import { without } from './told.ts';

/** Whether a field of the action's table is the reader's, on some of its records at least. */
type Own = (field: string) => boolean;

/** An action as its reader is told it, naming nothing that he does not see (docs/decisions/294); null where he can do nothing by it. */
export function toldAction(access: Access, action: ActionDef, own: Own): ActionDef | null {
  const told = addressAsSeen(begunAsSeen(access, action, own), own);
  return told && guardsAsSeen(told, own);
}

/** Whether a place `{name}` of an action or an address says what its reader sees. */
export const isPlaceSeen = (place: string, own: Own): boolean => ['id', 'user.id', 'today'].includes(place) || own(place.split('.')[0]!);

/** What a new record is begun with, as far as the reader sees both sides of it: that a field is hidden from him is not told either. */
function begunAsSeen(access: Access, action: ActionDef, own: Own): ActionDef {
  if (!isFromRecord(action)) return action;
  const into = action.cloud === undefined ? undefined : access.catalogue.table(action.cloud);
  const grant = into && grantOrNull({ access }, into, 'Add');
  const sees = (name: string): boolean => (into === undefined ? own(name) : grant?.sees(name, 't') !== false);
  const pairs = pairsIn(action.extra ?? '').filter(
    ({ name, value }) => sees(name) && placesIn({ url: value }).every((place) => isPlaceSeen(place, own)),
  );
  const { pfield, extra: _, ...rest } = action;
  const named = pfield !== undefined && sees(pfield) ? { pfield } : {};
  const extra = pairs.map(({ name, value }) => `${name}=${value}`).join('&');
  // one that begins with nothing that he sees begins from the record all the same
  return { ...rest, ...named, ...(extra !== '' || !('pfield' in named) ? { extra } : {}) };
}

/** What an Open leads to, as it is for him anyway, and of others nothing of `action_param`: a value that he does not see is an empty one, and without one in its path there is no address. */
function addressAsSeen(action: ActionDef, own: Own): ActionDef | null {
  const { op, url, action_param: param } = action;
  // what a handler is called with is the suite's own
  if (op !== 'Open') return without(action, ['action_param']);
  const isSeen = (place: string) => isPlaceSeen(place, own);
  if (!placesIn({ url: url?.split(/[?#]/)[0] }).every(isSeen)) return null;
  if (placesIn(action).every(isSeen)) return action;
  const seen = (text: string) => text.replace(PLACES, (whole, place: string) => (isSeen(place.trim()) ? whole : ''));
  return { ...action, ...(url === undefined ? {} : { url: seen(url) }), ...(param === undefined ? {} : { action_param: seen(param) }) };
}

/**
 * Conditions of actions and guards of events that ask for a field he does not see are the server's alone: they would tell him its bounds. So are
 * those that ask another record, which his browser does not have.
 */
function guardsAsSeen(action: ActionDef, own: Own): ActionDef {
  const isTold = ({ where }: Pick<EventDef, 'where'>) =>
    !where || fieldsOf(parseCondition(where)).every((name) => !relatedOf(name) && own(name));
  const told = isTold(action) ? action : without(action, ['where']);
  if (!told.events) return told;
  const events = told.events.map((event) => neededAsSeen(isTold(event) ? event : without(event, ['where']), own));
  return { ...told, events };
}

/** What an event demands of fields that he does not see, the server demands of whoever takes it. */
function neededAsSeen(event: EventDef, own: Own): EventDef {
  if (neededFields(event).every(own)) return event;
  const needed = neededFields(event).filter(own);
  return needed.length > 0 ? { ...event, need_fields: needed.join() } : without(event, ['need_fields']);
}
