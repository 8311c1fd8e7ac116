import { describe, expect, test } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { MADE_TYPES } from '#protocol/fields/made.ts';
import type { MadeFile } from '#server/meta/handler.ts';
import { bytesOf } from './made.ts';

const text = (name: string, more: object = {}): MadeFile => ({ name, type: 'text/plain', content: 'a', ...more });
const told = (made: unknown): [number, string] | Buffer => {
  try {
    return bytesOf(made as MadeFile);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.remark];
  }
};
const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');
const ZIP = Buffer.from('PK\x03\x04rest', 'latin1');

describe('C1 C4 C5 C6 what a handler makes a file of', () => {
  test.each([
    ...[
      '',
      '../../etc/passwd.txt',
      '..\\x.txt',
      '/etc/x.txt',
      'C:\\x.txt',
      'CON.txt',
      'aux.txt',
      'a\u202Etxt.txt',
      'dot..',
      ' blank.txt',
      'x.txt ',
    ],
    ...[
      '.txt',
      '...',
      '<script>.txt',
      '\u0001.txt',
      'nul\0.txt',
      'a\r\nSet-Cookie: x.txt',
      'a"b.txt',
      'a|b.txt',
      'a?.txt',
      '\ud800.txt',
      `${'n'.repeat(200)}.txt`,
    ],
    ...['a\u200b.txt', 'a.tx\u200dt', 'a\u2028.txt'],
  ])('a name that is none is refused and never mended: %j', (name) => expect(told(text(name))).toEqual([317, '$madeName']));
  test.each([[undefined], [null], [7], [{}], [['a.txt']]])('nor one that is no text: %j', (name) =>
    expect(told({ ...text('a'), name })).toEqual([317, '$madeName']),
  );
  test.each(['a.html', 'a.htm', 'a.svg', 'a.xml', 'a.xhtml', 'a.js', 'a.mht', 'a.hta', 'a.exe', 'a.txt.exe', 'a', 'a.txt.', 'a.pdf'])(
    'an ending that is not of the type: %s',
    (name) => expect((told(text(name)) as [number, string])[0]).toBe(317),
  );
  test.each([
    'text/html',
    'image/svg+xml',
    'application/xml',
    'text/javascript',
    'application/octet-stream',
    'TEXT/PLAIN',
    '',
    '__proto__',
    'constructor',
  ])('a type that is not on the list: %s', (type) => {
    for (const name of ['a.txt', 'a.html', 'a.svg', 'a.constructor']) expect(told(text(name, { type }))).toEqual([317, '$madeType']);
  });
  test.each<[string, Partial<MadeFile>]>([
    ['no PDF', { name: 'a.pdf', type: 'application/pdf', content: '<script>alert(1)</script>' }],
    ['no picture', { name: 'a.png', type: 'image/png', content: '<svg onload=alert(1)>' }],
    ['another picture', { name: 'a.jpg', type: 'image/jpeg', content: PNG }],
    ['no archive', { name: 'a.xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: 'PK' }],
    ['no text', { content: Buffer.from([0xff, 0xfe, 0x41]) }],
    ['a text with a zero', { content: 'a\0b' }],
    ['a text that steers a terminal', { content: 'a\u001b[2Jb' }],
    ['a program', { content: '#!/bin/sh\nrm' }],
    ['a program in a text', { name: 'a.csv', type: 'text/csv', content: Buffer.from('MZ\0\0', 'latin1') }],
    ['neither text nor bytes', { content: { length: 3 } as never }],
    ['a list', { content: [1, 2] as never }],
  ])('%s is not what it says', (_, made) => expect(told({ ...text('a.txt'), ...made })).toEqual([317, '$madeOther']));
  test('nothing, and too much', () => {
    expect(told(text('a.txt', { content: '' }))).toEqual([317, '$fileNothing']);
    expect(told(text('a.txt', { content: 'x'.repeat(20 * 1024 * 1024 + 1) }))).toEqual([316, '$madeLarge']);
    expect((told(text('a.txt', { content: 'x'.repeat(20 * 1024 * 1024) })) as Buffer).length).toBe(20 * 1024 * 1024);
  });
  test('each of its types, as text or bytes', () => {
    const good: Record<(typeof MADE_TYPES)[number], [string, string | Uint8Array]> = {
      'application/pdf': ['a.pdf', '%PDF-1.7'],
      'text/plain': ['工单 1.TXT', '一\n\t二\r\n'],
      'text/csv': ['a.csv', '\ufeffa,b'],
      'application/json': ['a.json', '{}'],
      'image/png': ['a.png', PNG],
      'image/jpeg': ['a.jpeg', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
      'image/gif': ['a.gif', Buffer.from('GIF89a', 'latin1')],
      'application/zip': ['a.zip', ZIP],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['a.xlsx', ZIP],
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['a.docx', new Uint8Array(ZIP).subarray(0)],
    };
    for (const type of MADE_TYPES) {
      const [name, content] = good[type];
      expect(told({ name, type, content }), type).toEqual(Buffer.from(content as string));
    }
    // of a part of a larger memory only that part
    expect(told({ name: 'a.txt', type: 'text/plain', content: new Uint8Array(Buffer.from('SECRETab')).subarray(6) })).toEqual(
      Buffer.from('ab'),
    );
  });
});
