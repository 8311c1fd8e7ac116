import { createHash } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { shownType } from '#protocol/fields/endings.ts';
import { CLIP_HEADS, wav } from '#protocol/testing-clips.ts';
import { png } from '#protocol/testing-pictures.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import type { Session } from '#server/meta/session.ts';
import { bytesOf, type Desk, lying, openDesk } from '../save/testing-save.ts';
import { NOW } from '../testing.ts';
import { safeFileName } from './file-name.ts';
import { settleUploads, storeFile, sweepFiles } from './files.ts';
import { makeTicket, ticketSid } from './ticket.ts';

let desk: Desk;
let own: Session;
let dept: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, dept] = await Promise.all([desk.as('own'), desk.as('dept')]);
});
afterAll(() => desk?.close());

const zeros = (megabytes: number): Readable => Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(2 ** 20)));
const ask = (op: string, form: Record<string, unknown>, session: Session | null = own) => desk.ask(session, op, form);
const uploaded = async (bytes: string, name?: string, session = own): Promise<FileValue> => {
  const answer = await desk.upload(session, 'docs', bytes, name);
  expect(answer.code).toBe(200);
  return answer.data as unknown as FileValue;
};
const order = async (docs: string, session = own, rest = {}) => ask('Add', { cloud: 'order', key_name: '单', docs, ...rest }, session);
const onDisk = async (): Promise<string[]> =>
  (await readdir(desk.folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).map((one) => one.name);
const fetchFile = (file: { key_name: string }, op = 'Download', session: Session | null = own, tk?: string) =>
  ask(op, { key_name: file.key_name, ...(tk === undefined ? {} : { tk }) }, session);

describe('Upload', () => {
  test('not signed in 401, not allowed 312, a field that is none or no file 317, readonly 312; nothing is kept', async () => {
    const before = await onDisk();
    const file = () => ({ name: 'a.txt', mime: 'text/plain', bytes: Readable.from([Buffer.from('x')]) });
    const upload = (session: Session | null, field: string, cloud = 'order') => desk.ask(session, 'Upload', { cloud, field }, file());
    expect((await upload(null, 'docs')).code).toBe(401);
    expect((await upload(await desk.as('none'), 'docs')).code).toBe(312);
    expect((await upload(own, 'docs', 'pg_shadow')).code).toBe(312);
    for (const field of ['amount', 'secret', 'nothing', '__proto__', '../x']) expect((await upload(own, field)).code, field).toBe(317);
    expect((await desk.ask(own, 'Upload', { cloud: 'order', field: 'docs' })).code).toBe(314);
    expect(await onDisk()).toEqual(before);
  });
  test('FILE-01 bytes lie under a random key with their SHA-256, whatever the name said', async () => {
    const file = await uploaded('内容', '../../etc/pass\u202ewd\r\nx.txt');
    expect(file.key_name).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(file).toMatchObject({ file_name: 'passwdx.txt', filename: 'passwdx.txt', length: 6 });
    expect(await readFile(join(desk.folder, file.key_name.slice(0, 2), file.key_name), 'utf8')).toBe('内容');
    const [row] = await desk.base.db.query<{ sha256: string; rowid: number | null }>(
      'select sha256, rowid from fw.file where key_name = $1',
      [file.key_name],
    );
    expect(row).toEqual({ sha256: createHash('sha256').update('内容').digest('hex'), rowid: null });
  });
  test.each([
    ['../../x', 'x'],
    ['..\\x', 'x'],
    ['/etc/x', 'x'],
    ['%2e%2e%2fx', '%2e%2e%2fx'],
    ['a\0b.txt', 'ab.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['x. . .', 'x'],
    ['可行\u2066性\u200b👩‍🚀\ufeff.pdf', '可行性👩‍🚀.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['a.e\u200dxe', 'a.exe'],
    ['..', 'file'],
    [' . a . b.txt . ', 'a . b.txt'],
    ['\u3000.x\u00a0.', 'x'],
    ['', 'file'],
    ['报告（终稿）.pdf', '报告（终稿）.pdf'],
    ['a"b\r\nc.txt', 'abc.txt'],
    [`${'长'.repeat(300)}.docx`, `${'长'.repeat(145)}.docx`],
    [`${'x'.repeat(145)}.hta ${'y'.repeat(40)}`, `${'x'.repeat(145)}.hta`],
    [`${'x'.repeat(145)}.bat.${'y'.repeat(40)}`, `${'x'.repeat(145)}.bat`],
    [`${'x'.repeat(145)} .  .${'y'.repeat(40)}`, 'x'.repeat(145)],
    [`${'x'.repeat(140)}. . . .pdf${' '.repeat(9)}`, `${'x'.repeat(140)}. . . .pdf`],
    [`${'x'.repeat(146)}.bat..docx`, `${'x'.repeat(145)}.docx`],
    [`${'.'.repeat(10)}${'x'.repeat(145)}. .${'长'.repeat(18)}`, `${'x'.repeat(131)}.${'长'.repeat(18)}`],
  ])('C1 name %j is kept as %j', (sent, kept) => expect(safeFileName(sent)).toBe(kept));
  test('FILE-01 a user whose id is beyond 2^31 uploads like any other', async () => {
    const late = { ...own, user: { ...own.user, id: 2 ** 31 + 5 } };
    const sent = { name: 'a.txt', bytes: Readable.from([Buffer.from('x')]) };
    const table = desk.house.catalogueOf(null).table('order')!;
    expect((await storeFile(desk.house, late, table, table.fields.get('docs')!, sent)).create_entity).toBe(late.user.id);
  });
  test('R10 what waits for a save is bounded in bytes too, however it comes; what is over leaves nothing, and a save makes room', async () => {
    const [late, other] = [7001, 7002].map((id) => ({ ...own, user: { ...own.user, id } }));
    const table = desk.house.catalogueOf(null).table('order')!;
    const small = { ...desk.house, settings: { ...desk.house.settings, mostWaiting: 10 } };
    const store = (bytes: string, session = late!) =>
      storeFile(small, session, table, table.fields.get('docs')!, { name: 'a.txt', bytes: Readable.from([Buffer.from(bytes)]) });
    const refused = { code: 341, remark: '$fileWaiting', data: { files: 100, mb: 0 } };
    const first = await store('123456');
    const before = await onDisk();
    await expect(store('12345')).rejects.toMatchObject(refused);
    const both = await Promise.allSettled([store('123'), store('456')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused });
    await store('1');
    await expect(store('1')).rejects.toMatchObject(refused);
    expect(await onDisk()).toHaveLength(before.length + 2);
    expect((await store('1234567890', other!)).length).toBe(10);
    await desk.base.db.query('update fw.file set rowid = 1 where id = $1', [first.id]);
    expect((await store('123456')).length).toBe(6);
    // a setting larger than a file leaves the file its own limit
    await expect(storeFile(desk.house, other!, table, table.fields.get('docs')!, { name: 'a', bytes: zeros(101) })).rejects.toMatchObject({
      ...{ code: 316, remark: '$fileLarge', data: { name: 'a', mb: 100 } },
    });
  });
  test('the field lists its types by their endings', async () => {
    expect((await desk.upload(own, 'pictures', 'x', 'a.html;.jpg')).code).toBe(200);
    for (const name of ['a.html', 'a.jpg.html', 'png', 'a.JPG.exe'])
      expect((await desk.upload(own, 'pictures', 'x', name)).remark, name).toBe('$fileType');
  });
});

describe('C5 FILE-02 programs are not taken', () => {
  const PE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), Buffer.alloc(300)]);
  const ELF = Buffer.from('\x7fELF\x02\x01\x01', 'latin1');
  const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const upload = (bytes: string | Buffer, name: string, field = 'docs') => desk.upload(own, field, bytes, name);
  test.each(['setup.exe', '方案.pdf.EXE', 'a.bat', 'a.ps1', 'a.vbs', 'a.lnk', 'a.jar', 'a.hta', 'a.msi', 'x.exe . ', 'x\u202egpj.scr'])(
    'by their name: %s is 317, and nothing is kept',
    async (name) => {
      const before = await onDisk();
      expect(await upload('x', name)).toMatchObject({ code: 317, remark: '$fileProgram' });
      expect(await onDisk()).toEqual(before);
    },
  );
  test.each(['.hta ', '.bat.', '.cmd . ', '.ps1\u3000'])(
    'by the name that is kept of a long one: %j is 317, and nothing is kept',
    async (end) => {
      const before = await onDisk();
      const name = `${'x'.repeat(145)}${end}${'y'.repeat(40)}`;
      expect(await upload('x', name)).toMatchObject({ code: 317, remark: '$fileProgram' });
      expect(await onDisk()).toEqual(before);
    },
  );
  test('a name that is kept never ends as Windows would not read it, and stays as it is when it is kept again', () => {
    const parts = ['x', 'x'.repeat(140), 'x'.repeat(149), '.hta', '.', ' ', '\u3000', '\u200d', '长', '.docx', 'y'.repeat(30)];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (list) => {
        const kept = safeFileName(list.join(''));
        expect(kept).not.toMatch(/[\s.]$/);
        expect([...kept].length).toBeLessThanOrEqual(150);
        expect(safeFileName(kept)).toBe(kept);
      }),
    );
  });
  test.each<[string, Buffer, string]>([
    ['a program of Windows', PE, '报价.pdf'],
    ['one of Linux', ELF, 'a.docx'],
    ['one of Apple', Buffer.from('cffaedfe0700', 'hex'), 'a'],
    ['a class of Java', Buffer.from('cafebabe0000', 'hex'), 'a.txt'],
    ['a script', Buffer.from('#! /bin/sh\nrm -rf /'), 'notes.txt'],
    ['a shortcut', Buffer.from('4c0000000114020000', 'hex'), 'a.xlsx'],
  ])('by what they hold: %s under another name is 317, and nothing is kept', async (_, bytes, name) => {
    const before = await onDisk();
    expect(await upload(bytes, name)).toMatchObject({ code: 317, remark: '$fileProgram', data: { name } });
    expect(await onDisk()).toEqual(before);
    // however small the parts are that it comes in
    const file = { name, mime: 'x', bytes: Readable.from([...bytes.subarray(0, 80)].map((one) => Buffer.from([one]))) };
    expect((await desk.ask(own, 'Upload', { cloud: 'order', field: 'docs' }, file)).remark).toBe('$fileProgram');
    expect(await onDisk()).toEqual(before);
  });
  test.each<[string, string | Buffer]>([
    ['可研报告.docx', 'PK\x03\x04'],
    ['预算.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['图纸.dwg', 'AC1032'],
    ['现场.jpg', Buffer.from('ffd8ffe0', 'hex')],
    ['扫描.pdf', '%PDF-1.7'],
    ['全部.zip', 'PK\x03\x04'],
    ['全部.7z', Buffer.from('377abcaf271c', 'hex')],
    ['MZ.txt', 'MZ厂房说明'],
    ['节.md', '#!important, a heading'],
    ['一字.txt', '空'],
    ['无', 'x'],
  ])('documents, pictures and archives of an office pass whole: %s', async (name, bytes) => {
    const { code, data } = await upload(bytes, name);
    expect(code).toBe(200);
    const got = await fetchFile(data as { key_name: string });
    expect(Buffer.concat(await got.stream!.toArray())).toEqual(Buffer.from(bytes));
  });
  test('FIELD-08 C5 C10 a video and a medium are taken by name and by what they hold; a picture among them is judged as one', async () => {
    const clip = CLIP_HEADS.mp4![0]!;
    for (const [field, name, bytes] of [
      ['clips', '巡检.MP4', clip],
      ['clips', 'a.avi', CLIP_HEADS.avi![0]!],
      ['media', 'a.mp4', clip],
      ['media', '说明.wav', wav(0.1)],
      ['media', 'a.png', png(3, 2)],
    ] as const)
      expect((await upload(bytes, name, field)).code, `${field} ${name}`).toBe(200);
    for (const [field, name, bytes, remark] of [
      ['clips', 'a.wav', wav(0.1), '$fileType'],
      ['clips', 'a.png', png(3, 2), '$fileType'],
      ['clips', 'a.mkv', clip, '$fileType'],
      ['media', 'a.svg', '<svg/>', '$fileType'],
      ['media', 'a.bmp', 'BM', '$fileType'],
      ['clips', 'a.mp4', '<script>alert(1)</script>', '$clipOther'],
      ['clips', 'a.webm', clip, '$clipOther'],
      ['clips', 'a.mp4', PE, '$fileProgram'],
      ['clips', 'a.mp4', '', '$clipOther'],
      ['media', 'a.png', clip, '$imageOther'],
      ['media', 'a.png', png(65_000, 3, { drawn: false }), '$imageLarge'],
    ] as const)
      expect(await upload(bytes, name, field), `${field} ${name}`).toMatchObject({ code: 317, remark });
  });
  test('a field whose definition names its endings takes those, and no program under another of them', async () => {
    expect((await upload(PNG, 'a.png', 'pictures')).code).toBe(200);
    expect((await upload(PE, 'a.png', 'pictures')).remark).toBe('$fileProgram');
    const table = desk.house.catalogueOf(null).table('order')!;
    const tools = { ...table.fields.get('docs')!, def: { ...table.fields.get('docs')!.def, format: 'exe' } };
    const sent = { name: 'a.exe', bytes: Readable.from([PE]) };
    expect((await storeFile(desk.house, own, table, tools, sent)).file_name).toBe('a.exe');
  });
  test('the setting names other endings, or none', async () => {
    const table = desk.house.catalogueOf(null).table('order')!;
    const store = (refusedFiles: string[], name: string, bytes: Buffer) =>
      storeFile({ ...desk.house, settings: { ...desk.house.settings, refusedFiles } }, own, table, table.fields.get('docs')!, {
        ...{ name, bytes: Readable.from([bytes]) },
      }).then(
        () => 200,
        (error: Refusal) => error.code,
      );
    expect(await store(['dwg'], 'a.dwg', PNG)).toBe(317);
    expect(await store(['dwg'], 'a.exe', PNG)).toBe(200);
    expect(await store(['dwg'], 'a.pdf', PE)).toBe(317);
    expect(await store([], 'a.exe', PE)).toBe(200);
  });
});

