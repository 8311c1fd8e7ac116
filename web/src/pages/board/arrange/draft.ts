import type { BoardLayer } from '#protocol/wire/board.ts';
import type { LoadedWidget } from '../use-board.ts';
import { type Form, ordered } from './places.ts';

/** All parts in their order, and those that are hidden; kept with `layer` of the other form. */
export interface Draft {
  order: readonly string[];
  hidden: readonly string[];
}

export const draftOf = (widgets: readonly LoadedWidget[], layer: BoardLayer, form: Form): Draft => ({
  order: ordered(widgets, layer, form).map(({ uid }) => uid),
  hidden: layer.hidden ?? [],
});

/** What is to be kept of the parts that there are: an order only where it is another than that of the definition. */
export function layerOf(draft: Draft, widgets: readonly LoadedWidget[], layer: BoardLayer, form: Form): BoardLayer {
  const first = draftOf(widgets, {}, form).order;
  const known = (uids: readonly string[]) => uids.filter((uid) => first.includes(uid));
  const order = known(draft.order);
  const isMoved = order.some((uid, at) => uid !== first[at]);
  return { ...layer, hidden: known(draft.hidden), [form]: isMoved ? order : [] };
}

/** A part takes the place of another one; those between make room. */
export function movedTo({ order, hidden }: Draft, uid: string, at: number): Draft {
  const others = order.filter((one) => one !== uid);
  return { order: [...others.slice(0, at), uid, ...others.slice(at)], hidden };
}

export const turned = ({ order, hidden }: Draft, uid: string): Draft => ({
  order,
  hidden: hidden.includes(uid) ? hidden.filter((one) => one !== uid) : [...hidden, uid],
});
