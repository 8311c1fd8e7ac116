import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followPackets } from './packets.ts';

/** A packet of so many bytes, as MQTT 3.1.1 writes its head. */
function packet(length: number): number[] {
  const head: number[] = [];
  for (let rest = length; head.length === 0 || rest > 0; rest = Math.floor(rest / 128)) head.push((rest % 128) + (rest >= 128 ? 128 : 0));
  return [0x30, ...head, ...new Array<number>(length).fill(0x30)];
}
/** The same bytes in pieces. */
const pieces = (bytes: number[], sizes: number[]): Uint8Array[] => {
  const cut: Uint8Array[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length]!;
    cut.push(Uint8Array.from(bytes.slice(at, at + size)));
    at += size;
  }
  return cut;
};
const SIZES = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

describe('F7 the packets of a connection', () => {
  it('pass while each is short enough, however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }), SIZES, (lengths, sizes) => {
        const follow = followPackets(300);
        return pieces(lengths.flatMap(packet), sizes).every(follow);
      }),
    );
  });
  it('do not pass once one says that it is longer, before a byte of it came', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 3 }),
        fc.integer({ min: 301, max: 268_435_455 }),
        SIZES,
        (before, length, sizes) => {
          const follow = followPackets(300);
          const head = packet(Math.min(length, 301)).slice(0, 1);
          const said: number[] = [];
          for (let rest = length; rest > 0; rest = Math.floor(rest / 128)) said.push((rest % 128) + (rest >= 128 ? 128 : 0));
          return !pieces([...before.flatMap(packet), ...head, ...said], sizes).every(follow);
        },
      ),
    );
  });
  it('do not pass where a length does not end', () => {
    expect(followPackets()(Uint8Array.from([0x10, 128, 128, 128, 128, 128]))).toBe(false);
  });
});