describe('a file and its record', () => {
  test('belongs to the record once a save names it; Show and lists give it with a url', async () => {
    const [one, two] = [await uploaded('1'), await uploaded('2', 'b.txt')];
    const { data } = await order(`${two.key_name},${one.key_name}`);
    expect((await lying(desk, 'order', data.id as number)).docs).toEqual([two.id, one.id]);
    const shown = (await ask('Show', { cloud: 'order', id: data.id })).data.docs as FileValue[];
    expect(shown).toMatchObject([{ id: two.id, file_name: 'b.txt', key_name: two.key_name, length: 1 }, { id: one.id }]);
    expect(shown[0]!.url).toMatch(/^\/app\?op=Download&key_name=[\w-]{32}&tk=[\w-]{38}$/);
    const page = await ask('Page', { cloud: 'order', fields: 'docs', rows: '1', filters: JSON.stringify({ sort: [['id', 'desc']] }) });
    expect(page.rows[0]).toMatchObject({ id: data.id, docs: [{ id: two.id }, { id: one.id }] });
    expect((await order(one.key_name)).code).toBe(315);
  });
  test("C2 another's waiting file, another record's, another field's and a made up key are all 315", async () => {
    const theirs = await uploaded('x', 'a.txt', dept);
    const bound = await uploaded('y');
    await order(bound.key_name);
    const picture = (await desk.upload(own, 'pictures', 'z', 'a.png')).data.key_name as string;
    for (const key of [theirs.key_name, bound.key_name, picture, 'A'.repeat(32)]) expect((await order(key)).code).toBe(315);
    expect((await order(theirs.key_name, await desk.as('admin2', { company: 'other' }))).code).toBe(315);
    expect((await order(`${bound.key_name}x'`)).code).toBe(317);
  });
  test('FIELD-08 more files than max are 305', async () => {
    const keys = await Promise.all([1, 2, 3].map(async (n) => (await uploaded(String(n))).key_name));
    expect(await order(keys.join(','))).toMatchObject({ code: 305, remark: '$fieldFiles' });
  });
  test('taken out of the field it stays for the history; nobody else can take it', async () => {
    const file = await uploaded('旧', 'old.txt');
    const id = (await order(file.key_name)).data.id as number;
    expect((await ask('Modify', { cloud: 'order', id, docs: '' })).code).toBe(200);
    expect((await lying(desk, 'order', id)).docs).toBeNull();
    const { rows } = await ask('History', { cloud: 'order', id });
    expect(rows[0]!.changes).toMatchObject([{ field: 'docs', from: [{ file_name: 'old.txt', key_name: file.key_name }], to: null }]);
    expect((await fetchFile(file)).code).toBe(200);
    expect((await ask('Modify', { cloud: 'order', id, docs: file.key_name })).code).toBe(200);
  });
  test('a save that is refused takes no file', async () => {
    const file = await uploaded('x');
    expect((await order(file.key_name, own, { owner_entity: 99999 })).code).toBe(315);
    const [row] = await desk.base.db.query<{ rowid: number | null }>('select rowid from fw.file where id = $1', [file.id]);
    expect(row!.rowid).toBeNull();
  });
});

