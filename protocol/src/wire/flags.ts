/** The desktop flags of the wire, always answered: capital projects, system management, the leadership view. Modules of suites bring further ones. */
export const DESKTOP_FLAGS = ['zb', 'SYS', 'EI'] as const;

/** The one that no module brings: it opens a page of its own. */
export const FREE_FLAGS: readonly string[] = ['EI'];
