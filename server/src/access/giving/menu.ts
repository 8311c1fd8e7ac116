import { Refusal } from '#protocol/codes.ts';
import { isHomeLink } from '#protocol/meta/home-link.ts';
import { cloudName } from '#server/meta/catalogue.ts';
import { DIRECTORY, LEVELS, LINK, OWN_PAGE, PAGE, TARGET_OPS } from '#server/meta/menus/entry.ts';
import { type Guard, onField, type Writing } from './guard.ts';
import { demandWayBack, holderOf, readStanding, type Standing, type Stands } from './menus.ts';

/** Entries of its own that a company has at most. */
const MOST_OWN = 500;
/** What only a suite says of an entry. */
const SUITES = ['uid', 'suite', 'address', 'params'] as const;
const OPENS = ['type', 'target', 'target_op', 'link'] as const;

/**
 * Saves of entries of menus (docs/decisions/186). What a suite's entry opens stays, and it is hidden instead of removed; one's own opens what
 * there is and who writes it may open. Nobody hides the way to the people, the roles and the menus themselves.
 */
export const guardMenu: Guard = async (writing) => {
  const { tx, access, act, id, changes } = writing;
  const standing = await readStanding(tx, access.session.company.id);
  const stands = id === null ? undefined : standing.menus.get(id);
  const isSuites = (stands?.suite ?? null) !== null;
  const saysSuites = SUITES.some((name) => (changes[name] ?? null) !== null);
  if (saysSuites || (isSuites && (act === 'Delete' || OPENS.some((name) => name in changes)))) throw new Refusal(312, '$menuOfSuite');
  if (act === 'Delete') return;
  const own = [...standing.menus.values()].filter(({ suite }) => suite === null).length;
  if (!stands && own >= MOST_OWN) throw new Refusal(341, '$menusMany', { most: MOST_OWN });
  const after = afterOf(writing, stands);
  standing.menus.set(after.id, after);
  if (!isSuites) demandOpens(writing, after);
  demandPlace(writing, standing, after);
  demandWayBack(standing);
};

/** The row as it will be; a new one has no id yet. */
function afterOf({ id, changes }: Writing, stands: Stands | undefined): Stands {
  const said = <Name extends keyof Stands>(name: string, now: Stands[Name] | undefined): Stands[Name] =>
    (name in changes ? changes[name] : (now ?? null)) as Stands[Name];
  return {
    id: id ?? 0,
    uid: stands?.uid ?? null,
    suite: stands?.suite ?? null,
    parent: said<'parent'>('parent_entity', stands?.parent),
    module: Number(said<'module'>('module_entity', stands?.module)),
    type: Number(said<'type'>('type', stands?.type)),
    target: said<'target'>('target', stands?.target),
    target_op: said<'target_op'>('target_op', stands?.target_op),
    link: said<'link'>('link', stands?.link),
    hidden: Number(said<'hidden'>('hidden', stands?.hidden) ?? 0),
  };
}

/** An own entry opens a page that there is, or an address outside. */
function demandOpens(writing: Writing, after: Stands): void {
  const { act, changes } = writing;
  if (act === 'Modify' && !OPENS.some((name) => name in changes)) return;
  if (after.type === OWN_PAGE) throw onField(writing, 317, 'menuKind', 'type');
  if (after.type === LINK && !isHomeLink(after.link ?? '')) throw onField(writing, 317, 'menuLink', 'link');
  if (after.type === PAGE) demandTarget(writing, after);
}

function demandTarget(writing: Writing, { target, target_op }: Stands): void {
  const { access } = writing;
  const { catalogue } = access;
  const table = target !== null && cloudName(target) ? catalogue.table(target) : undefined;
  const op = target_op === null ? 'List' : TARGET_OPS[target_op - 1]!;
  if (!table || !access.may(table, 'List')) {
    const called = catalogue.tables().find(({ def }) => [def.key_name, def.key_name_en].includes(target ?? ''));
    if (called && access.may(called, 'List')) throw onField(writing, 317, 'menuTargetCalled', 'target', { code: called.cloud });
    throw onField(writing, 317, 'menuTarget', 'target', { table: target ?? '' });
  }
  const { def } = table;
  const adds = def.states.some(({ value, actions }) => value === '*' && actions?.some((action) => action.op === 'Add'));
  const has: Readonly<Record<string, boolean>> = { List: true, Tree: def.type === 'TREE', Group: def.group !== undefined, Add: adds };
  if (!has[op] || !access.may(table, op)) throw onField(writing, 317, 'menuTargetOp', 'target_op');
}

/** It lies in a directory, at one of the levels that menus have, and stays a directory while something lies in it. */
function demandPlace(writing: Writing, standing: Standing, after: Stands): void {
  const children = [...standing.menus.values()].filter(({ parent }) => parent === after.id && after.id !== 0);
  if (after.type !== DIRECTORY && children.length > 0) throw onField(writing, 317, 'menuHolds', 'type');
  const holder = holderOf(standing, after);
  const { module_entity: module = null } = writing.changes;
  if (holder && module !== null && holder.module !== module) throw onField(writing, 317, 'menuModule', 'module_entity');
  if (after.parent === null || !('parent_entity' in writing.changes)) return;
  if (holder?.type !== DIRECTORY) throw onField(writing, 317, 'menuParent', 'parent_entity');
  const depth = (row: Stands): number => {
    const up = holderOf(standing, row);
    return up ? depth(up) + 1 : 1;
  };
  const height = (row: Stands): number =>
    1 + Math.max(0, ...[...standing.menus.values()].filter(({ parent }) => row.id !== 0 && parent === row.id).map(height));
  if (depth(after) + height(after) - 1 > LEVELS) throw onField(writing, 317, 'menuDeep', 'parent_entity', { most: LEVELS });
}
