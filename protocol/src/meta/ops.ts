/** What a role may be given on a permission group. */
export type GrantItem = 'List' | 'Add' | 'Modify' | 'Delete' | 'Review' | 'Call' | 'Export' | 'Account' | 'Auth';

interface OpDef {
  /** the item that gives it; absent: an item of its own */
  item?: GrantItem;
  /** a definition may offer it on its states: it has a page or a call */
  action?: true;
  /** a page of its table, which a menu may open */
  page?: true;
  /** it changes nothing: offered also when it is not one's turn (LIST-07) */
  looks?: true;
  /** a to-do row of the case gives it on its record, its sub-tables and files */
  takesPart?: true;
  /** of what lies in the recycle bin, and of nothing else */
  ofDeleted?: true;
  /** records that its action takes, where the definition does not say (LIST-08); absent: one */
  needs?: 'none' | 'multiple';
  /** its action is a call; absent: it opens a page */
  calls?: true;
  /** the page of the client's own that its action opens, with the record's id; absent: one of the table */
  opens?: string;
  /** who has added a record goes on with it: its page comes after the save, where he may open it */
  afterAdd?: true;
  /** its action opens over the list that offers it: no page of its own, no menu */
  over?: true;
  /** it says nothing by itself: what it does hangs on the action that carries it (`code`, `url`), so that no menu opens it */
  carried?: true;
}

/** What is done upon records, with all that either end knows of it. Every op that is not named here is one of its own, on one record. */
const OPS = {
  List: { item: 'List', action: true, page: true, looks: true, needs: 'none' },
  Page: { item: 'List' },
  Group: { item: 'List', page: true },
  Tree: { item: 'List' },
  Moving: { item: 'Modify' },
  History: { item: 'List' },
  Get: { item: 'List', looks: true, takesPart: true },
  Show: { item: 'List', action: true, looks: true, takesPart: true },
  Print: { item: 'List', looks: true, needs: 'multiple' },
  Process: { item: 'List', looks: true, takesPart: true },
  Download: { item: 'List', looks: true, takesPart: true },
  Preview: { item: 'List', takesPart: true },
  LoadTable: { takesPart: true },
  Export: { item: 'Export', looks: true, needs: 'none' },
  Import: { needs: 'none' },
  Add: { item: 'Add', action: true, needs: 'none' },
  Paste: { item: 'Add', action: true, needs: 'none', over: true },
  Modify: { item: 'Modify', action: true },
  Batch: { item: 'Modify', action: true, needs: 'multiple', over: true },
  Bind: { item: 'Modify' },
  Unbind: { item: 'Modify' },
  Review: { item: 'Review', action: true, takesPart: true },
  Reply: { item: 'Review', takesPart: true },
  Delete: { item: 'Delete', action: true, needs: 'multiple', calls: true },
  Recycle: { item: 'Delete', ofDeleted: true, needs: 'none' },
  Restore: { item: 'Delete', ofDeleted: true, calls: true },
  Call: { item: 'Call', action: true, calls: true, carried: true },
  Open: { item: 'List', action: true, looks: true, carried: true },
  Account: { item: 'Account', action: true, afterAdd: true },
  Invite: { item: 'Account', action: true, needs: 'multiple', calls: true },
  TakeLink: { item: 'List', action: true, calls: true },
  Auth: { item: 'Auth', action: true, opens: '/auth' },
} as const satisfies Readonly<Record<string, OpDef>>;

const ALONE: OpDef = {};
/** What is known of an op, by the name that a definition or a call has for it. */
export const opDef = (op: string): OpDef => (Object.hasOwn(OPS, op) ? OPS[op as keyof typeof OPS] : ALONE);
/** Its action opens a page that shows something, and does nothing by itself: offered also to who looks through somebody's eyes. */
export const opensToLook = (op: string): boolean => opDef(op).looks === true || ['Recycle', 'Account', 'Auth'].includes(op);
/** The permission item that an op needs. */
export const itemOf = (op: string): string => opDef(op).item ?? op;

/** What an action of a state may do; each has its page or its call. */
export const ACTION_OPS: readonly string[] = Object.keys(OPS).filter((op) => opDef(op).action);
/** What a menu may open: a page of a table, or of a record of it. */
export const MENU_OPS: readonly string[] = Object.keys(OPS).filter(
  (op) => (opDef(op).action && !opDef(op).over && !opDef(op).carried) || opDef(op).page,
);
/** The items, in the order in which they are named to people. Every other op goes with one of these: looking with List, restoring with Delete. */
export const GRANT_ITEMS = [
  'List',
  'Add',
  'Modify',
  'Delete',
  'Review',
  'Call',
  'Export',
  'Account',
  'Auth',
] as const satisfies readonly GrantItem[];

/**
 * Items of a range type: what they give is done to rows that stand, so a role may have each on fewer of them than its group's scope gives
 * (type 1 on the wire, with a value). Add begins a row; Review goes with a to-do, whatever a scope says.
 */
export const RANGED_ITEMS: readonly GrantItem[] = ['Modify', 'Delete', 'Call', 'Account', 'Auth'];