describe('Download and Preview', () => {
  test("a waiting file is its uploader's alone; a record's file is who sees the record and field", async () => {
    const file = await uploaded('正文', '报告.pdf');
    const root = await desk.as('root');
    expect((await fetchFile(file)).code).toBe(200);
    for (const session of [dept, root]) expect((await fetchFile(file, 'Download', session)).code).toBe(340);
    await order(file.key_name);
    const answer = await fetchFile(file, 'Download', root);
    expect(answer).toMatchObject({ disposition: 'attachment', mime: 'application/octet-stream', file_name: '报告.pdf' });
    expect(await bytesOf(answer.stream!)).toBe('正文');
    expect((await fetchFile(file, 'Download', dept)).code).toBe(340);
    expect((await fetchFile(file, 'Download', await desk.as('own', { domain: '纽约市' }))).code).toBe(340);
  });
  test('FILE-02 Ticket gives new addresses to who may read the file, and 340 to all others', async () => {
    const file = await uploaded('正文', '报告.pdf');
    const ticket = (session: Session | null, key_name = file.key_name) => ask('/sys?op=Ticket', { key_name }, session);
    expect((await ticket(null)).code).toBe(401);
    for (const session of [dept, await desk.as('root')]) expect((await ticket(session)).code).toBe(340);
    expect((await ticket(await desk.as('admin2', { company: 'other' }))).code).toBe(340);
    for (const wrong of ['', '../x', 'A'.repeat(32)]) expect((await ticket(own, wrong)).code, wrong).toBe(340);
    await order(file.key_name);
    expect((await ticket(dept)).code).toBe(340);
    for (const session of [own, await desk.as('root')])
      expect((await ticket(session)).data).toEqual({
        ...{ id: file.id, key_name: file.key_name, file_name: '报告.pdf', length: 6 },
        url: expect.stringMatching(/^\/app\?op=Download&key_name=[\w-]{32}&tk=[\w-]{38}$/),
        preview_url: expect.stringMatching(/^\/app\?op=Preview&key_name=[\w-]{32}&tk=[\w-]{38}$/),
      });
  });
  test("C3 traversal, a deleted record's key and one beside it are 340", async () => {
    const file = await uploaded('x');
    const id = (await order(file.key_name)).data.id as number;
    await ask('Delete', { cloud: 'order', id: String(id) });
    const beside = `${file.key_name.slice(0, -1)}${file.key_name.endsWith('A') ? 'B' : 'A'}`;
    for (const key_name of [file.key_name, beside, '../../etc/passwd', `../${file.key_name}`, '', "' or 1=1--"])
      expect((await fetchFile({ key_name })).code, key_name).toBe(340);
    const admin2 = await desk.as('admin2', { company: 'other' });
    expect((await fetchFile(await uploaded('y'), 'Download', admin2)).code).toBe(340);
  });
  test('C4 what a browser could run is an attachment of bytes, whatever the uploader said of it', async () => {
    for (const name of ['a.html', 'a.svg', 'a.xml', 'a.xhtml', 'a.mht', 'a.HTML', 'a.html;.jpg.svg']) {
      const file = await uploaded('<script>alert(1)</script>', name);
      expect(await fetchFile(file, 'Preview'), name).toMatchObject({ disposition: 'attachment', mime: 'application/octet-stream' });
    }
    expect([shownType('a.PNG'), shownType('a.pdf'), shownType('constructor'), shownType('a.__proto__')]).toEqual([
      'image/png',
      'application/pdf',
      null,
      null,
    ]);
  });
});

