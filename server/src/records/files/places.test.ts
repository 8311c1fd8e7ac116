import { expect, it } from 'vitest';
import type { Grant } from '#server/access/access.ts';
import { places } from './places.ts';

const grant = (variant?: object): Grant =>
  ({ table: { def: { flow: 1 }, fields: new Map(), ...(variant ? { variant } : {}) }, sees: () => true }) as unknown as Grant;

it('FILE-03 what was attached to an opinion goes with the record, and with no part of it that a variant gives', () => {
  expect(places(grant())).toHaveLength(1);
  expect(places(grant({ name: 'brief' }))).toEqual([]);
});
