const DENSITIES = ['dense', 'normal', 'roomy'] as const;
/** forty ids at most */
const IDS = /^\d{1,15}(,\d{1,15}){0,39}$/;

/**
 * What a person chooses for himself and finds again on every machine: a name, and the texts it may have. What nobody chose is as the
 * installation or the definition says. Room for more: a name with its values here is all that a new choice needs.
 */
const CHOICES: Readonly<Record<string, readonly string[] | RegExp>> = {
  locale: ['zh_CN', 'en_US'],
  theme: ['system', 'light', 'dark'],
  /** the menu at the side; hidden: a panel that opens from the top (FRAME-03) */
  side: ['open', 'folded', 'hidden'],
  /** rows of lists whose own was not chosen */
  density: DENSITIES,
  /** the page of a menu that stands first after signing in: module and uid of its entry */
  defmenu: /^(none|[A-Za-z0-9]{1,40} [A-Za-z0-9_.-]{1,64})$/,
  /** the board that is the first tab, by its uid (DESK-05) */
  desktop: /^[A-Za-z0-9_.-]{1,64}$/,
  /** the system messages of today that were read, by id */
  messages: IDS,
};

/** Rows of a page that a list may offer, and those that it offers where its table does not say which (`page_sizes`). */
export const ALL_SIZES = [10, 20, 30, 50, 100, 500, 1000] as const;
export const PAGE_SIZES = [10, 20, 50, 100] as const;

/** Of one table: `rows.project`. */
const OF_TABLE: Readonly<Record<string, readonly string[] | RegExp>> = {
  rows: ALL_SIZES.map(String),
  density: DENSITIES,
  /** records that were chosen last in a picker, by id, the newest first */
  recent: IDS,
};

const TABLE = /^[A-Za-z][A-Za-z0-9_]{0,58}$/;

/** Whether this may be chosen. */
export function isChoice(name: string, value: string): boolean {
  const dot = name.indexOf('.');
  const [values, base] = dot < 0 ? [CHOICES, name] : [OF_TABLE, name.slice(0, dot)];
  if (dot >= 0 && !TABLE.test(name.slice(dot + 1))) return false;
  const may = Object.hasOwn(values, base) ? values[base]! : [];
  return may instanceof RegExp ? may.test(value) : may.includes(value);
}
