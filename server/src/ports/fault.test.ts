import { afterEach, describe, expect, it } from 'vitest';
import { FAULT_POINTS, faultOf, faultPoint, injectFault, isFault } from './fault.ts';

afterEach(() => injectFault());

describe('fault points', () => {
  it('do nothing, and cost no promise, unless a test injects a fault', () => {
    for (const point of Object.keys(FAULT_POINTS)) expect(faultPoint(point as keyof typeof FAULT_POINTS)).toBeUndefined();
  });
  it('take a known point, an action and a pass, and nothing else', () => {
    for (const spec of ['tx.commit:exit', 'file.part:throw@3', 'rid.noted:delay=20']) expect(isFault(spec)).toBe(true);
    for (const spec of ['', 'tx.commit', 'constructor:exit', 'tx.commit:exit@', 'tx.commit:delay', 'x:exit', 'tx.commit:exit@1;']) {
      expect(isFault(spec)).toBe(false);
      expect(() => faultOf(spec)).toThrow('no fault');
    }
  });
  it('act once, at the pass that was named, at their own point only', async () => {
    injectFault(faultOf('tx.commit:throw@2'));
    expect(faultPoint('tx.begun')).toBeUndefined();
    expect(faultPoint('tx.commit')).toBeUndefined();
    await expect(faultPoint('tx.commit')).rejects.toThrow('fault at tx.commit');
    expect(faultPoint('tx.commit')).toBeUndefined();
  });
});
