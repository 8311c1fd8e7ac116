import { writeFileSync } from 'node:fs';
import { indexOf } from './index-of-decisions.ts';
import { notes } from './references.ts';

/** `npm run fix` writes the index of the decisions. */
const root = new URL('../..', import.meta.url).pathname;
writeFileSync(`${root}docs/decisions/README.md`, indexOf(notes(root)));
