/**
 * Expressions that a hostile text could hold up, or that are put together while the program runs, and why they may stay: no caller's text
 * reaches them, or only a short one. By file and text as written; one that is not there any more is an error too.
 */
export const ALLOWED: Readonly<Record<string, string>> = {
  'server/src/flow/store/case-store.ts /(\\w+)(?=,|$)/g': 'over the names of columns in this file, once at start',
  'server/src/flow/store/write-diff.ts /(\\w+)(?=,|$)/g': 'over the names of columns in another file of the room, once at start',
  'server/src/config.ts new RegExp(`^(${schemes})://.+`)': 'over settings of the operator, with schemes of this file',
  'server/src/meta/sync/names.ts new RegExp(`\\\\b${name}\\\\b`)': 'over names of definitions, which are 59 characters at most',
  "protocol/src/signin/code.ts new RegExp(`.{${GROUP}}`, 'g')": 'a constant of this file, without end nowhere',
};
