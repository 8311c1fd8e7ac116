import { describe, expect, test } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { endingsOf, sortOf } from '#protocol/fields/endings.ts';
import { CLIP_HEADS } from '#protocol/testing-clips.ts';
import { png } from '#protocol/testing-pictures.ts';
import { checkClip } from './clip.ts';

function why(name: string, head: Buffer): string {
  try {
    checkClip(name, head.subarray(0, 64));
    return 'taken';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect([error.code, error.data]).toEqual([317, { name }]);
    return error.remark;
  }
}
const CLIPS = endingsOf({ data_type: 'media' })!.filter((ending) => sortOf(`a.${ending}`) !== 'picture');
/** Endings of one container, or of one mark. */
const ALIKE = [
  ['mp4', 'm4a', '3gp', 'mov'],
  ['mpeg', 'mpg', 'dat'],
  ['rm', 'rmvb'],
];

describe('FIELD-08 C5 what is a video or a sound', () => {
  test('FIELD-08 the videos are those of the specification, and each kind has its mark', () => {
    expect([...endingsOf({ data_type: 'video' })!].sort()).toEqual(
      ['mp4', 'webm', 'wmv', 'mov', 'mpeg', 'mpg', 'ogg', 'flv', 'avi', 'rmvb', 'rm', 'dat', '3gp'].sort(),
    );
    expect(Object.keys(CLIP_HEADS).sort()).toEqual([...CLIPS].sort());
  });
  test.each(CLIPS)('FIELD-08 %s is taken by what programs write, whatever the case of its name', (ending) => {
    for (const head of CLIP_HEADS[ending]!)
      for (const name of [`a.${ending}`, `巡检.${ending.toUpperCase()}`]) expect(why(name, head)).toBe('taken');
  });
  test.each(CLIPS)('C5 %s is refused for any other kind, a page, a program, a picture, nothing', (ending) => {
    const others = Object.entries(CLIP_HEADS).filter(
      ([other]) => other !== ending && !ALIKE.some((all) => all.includes(other) && all.includes(ending)),
    );
    const heads = [
      ...others.flatMap(([, some]) => some),
      ...[
        '',
        'x',
        '<html><script>alert(1)</script>',
        '<svg/onload=alert(1)>',
        '<!--ftypisom-->',
        '%PDF-1.7',
        'MZ\0\0',
        'PK\x03\x04',
        '    ftypisom',
        'RIFF    WEBP',
      ].map((one) => Buffer.from(one, 'latin1')),
      png(3, 2),
    ];
    for (const head of heads) expect(why(`a.${ending}`, head), head.toString('latin1')).toBe('$clipOther');
  });
  test('C5 Matroska is no WebM; a sound without a bit rate or frequency is none; a name that is no clip is none', () => {
    const matroska = Buffer.concat([
      Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61', 'hex'),
      Buffer.alloc(40),
    ]);
    expect(why('a.webm', matroska)).toBe('$clipOther');
    for (const head of ['ffff9064', 'fffbf064', 'fffb9c64', 'ffeb9064', 'fffd9064', 'ff'])
      expect(why('a.mp3', Buffer.from(head, 'hex')), head).toBe('$clipOther');
    for (const name of ['a', 'a.constructor', 'a.__proto__', 'a.png']) expect(why(name, CLIP_HEADS.mp4![0]!)).toBe('$clipOther');
  });
});
