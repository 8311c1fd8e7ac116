import { writePalette } from './palette.ts';

/** `npm run fix` writes the palette of the tokens. */
writePalette(new URL('../..', import.meta.url).pathname);
