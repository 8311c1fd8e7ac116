import { writeFileSync } from 'node:fs';
import { clientOps } from './client-ops.ts';

/** `npm run fix` writes what the browser knows of the calls. */
writeFileSync(new URL('../../web/src/api/ops.ts', import.meta.url), clientOps());
