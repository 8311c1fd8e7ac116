/** What an action of a state may do; each has its page or its call. */
export const ACTION_OPS = ['List', 'Show', 'Add', 'Modify', 'Review', 'Delete'] as const;

/** What a role may be given on a permission group. Every other op goes with one of these: looking with List, restoring with Delete. */
export const GRANT_ITEMS = ['List', 'Add', 'Modify', 'Delete', 'Review'] as const;

/** The desktop flags of the wire, always answered: capital projects, system management, the leadership view. Modules of suites bring further ones. */
export const DESKTOP_FLAGS = ['zb', 'SYS', 'EI'] as const;

/** The one that no module brings: it opens a page of its own. */
export const FREE_FLAGS: readonly string[] = ['EI'];
