const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const u32le = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const box = (name: string, size = 24): Buffer =>
  Buffer.concat([Buffer.from([0, 0, size >> 8, size & 255]), ascii(name), Buffer.alloc(size - 4 - name.length)]);

/** A sound that browsers play: a tone of so many seconds, 8,000 points a second. */
export function wav(seconds: number): Buffer {
  const points = Buffer.from(Array.from({ length: Math.round(seconds * 8_000) }, (_, at) => 128 + Math.round(40 * Math.sin(at / 4))));
  const format = Buffer.concat([
    ascii('fmt '),
    u32le(16),
    Buffer.from([1, 0, 1, 0]),
    u32le(8_000),
    u32le(8_000),
    Buffer.from([1, 0, 8, 0]),
  ]);
  return Buffer.concat([ascii('RIFF'), u32le(36 + points.length), ascii('WAVE'), format, ascii('data'), u32le(points.length), points]);
}

/** What a file of each ending begins with, as programs write it. */
export const CLIP_HEADS: Readonly<Record<string, readonly Buffer[]>> = {
  mp4: [box('ftypisom', 32), box('ftypmp42', 24)],
  m4a: [box('ftypM4A ', 28)],
  '3gp': [box('ftyp3gp5', 24)],
  mov: [box('ftypqt  ', 20), box('moov', 1000), box('wide', 8), Buffer.concat([Buffer.from([0, 0x12, 0x34, 0x56]), ascii('mdat')])],
  webm: [Buffer.concat([Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102', 'hex'), Buffer.alloc(40)])],
  wmv: [Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(40)])],
  mpeg: [Buffer.from('000001ba44000400', 'hex'), Buffer.from('000001b316012013', 'hex')],
  mpg: [Buffer.from('000001ba44000400', 'hex')],
  dat: [Buffer.from('000001ba44000400', 'hex'), Buffer.concat([ascii('RIFF'), u32le(5000), ascii('CDXAfmt ')])],
  ogg: [Buffer.concat([ascii('OggS\0\x02'), Buffer.alloc(30)])],
  flv: [Buffer.concat([ascii('FLV\x01\x05'), Buffer.alloc(8)])],
  avi: [Buffer.concat([ascii('RIFF'), u32le(5000), ascii('AVI LIST')])],
  rm: [ascii('.RMF\0\0\0\x12')],
  rmvb: [ascii('.RMF\0\0\0\x12')],
  mp3: [ascii('ID3\x04\0\0'), Buffer.from('fffb9064', 'hex'), Buffer.from('fff34084', 'hex')],
  wav: [wav(0.1)],
  flac: [ascii('fLaC\0\0\0\x22')],
};
