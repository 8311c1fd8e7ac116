import { Refusal } from '#protocol/codes.ts';
import { endingOf } from '#protocol/fields/endings.ts';

type Mark = (head: Buffer) => boolean;

const at = (from: number, ...marks: readonly string[]): Mark => {
  const bytes = marks.map((mark) => Buffer.from(mark, 'latin1'));
  return (head) => bytes.some((mark) => head.subarray(from, from + mark.length).equals(mark));
};
const both =
  (...marks: readonly Mark[]): Mark =>
  (head) =>
    marks.every((mark) => mark(head));
const either =
  (...marks: readonly Mark[]): Mark =>
  (head) =>
    marks.some((mark) => mark(head));

/** The first box of an MP4, of bearable length and a multiple of four: a text has no zeros there. */
const BOXES = both((head) => head.length >= 12 && head.readUInt32BE(0) >= 8 && head.readUInt32BE(0) <= 1024, at(4, 'ftyp'));
/** What QuickTime wrote before there was `ftyp`. */
const OLD_MOVIE = both((head) => head.length >= 8 && head[0] === 0, at(4, 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'));
const MPEG = at(0, '\0\0\x01\xba', '\0\0\x01\xb3');
const REAL = at(0, '.RMF');
/** A frame of MPEG sound, layer III: eleven bits set, no bit rate or frequency that is none. */
const FRAME: Mark = (head) =>
  head.length >= 4 &&
  head[0] === 0xff &&
  (head[1]! & 0xe6) === 0xe2 &&
  (head[1]! & 0x18) !== 0x08 &&
  (head[2]! & 0xf0) !== 0xf0 &&
  (head[2]! & 0x0c) !== 0x0c;

/** What files of an ending begin with. */
const MARKS: Readonly<Record<string, Mark>> = {
  mp4: BOXES,
  m4a: BOXES,
  '3gp': BOXES,
  mov: either(BOXES, OLD_MOVIE),
  // Matroska is another kind of the same container: its head says which
  webm: both(at(0, '\x1a\x45\xdf\xa3'), (head) => head.includes('webm')),
  wmv: at(0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'),
  mpeg: MPEG,
  mpg: MPEG,
  // of a video disc, as it lies there or wrapped up by Windows
  dat: either(MPEG, both(at(0, 'RIFF'), at(8, 'CDXA'))),
  ogg: at(0, 'OggS\0'),
  flv: at(0, 'FLV\x01'),
  avi: both(at(0, 'RIFF'), at(8, 'AVI ')),
  rm: REAL,
  rmvb: REAL,
  mp3: either(at(0, 'ID3'), FRAME),
  wav: both(at(0, 'RIFF'), at(8, 'WAVE')),
  flac: at(0, 'fLaC'),
};

/** Whether a file that begins so is the video or sound that its name says: by its name it is served (317 else). */
export function checkClip(file_name: string, head: Buffer): void {
  const ending = endingOf(file_name);
  if (!Object.hasOwn(MARKS, ending) || !MARKS[ending]!(head)) throw new Refusal(317, '$clipOther', { name: file_name });
}
