import { expect, it } from 'vitest';
import { OPS } from '#protocol/ops/registry.ts';
import { refKey } from './op-ref.ts';
import { ops } from './ops.ts';

it('the client names every op of the wire as it is declared', () => {
  const mine = new Map(Object.values(ops).map((op) => [refKey(op), { writes: op.writes ?? false, free: op.free ?? false }]));
  const declared = new Map([...OPS].map(([key, def]) => [key, { writes: def.writes ?? false, free: def.free ?? false }]));
  expect(Object.fromEntries(mine)).toEqual(Object.fromEntries(declared));
});
