/** When a step comes: what stands in the way goes first, references come when all tables stand. */
export const ORDER = ['release', 'drop', 'rename', 'settle', 'make', 'limit', 'refer', 'keep'] as const;

export interface Step {
  when: (typeof ORDER)[number];
  /** what a person reads in `npm run db plan` */
  text: string;
  sql: string;
  /** set when data would be lost: what, in words */
  destructive?: string;
}
