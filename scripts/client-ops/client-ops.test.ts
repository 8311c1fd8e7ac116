import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientOps } from './client-ops.ts';

it('what the browser knows of the calls is written from their declarations: npm run fix', () => {
  expect(readFileSync(new URL('../../web/src/api/ops.ts', import.meta.url), 'utf8')).toBe(clientOps());
});