describe('tickets', () => {
  const SID = Buffer.from('12345678').toString('base64url');
  const key = Buffer.alloc(32, 2);
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  test('C13 38 characters, for one op, one file, one session, five minutes', () => {
    const ticket = makeTicket(key, 'Preview', 'K', SID, NOW);
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{38}$/);
    expect(ticketSid(key, 'Preview', 'K', ticket, later(299))).toBe(SID);
    expect(ticketSid(key, 'Preview', 'K', ticket, later(301))).toBeNull();
    expect(ticketSid(key, 'Download', 'K', ticket, NOW)).toBeNull();
    expect(ticketSid(key, 'Preview', 'L', ticket, NOW)).toBeNull();
    expect(ticketSid(Buffer.alloc(32, 9), 'Preview', 'K', ticket, NOW)).toBeNull();
    for (let at = 0; at < 38; at += 1) {
      const forged = `${ticket.slice(0, at)}${ticket[at] === 'A' ? 'B' : 'A'}${ticket.slice(at + 1)}`;
      expect(ticketSid(key, 'Preview', 'K', forged, NOW), String(at)).toBeNull();
    }
    for (const odd of ['', 'x', `${ticket}A`, `${ticket.slice(0, 37)}=`]) expect(ticketSid(key, 'Preview', 'K', odd, NOW)).toBeNull();
  });
  test('C13 opens a file without a token only while its session lives, and with the rights of now', async () => {
    const live = { ...own, sid: SID };
    const file = await uploaded('票', 'a.txt', live);
    await desk.base.db.query(
      `insert into fw.credential (company_id, user_id, login_id, v, sealed) values (1, 2, 'x', 'P1', '') on conflict do nothing`,
    );
    await desk.base.db.query(
      `insert into fw.session (sid, token_hash, family, company_id, user_id, epoch, domain_id, locale, device, address, user_agent, created, last_seen, idle_until, abs_until)
       values ($1, 'h', 'f', 1, 2, 1, 11, 'zh_CN', '', '', '', $2, $2, $3, $3)`,
      [SID, NOW, later(3600)],
    );
    const tk = /tk=(.{38})$/.exec(file.url)![1]!;
    const preview = /tk=(.{38})$/.exec(file.preview_url)![1]!;
    expect(await bytesOf((await fetchFile(file, 'Download', null, tk)).stream!)).toBe('票');
    expect((await fetchFile(file, 'Preview', null, preview)).disposition).toBe('inline');
    expect((await fetchFile(file, 'Preview', null, tk)).code).toBe(401);
    expect((await fetchFile({ key_name: 'A'.repeat(32) }, 'Download', null, tk)).code).toBe(401);
    expect((await fetchFile(file, 'Download', null)).code).toBe(401);
    await order(file.key_name);
    expect((await fetchFile(file, 'Download', null, tk)).code).toBe(200);
    await desk.base.db.query('update app."order" set create_entity = 3 where $1 = any(docs)', [file.id]);
    expect((await fetchFile(file, 'Download', null, tk)).code).toBe(340);
    await desk.base.db.query('delete from fw.session where sid = $1', [SID]);
    expect((await fetchFile(file, 'Download', null, tk)).code).toBe(401);
  });
});

