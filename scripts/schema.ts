import { writeFile } from 'node:fs/promises';
import { suiteSchema } from './schema/suite-schema.ts';

/** `npm run schema` writes docs/schema/suite.json: what a suite may say, for editors and for those who write definitions elsewhere. */
await writeFile(new URL('../docs/schema/suite.json', import.meta.url), suiteSchema());
