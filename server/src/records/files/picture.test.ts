import { describe, expect, test } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { chunk, gif, jpeg, png } from '#protocol/testing-pictures.ts';
import { checkBegins, checkPicture } from './picture.ts';

/** Sent in pieces of this many bytes: what is read may be cut anywhere. */
async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
async function why(name: string, bytes: Buffer, length = 65_536): Promise<string> {
  try {
    checkBegins(name, bytes.subarray(0, 64));
    await checkPicture(name, inPieces(bytes, length));
    return 'taken';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.code).toBe(317);
    return error.remark;
  }
}
const moving = (frames: number): Buffer[] => Array.from({ length: frames }, () => chunk('fcTL', Buffer.alloc(26)));
const comment = (length: number): Buffer => chunk('tEXt', Buffer.alloc(length, 65));

describe('FIELD-08 C5 C10 what is a picture', () => {
  test.each<[string, string, Buffer]>([
    ['a photograph with much before its size', 'a.JPG', jpeg(4000, 3000)],
    ['one with nothing before it', 'a.jpeg', jpeg(1, 1, { before: 0 })],
    ['one with more behind its end', 'a.jpg', Buffer.concat([jpeg(40, 30), Buffer.from('PK\x03\x04 of a camera')])],
    ['a drawing', 'a.png', png(3, 2)],
    ['one with words in it', 'a.png', png(3, 2, { between: [comment(70_000)] })],
    ['one that moves', 'a.png', png(3, 2, { between: moving(20) })],
    ['a GIF', 'a.gif', gif(1, 1)],
    ['one that moves, filled up with zeros', 'a.gif', Buffer.concat([gif(8, 8, { frames: 500 }), Buffer.alloc(300)])],
    ['the largest', 'a.png', png(10_000, 5_000, { drawn: false })],
  ])('FIELD-08 %s is taken, however it is cut on its way', async (_, name, bytes) => {
    for (const length of [65_536, 7, 1].filter((one) => bytes.length / one < 200_000))
      expect(await why(name, bytes, length), `${length}`).toBe('taken');
  });
  test.each<[string, string, Buffer]>([
    ['a page called a picture', 'a.jpg', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing in XML', 'a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['another kind of picture than its name says', 'a.jpg', png(3, 2)],
    ['the other way round', 'a.png', jpeg(3, 2)],
    ['a bitmap', 'a.gif', Buffer.from('BM    ')],
    ['nothing', 'a.png', Buffer.alloc(0)],
  ])('C5 %s is refused by what it holds', async (_, name, bytes) => expect(await why(name, bytes)).toBe('$imageOther'));
  test.each<[string, string, Buffer]>([
    ['cut in its head', 'a.jpg', jpeg(3, 2).subarray(0, 100)],
    ['without a frame', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['data before a frame', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 8])],
    ['a segment shorter than its length', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 1, 0, 0])],
    ['no height', 'a.jpg', jpeg(3, 0)],
    ['no width', 'a.png', png(0, 2)],
    ['cut before its end', 'a.png', png(3, 2).subarray(0, -13)],
    ['a page behind its end', 'a.png', Buffer.concat([png(3, 2), Buffer.from('<script>')])],
    ['another chunk first', 'a.png', Buffer.concat([png(3, 2).subarray(0, 8), chunk('IDAT', Buffer.alloc(13))])],
    ['a chunk of no name', 'a.png', png(3, 2, { between: [chunk('<a>\n', Buffer.alloc(0))] })],
    ['a chunk of 4 GB', 'a.png', Buffer.concat([png(3, 2).subarray(0, 33), Buffer.from([0xff, 0xff, 0xff, 0xff, 65, 65, 65, 65])])],
    ['a script that is a GIF', 'a.gif', Buffer.from('GIF89a/*....................*/=1;alert(1)')],
    ['no picture in it', 'a.gif', gif(1, 1, { frames: 0 })],
    ['cut', 'a.gif', gif(1, 1).subarray(0, -3)],
    ['an archive behind its end', 'a.gif', Buffer.concat([gif(1, 1), Buffer.from('PK\x03\x04')])],
  ])('C5 broken: %s', async (_, name, bytes) => {
    for (const length of [65_536, 1]) expect(await why(name, bytes, length), `${length}`).toBe('$imageBroken');
  });
  test.each<[string, string, Buffer]>([
    ['65,500 points on each side', 'a.jpg', jpeg(65_500, 65_500)],
    ['the same as a drawing', 'a.png', png(65_500, 65_500, { drawn: false })],
    ['four thousand million on a side', 'a.png', png(4_294_967_295, 1, { drawn: false })],
    ['a long line', 'a.png', png(20_000, 1, { drawn: false })],
    ['50 million points and one line more', 'a.png', png(10_000, 5_001, { drawn: false })],
    ['10,000 pictures', 'a.gif', gif(8, 8, { frames: 10_000 })],
    ['10,000 pictures of a drawing', 'a.png', png(8, 8, { between: moving(10_000) })],
    ['a picture larger than its screen', 'a.gif', gif(1, 1, { side: 65_500 })],
  ])('C10 %s: refused within two seconds, without being drawn', async (_, name, bytes) => {
    const began = performance.now();
    expect(await why(name, bytes)).toBe('$imageLarge');
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
