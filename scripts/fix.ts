import { writeFileSync } from 'node:fs';
import { writePalette } from './palette.ts';
import { indexOf } from './references/index-of-decisions.ts';
import { notes } from './references/references.ts';

/** What `npm run fix` writes before it formats: the index of the decisions, and the palette of the tokens. */
const root = new URL('..', import.meta.url).pathname;
writeFileSync(`${root}docs/decisions/README.md`, indexOf(notes(root)));
writePalette(root);
