import { expect, it } from 'vitest';
import { OPS } from '#protocol/ops/registry.ts';
import { ops, refKey } from './ops.ts';

/** Ops of the wire that no page of ours asks: for programs. */
const OTHERS = ['/flow?op=CheckRight'];

it('the client names every op of the wire as it is declared, but for those of programs', () => {
  const mine = new Map(Object.values(ops).map((op) => [refKey(op), { writes: op.writes ?? false, free: op.free ?? false }]));
  const declared = new Map([...OPS].map(([key, def]) => [key, { writes: def.writes ?? false, free: def.free ?? false }]));
  for (const key of OTHERS) expect(declared.delete(key), key).toBe(true);
  expect(Object.fromEntries(mine)).toEqual(Object.fromEntries(declared));
});
