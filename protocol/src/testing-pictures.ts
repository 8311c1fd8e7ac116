import { deflateSync } from 'node:zlib';

const u16be = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u16le = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A chunk of a PNG; its checksum is never looked at here, nor where the picture is refused by its size. */
export const chunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([u32(data.length), Buffer.from(name, 'latin1'), data, crc(name, data)]);

function crc(name: string, data: Buffer): Buffer {
  let sum = ~0;
  for (const byte of Buffer.concat([Buffer.from(name, 'latin1'), data])) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return u32(~sum >>> 0);
}

/** A PNG of one colour that browsers draw; `between` stands before its data, `drawn` false leaves its points out. */
export function png(width: number, height: number, { colour = [42, 84, 196], between = [] as Buffer[], drawn = true } = {}): Buffer {
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: drawn ? width : 0 }, () => Buffer.from(colour))]);
  const data = deflateSync(Buffer.concat(Array.from({ length: drawn ? height : 0 }, () => line)));
  const head = Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])]);
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([mark, chunk('IHDR', head), ...between, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** The head of a JPEG of this size with a picture of a camera before it, and some data. */
export function jpeg(width: number, height: number, { before = 60_000 } = {}): Buffer {
  const extra = Buffer.concat([Buffer.from([0xff, 0xe1]), u16be(before + 2), Buffer.alloc(before, 0xff)]);
  const frame = Buffer.concat([Buffer.from([0xff, 0xc2, 0, 11, 8]), u16be(height), u16be(width), Buffer.from([1, 1, 0x11, 0])]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xff, 0xd9]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), extra, frame, scan]);
}

/** A GIF that moves through this many pictures of one point. */
export function gif(width: number, height: number, { frames = 1, side = 1 } = {}): Buffer {
  const screen = Buffer.concat([Buffer.from('GIF89a'), u16le(width), u16le(height), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  const pause = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const one = Buffer.concat([pause, Buffer.from([0x2c, 0, 0, 0, 0]), u16le(side), u16le(side), Buffer.from([0, 2, 2, 0x44, 1, 0])]);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => one), Buffer.from([0x3b])]);
}