describe('faults', () => {
  test('316 over the limit and an upload that breaks off leave neither row nor bytes', async () => {
    const before = await onDisk();
    const rows = () => desk.base.db.query('select count(*) from fw.file');
    const counted = await rows();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100);
        throw new Error('connection lost');
      })(),
    );
    expect((await desk.ask(own, 'Upload', { cloud: 'order', field: 'docs' }, { name: 'a', mime: '', bytes: broken })).code).toBe(321);
    const cut = Object.assign(Readable.from([Buffer.alloc(10)]), { truncated: true });
    expect((await desk.ask(own, 'Upload', { cloud: 'order', field: 'docs' }, { name: 'a', mime: '', bytes: cut })).code).toBe(316);
    expect(await onDisk()).toEqual(before);
    expect(await rows()).toEqual(counted);
  });
  test('a crash between file and row leaves staged bytes, which go after ten minutes; one between row and place is made good', async () => {
    const [lost, noted, young] = ['L', 'M', 'N'].map((letter) => letter.repeat(32)) as [string, string, string];
    for (const key of [lost, noted, young]) await desk.house.files.stage(key, Readable.from([key]), 100);
    const put = `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
      values (1, $1, 'a', '', 32, '', 'order', 'docs', 2, $2)`;
    await desk.base.db.query(put, [noted, NOW]);
    const staged = (key: string) => join(desk.folder, 'staging', key);
    const age = (key: string, seconds: number) => {
      const then = new Date(NOW.getTime() - seconds * 1000);
      return utimes(staged(key), then, then);
    };
    await Promise.all([age(lost, 599), age(noted, 599), age(young, 599)]);
    expect(await settleUploads(desk.house)).toBe(0);
    expect(await bytesOf(await desk.house.files.open(noted))).toBe(noted);
    await Promise.all([age(lost, 601), age(noted, 601)]);
    expect(await settleUploads(desk.house)).toBe(1);
    expect(await readdir(join(desk.folder, 'staging'))).toEqual([young]);
    expect(await readdir(join(desk.folder, 'MM'))).toEqual([noted]);
    expect(await bytesOf(await desk.house.files.open(noted))).toBe(noted);
    await desk.house.files.remove(young);
    await desk.base.db.query('delete from fw.file where key_name = $1', [noted]);
    await desk.house.files.remove(noted);
  });
  test('who slept so long that his upload was taken for lost notes no row, and the one who sweeps waits for who notes', async () => {
    const table = desk.house.catalogueOf(null).table('order')!;
    const counted = () => desk.base.db.query('select count(*) from fw.file');
    const before = await counted();
    const store = (isWelcome: () => Promise<boolean>) =>
      storeFile(desk.house, own, table, table.fields.get('docs')!, { name: 'a', bytes: Readable.from([Buffer.from('x')]), isWelcome });
    const asleep = store(async () => {
      for (const key of await readdir(join(desk.folder, 'staging'))) await utimes(join(desk.folder, 'staging', key), 0, 0);
      expect(await settleUploads(desk.house)).toBe(1);
      return true;
    });
    await expect(asleep).rejects.toMatchObject({ code: 321 });
    expect(await counted()).toEqual(before);
    const key = 'P'.repeat(32);
    await desk.house.files.stage(key, Readable.from(['x']), 10);
    await utimes(join(desk.folder, 'staging', key), 0, 0);
    let sweeping: Promise<number> | undefined;
    await desk.base.db.tx(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock_shared(hashtextextended('uploads', 0))`);
      sweeping = settleUploads(desk.house);
      await vi.waitFor(
        async () => expect(await desk.base.db.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).toHaveLength(1),
        { timeout: 60_000, interval: 20 },
      );
      await tx.query(
        `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
         values (1, $1, 'a', '', 1, '', 'order', 'docs', 2, $2)`,
        [key, NOW],
      );
    });
    expect(await sweeping).toBe(0);
    expect(await bytesOf(await desk.house.files.open(key))).toBe('x');
    await desk.base.db.query('delete from fw.file where key_name = $1', [key]);
    await desk.house.files.remove(key);
  });
  test('R2 who sweeps and loses his lock half-way removes nothing more; what has its row is claimed without a lock', async () => {
    const keys = ['S', 'T', 'U'].map((letter) => letter.repeat(32));
    const put = (key: string) =>
      desk.base.db.query(
        `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, create_entity, create_time)
         values (1, $1, 'a', '', 32, '', 'order', 'docs', 2, $2)`,
        [key, NOW],
      );
    for (const key of keys) await desk.house.files.stage(key, Readable.from([key]), 100);
    for (const key of keys) await utimes(join(desk.folder, 'staging', key), 0, 0);
    await put(keys[2]!);
    const held = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`;
    const claimed: number[] = [];
    const removed: string[] = [];
    const files = {
      ...desk.house.files,
      claim: async (key: string) => {
        claimed.push((await desk.house.db.query(held.replace('pg_terminate_backend(pid)', 'pid'))).length);
        await desk.house.files.claim(key);
      },
      remove: async (key: string) => {
        removed.push(key);
        expect(await desk.house.db.query(held)).toHaveLength(1);
        // the lock is free: whoever waited for it notes his upload
        for (const one of keys.slice(0, 2)) if (one !== key) await put(one);
        await desk.house.files.remove(key);
      },
    };
    await expect(settleUploads({ ...desk.house, files })).rejects.toMatchObject({ code: 103 });
    expect([claimed, removed.length]).toEqual([[0], 1]);
    const kept = keys.filter((key) => key !== removed[0]);
    for (const key of kept) expect(await bytesOf(await desk.house.files.open(key))).toBe(key);
    expect(await settleUploads(desk.house)).toBe(0);
    expect(await readdir(join(desk.folder, 'staging'))).toEqual([]);
    for (const key of kept) {
      await desk.base.db.query('delete from fw.file where key_name = $1', [key]);
      await desk.house.files.remove(key);
    }
  });
  test("bytes whose row is gone are swept; waiting files go after 24 hours, a record's never", async () => {
    const lost = 'L'.repeat(32);
    await desk.house.files.put(lost, Readable.from(['x']), 10);
    await desk.house.files.put('Y'.repeat(32), Readable.from(['young']), 10);
    const [waiting, kept, young] = [await uploaded('w'), await uploaded('k'), await uploaded('y')];
    await order(kept.key_name);
    const old = new Date(NOW.getTime() - 86_400_001);
    await desk.base.db.query('update fw.file set create_time = $1 where id = any($2::bigint[])', [old, [waiting.id, kept.id]]);
    for (const key of [lost, waiting.key_name, kept.key_name]) await utimes(join(desk.folder, key.slice(0, 2), key), old, old);
    const future = new Date(NOW.getTime() + 1);
    for (const key of ['Y'.repeat(32), young.key_name]) await utimes(join(desk.folder, key.slice(0, 2), key), future, future);
    expect(await sweepFiles(desk.house)).toBe(2);
    const left = await onDisk();
    expect([lost, waiting.key_name].some((key) => left.includes(key))).toBe(false);
    expect([kept.key_name, young.key_name, 'Y'.repeat(32)].every((key) => left.includes(key))).toBe(true);
  });
  test('R2 a database that fails after the bytes are written gives no answer of success', async () => {
    const failing = { ...desk.house, db: { ...desk.house.db, query: async () => Promise.reject(new Refusal(331)) } };
    const { storeFile } = await import('./files.ts');
    const table = desk.house.catalogueOf(null).table('order')!;
    const stored = storeFile(failing as never, own, table, table.fields.get('docs')!, {
      name: 'a',
      bytes: Readable.from([Buffer.from('x')]),
    });
    await expect(stored).rejects.toMatchObject({ code: 331 });
  });
});
