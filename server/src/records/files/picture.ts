import { Refusal } from '#protocol/codes.ts';
import { endingOf } from '#protocol/fields/endings.ts';

/** Pixels of a picture on a side, those of one picture of it, and how many pictures it moves through (C10). */
const MOST_SIDE = 16_384;
const MOST_PIXELS = 50_000_000;
const MOST_FRAMES = 500;

type Kind = 'jpg' | 'png' | 'gif';
const KINDS: Readonly<Record<string, Kind>> = { jpg: 'jpg', jpeg: 'jpg', png: 'png', gif: 'gif' };
const MARKS: Readonly<Record<Kind, readonly string[]>> = { jpg: ['\xff\xd8\xff'], png: ['\x89PNG\r\n\x1a\n'], gif: ['GIF87a', 'GIF89a'] };

/** Whether a file that begins so is a picture of the kind that its name says: by its name it is served (317 else). */
export function checkBegins(file_name: string, head: Buffer): void {
  const begins = head.toString('latin1');
  if (!MARKS[kindOf(file_name)].some((mark) => begins.startsWith(mark))) throw new Refusal(317, '$imageOther', { name: file_name });
}

const kindOf = (file_name: string): Kind => KINDS[endingOf(file_name)]!;

/**
 * Reads a picture as far as its sizes stand in it, without drawing a point of it: the head of a JPEG, all chunks of a PNG and blocks of a GIF.
 * 317 for one that is cut or broken, for what is hidden behind the end of a PNG or GIF, and for one that would fill the memory of who looks at it.
 */
export async function checkPicture(file_name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const from = pieces(bytes);
  const size = await READ[kindOf(file_name)](from)
    .catch((error) => {
      throw error instanceof Broken ? new Refusal(317, '$imageBroken', { name: file_name }) : error;
    })
    .finally(from.close);
  const { width, height, frames } = size;
  if (width < 1 || height < 1) throw new Refusal(317, '$imageBroken', { name: file_name });
  if (Math.max(width, height) > MOST_SIDE || width * height > MOST_PIXELS || frames > MOST_FRAMES)
    throw new Refusal(317, '$imageLarge', { name: file_name, side: MOST_SIDE, pixels: MOST_PIXELS / 1_000_000, frames: MOST_FRAMES });
}

interface Size {
  width: number;
  height: number;
  frames: number;
}

/** The bytes are not what their kind prescribes. */
class Broken extends Error {}

type Pieces = ReturnType<typeof pieces>;

/** A stream, piece by piece; no more of it is held than is asked for at once. */
function pieces(bytes: AsyncIterable<Buffer>) {
  const parts = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const next = async (): Promise<boolean> => {
    const part = await parts.next();
    if (!part.done) held = held.length ? Buffer.concat([held, part.value]) : part.value;
    return !part.done;
  };
  return {
    /** the rest is not read */
    close: async (): Promise<void> => void (await parts.return?.()),
    /** the next `length` bytes; a file that ends before is broken */
    async take(length: number): Promise<Buffer> {
      while (held.length < length) if (!(await next())) throw new Broken();
      const taken = held.subarray(0, length);
      held = held.subarray(length);
      return taken;
    },
    async skip(length: number): Promise<void> {
      let left = length;
      while (left > held.length) {
        left -= held.length;
        held = held.subarray(held.length);
        if (!(await next())) throw new Broken();
      }
      held = held.subarray(left);
    },
    /** nothing may follow but zeros, with which some programs fill up */
    async end(): Promise<void> {
      do {
        if (held.some((byte) => byte !== 0)) throw new Broken();
        held = held.subarray(held.length);
      } while (await next());
    },
  };
}

const READ: Readonly<Record<Kind, (from: Pieces) => Promise<Size>>> = { jpg: readJpeg, png: readPng, gif: readGif };

/** Frame headers of JPEG: all C0 to CF but tables (C4), extensions (C8) and arithmetic conditioning (CC). */
const isFrame = (mark: number): boolean => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
/** Marks without a length: restarts, begin, end, and the one for temporary use. */
const isBare = (mark: number): boolean => (mark >= 0xd0 && mark <= 0xd9) || mark === 0x01;

/** Segments up to the frame header. Cameras write more behind the end; it is never looked at, here or by who draws the picture. */
async function readJpeg(from: Pieces): Promise<Size> {
  await from.skip(2);
  for (;;) {
    if ((await from.take(1))[0] !== 0xff) throw new Broken();
    let mark = 0xff;
    while (mark === 0xff) mark = (await from.take(1))[0]!;
    // data begin before any frame, or the picture ends
    if (isBare(mark) || mark === 0xda || mark === 0) throw new Broken();
    const length = (await from.take(2)).readUInt16BE(0);
    if (length < 2) throw new Broken();
    if (!isFrame(mark)) {
      await from.skip(length - 2);
      continue;
    }
    if (length < 8) throw new Broken();
    const frame = await from.take(5);
    await from.skip(length - 7);
    return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1), frames: 1 };
  }
}

/** Chunks to the last one; a moving PNG says in `acTL` how many pictures it has, and each is a chunk `fcTL`. */
async function readPng(from: Pieces): Promise<Size> {
  await from.skip(8);
  const first = await from.take(8);
  if (first.readUInt32BE(0) !== 13 || first.toString('latin1', 4) !== 'IHDR') throw new Broken();
  const head = await from.take(17);
  const size = { width: head.readUInt32BE(0), height: head.readUInt32BE(4), frames: 1 };
  let moved = 0;
  for (;;) {
    const chunk = await from.take(8);
    const length = chunk.readUInt32BE(0);
    const name = chunk.toString('latin1', 4);
    if (!/^[A-Za-z]{4}$/.test(name)) throw new Broken();
    if (name === 'fcTL') moved += 1;
    if (moved > MOST_FRAMES) return { ...size, frames: moved };
    await from.skip(length + 4);
    if (name !== 'IEND') continue;
    await from.end();
    return { ...size, frames: Math.max(1, moved) };
  }
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Blocks to the trailer; each picture may be no larger than the screen that the head speaks of, and counts as one of its own. */
async function readGif(from: Pieces): Promise<Size> {
  await from.skip(6);
  const screen = await from.take(7);
  const size = { width: screen.readUInt16LE(0), height: screen.readUInt16LE(2), frames: 0 };
  await from.skip(colours(screen[4]!));
  for (;;) {
    const [block] = await from.take(1);
    if (block === TRAILER) break;
    if (block !== EXTENSION && block !== IMAGE) throw new Broken();
    if (block === EXTENSION) await from.skip(1);
    else {
      const frame = await from.take(9);
      size.width = Math.max(size.width, frame.readUInt16LE(0) + frame.readUInt16LE(4));
      size.height = Math.max(size.height, frame.readUInt16LE(2) + frame.readUInt16LE(6));
      size.frames += 1;
      // more would be refused anyway
      if (size.frames > MOST_FRAMES) return size;
      await from.skip(colours(frame[8]!) + 1);
    }
    for (let [length] = await from.take(1); length; [length] = await from.take(1)) await from.skip(length);
  }
  await from.end();
  if (size.frames === 0) throw new Broken();
  return size;
}

/** Bytes of the table of colours that a block brings. */
const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);
