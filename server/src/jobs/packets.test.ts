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
        let at = 0;
        const { takes } = followPackets({ most: 300, now: () => (at += 1_000) });
        return pieces(lengths.flatMap(packet), sizes).every(takes);
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
          const { takes } = followPackets({ most: 300 });
          const head = packet(Math.min(length, 301)).slice(0, 1);
          const said: number[] = [];
          for (let rest = length; rest > 0; rest = Math.floor(rest / 128)) said.push((rest % 128) + (rest >= 128 ? 128 : 0));
          return !pieces([...before.flatMap(packet), ...head, ...said], sizes).every(takes);
        },
      ),
    );
  });
  it('do not pass where a length does not end', () => {
    expect(followPackets().takes(Uint8Array.from([0x10, 128, 128, 128, 128, 128]))).toBe(false);
  });
  it('pass while they are no more than a page sends: so many at once, so many a second, however they are cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 0, max: 10_000 }), SIZES, (more, wait, sizes) => {
        let at = 5_000;
        const { takes } = followPackets({ now: () => at });
        const pings = (count: number): number[] => Array.from({ length: count }, () => [0xc0, 0]).flat();
        expect(pieces(pings(200), sizes).every(takes)).toBe(true);
        at += wait;
        const earned = Math.min(200, Math.floor(wait / 20));
        expect(pieces(pings(more), sizes).every(takes)).toBe(more <= earned);
      }),
    );
  });
  it('are no way to send messages without end in which none begins: empty ones, and packets in crumbs', () => {
    let at = 5_000;
    const { takes } = followPackets({ now: () => at });
    const empty = new Uint8Array();
    for (let n = 0; n < 231; n += 1) expect(takes(empty)).toBe(true);
    expect(takes(empty)).toBe(false);
    at += 20;
    expect(takes(empty)).toBe(true);
    expect(takes(Uint8Array.from([0x82, 128, 2]))).toBe(true); // a packet of 256 bytes begins
    at += 4_000;
    const crumbs = Array.from({ length: 256 }, () => takes(Uint8Array.from([0])));
    expect(crumbs.indexOf(false)).toBe(231);
  });
  it('a packet may come in as many messages as it has parts', () => {
    const { takes } = followPackets({ now: () => 0 });
    for (let n = 0; n < 200; n += 1)
      for (const part of [[0x82], [20], ...Array.from({ length: 20 }, () => [0])]) expect(takes(Uint8Array.from(part))).toBe(true);
  });
  it('what confirms a message counts for that message alone', () => {
    const acks = (count: number) => Uint8Array.from(Array.from({ length: count }, () => [0x40, 2, 0, 1]).flat());
    const followed = () => followPackets({ now: () => 0 });
    const one = followed();
    for (let n = 0; n < 1000; n += 1) one.told();
    expect(one.takes(acks(1200))).toBe(true);
    expect(one.takes(acks(1))).toBe(false);
    const other = followed();
    for (let n = 0; n < 1000; n += 1) other.told();
    expect(other.takes(Uint8Array.from(Array.from({ length: 201 }, () => [0xc0, 0]).flat()))).toBe(false);
  });
  it('a clock that goes back takes nothing', () => {
    let at = 5_000;
    const { takes } = followPackets({ now: () => at });
    expect(takes(Uint8Array.from([0xc0, 0]))).toBe(true);
    at = 0;
    expect(takes(Uint8Array.from(Array.from({ length: 199 }, () => [0xc0, 0]).flat()))).toBe(true);
  });
});
