import { RANGED_ITEMS } from '#protocol/meta/ops.ts';
import type { Scope } from '#protocol/meta/suite.ts';

/** Items that a role has on fewer rows than the group's scope gives, each with its own scope. */
export type ItemScopes = Readonly<Record<string, number>>;

interface Scoped {
  readonly scope: number;
  readonly item_scopes?: ItemScopes | undefined;
}

/** On whose rows an item is given: its own scope where it has one, never more than the group's. */
export function scopeOf({ scope, item_scopes }: Scoped, item: string): Scope {
  const own = item_scopes && Object.hasOwn(item_scopes, item) ? item_scopes[item]! : scope;
  return Math.min(scope, own) as Scope;
}

/** Of these scopes those that say anything: of an item of a range type that is given, narrower than the group's. */
export function itemScopes({ scope, items, item_scopes = {} }: Scoped & { readonly items: Iterable<string> }): ItemScopes {
  const given = new Set(items);
  return Object.fromEntries(
    RANGED_ITEMS.filter((item) => given.has(item) && scopeOf({ scope, item_scopes }, item) < scope).map((item) => [
      item,
      item_scopes[item]!,
    ]),
  );
}
