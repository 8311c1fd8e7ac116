import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Handlers, MadeFile } from '#server/meta/handler.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { addCall } from '#server/ops/app/add.ts';
import { callCall } from '#server/ops/app/call.ts';
import { downloadCall } from '#server/ops/app/download.ts';
import { previewCall } from '#server/ops/app/preview.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import type { Op } from '#server/ops/op.ts';
import { ticketCall } from '#server/ops/sys/ticket.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { settleUploads, sweepFiles } from '#server/records/files/files.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { grantAll, type Lab, NOW, openLab } from '#server/records/testing.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const call = (code: string, rest: Partial<ActionDef> = {}): ActionDef => ({ uid: `note.${code}`, op: 'Call', ...named, code, ...rest });
const note = testTable('note', {
  fields: [field('n', { data_type: 'int' }), field('docs', { data_type: 'file' })],
  states: [
    {
      ...{ uid: 'note.bar', value: '*', ...named },
      actions: [
        { uid: 'note.list', op: 'List', ...named },
        { uid: 'note.add', op: 'Add', ...named },
        call('sheet', { param: 'multiple' }),
        call('each', { param: 'multiple' }),
        call('asks', { param: 'none' }),
        call('hang', { param: 'none' }),
        call('late', { param: 'none' }),
        call('slow', { param: 'multiple' }),
        call('bad', { param: 'none' }),
      ],
    },
    { uid: 'note.1', value: '1', ...named, actions: [call('one', { preview: 1 })] },
  ],
});
const suite = testSuite([note], {
  code: 'notes',
  uid: 'notes',
  roles: [
    { uid: 'r1', code: 'maker', ...named, grants: [{ group: 'note', scope: 2, items: ['List', 'Add', 'Call'] }] },
    { uid: 'r2', code: 'looker', ...named, grants: [{ group: 'note', scope: 2, items: ['List'] }] },
  ],
});
const text = (name: string, content: string): MadeFile => ({ name, type: 'text/plain', content });
let bad: MadeFile;
let after: () => Promise<unknown> = async () => undefined;
const handlers: Handlers = {
  one: { each: async (_, row) => ({ file: text(`${row.n}.txt`, `of ${row.n}`), remark: { zh_CN: '好', en_US: 'ok' } }) },
  each: {
    each: async (desk, row) => {
      await desk.add('note', { n: 900 });
      return { file: text('x.txt', `${row.n}`) };
    },
  },
  sheet: { all: async (_, rows) => ({ file: { name: 'all.csv', type: 'text/csv', content: rows.map(({ n }) => n).join() } }) },
  asks: {
    all: async (desk) => {
      desk.ask({ zh_CN: '做吗', en_US: 'Go on' });
      return { file: text('asked.txt', 'yes') };
    },
  },
  hang: { all: () => new Promise(() => undefined) },
  late: {
    all: async (desk) => {
      await after();
      await desk.add('note', { n: 777 });
      return undefined;
    },
  },
  slow: {
    each: async (desk, row) => {
      await desk.add('note', { n: 555 });
      if (row.n === 52) await after();
      return undefined;
    },
  },
  bad: {
    all: async (desk) => {
      await desk.add('note', { n: 666 });
      return { file: bad };
    },
  },
};

let lab: Lab;
let folder: string;
let house: House;
let now = NOW;
let dispatch: ReturnType<typeof createDispatch>;
let maker: Session;
let mate: Session;
let looker: Session;
const ops = indexOps([addCall, callCall, downloadCall, previewCall, ticketCall] as unknown as readonly Op[]);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-made-'));
  const files = diskFiles(folder);
  lab = await openLab({ key: 'made', suites: [suite], rooms: [recordsMigrations, flowMigrations], files });
  await lab.base.db.query(`insert into app."role" (company_id, id, code, key_name, root) values (1, 61, 'maker', '做', 0), (1, 62, 'looker', '看', 0);
    update app."user" set role_entities = role_entities || 61::bigint where company_id = 1 and id in (2, 3);
    update app."user" set role_entities = role_entities || 62::bigint where company_id = 1 and id = 4`);
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  house = { ...lab.house, files, clock: { now: () => now }, handlers: new Map([['notes', handlers]]) };
  dispatch = createDispatch(house, ops);
  [maker, mate, looker] = (await Promise.all([lab.as('own'), lab.as('dept'), lab.as('all')])) as [Session, Session, Session];
});
afterAll(async () => {
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Told {
  code: number;
  remark: string;
  data: { file?: FileValue; answer?: string };
  stream?: Readable;
  mime?: string;
  disposition?: string;
}
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
async function ask(session: Session | null, url: string, form: Record<string, unknown>): Promise<Told> {
  try {
    const answer = (await dispatch(ops.get(url)!, { form, caller, session })) as Partial<Told>;
    return { code: 200, remark: '', data: {}, ...answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data as Told['data'] };
  }
}
const run = (who: Session | null, code: string, ids: readonly number[] = [], more: object = {}) =>
  ask(who, '/app?op=Call', { cloud: 'note', action: `note.${code}`, ...(ids.length ? { id: ids.join() } : {}), ...more });
const added = (n: number) =>
  lab.put('note', { company_id: 1, subcompany_id: 11, key_name: `${n}`, review_state: 1, n, create_entity: 2, modify_entity: 2 });
const counted = async (n: number) => (await lab.base.db.query('select 1 from app.note where n = $1', [n])).length;
const kept = () => lab.base.db.query<{ key_name: string; rowid: number | null }>('select key_name, rowid from fw.file order by id');
const onDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).map(({ name }) => name);
const read = async (who: Session | null, op: string, file: FileValue, tk?: string) =>
  ask(who, op === 'Ticket' ? '/sys?op=Ticket' : `/app?op=${op}`, { key_name: file.key_name, ...(tk ? { tk } : {}) });
const bytes = async ({ stream }: Told) => Buffer.concat(await stream!.toArray()).toString();

describe('WIRE-07 FRAME-12 a file that a handler gives', () => {
  test('not signed in 401, without the right 312: nothing is kept', async () => {
    const id = await added(1);
    expect((await run(null, 'one', [id])).code).toBe(401);
    expect((await run(looker, 'one', [id])).code).toBe(312);
    expect(await kept()).toEqual([]);
    expect(await onDisk()).toEqual([]);
  });
  test('C3 C13 it is his who ran it: by a key that nobody guesses, for one kind of use, as long as he may run it', async () => {
    const answer = await run(maker, 'one', [await added(2)]);
    expect(answer).toMatchObject({ code: 200, remark: '好', data: { file: { file_name: '2.txt', length: 4 } } });
    const file = answer.data.file!;
    expect(file.key_name).toMatch(/^[A-Za-z0-9_-]{32}$/);
    const seen = await read(maker, 'Preview', file);
    expect(seen).toMatchObject({ mime: 'text/plain; charset=utf-8', disposition: 'inline' });
    expect(await bytes(seen)).toBe('of 2');
    expect(await read(maker, 'Download', file)).toMatchObject({ mime: 'application/octet-stream', disposition: 'attachment' });
    const other = { ...file, key_name: `${file.key_name.slice(0, -1)}${file.key_name.endsWith('A') ? 'B' : 'A'}` };
    for (const op of ['Preview', 'Download', 'Ticket']) {
      expect((await read(null, op, file)).code).toBe(401);
      for (const who of [mate, looker, await lab.as('root'), await lab.as('admin2', { company: 'other' })])
        expect((await read(who, op, file)).code, op).toBe(340);
      expect((await read(maker, op, other)).code).toBe(340);
    }
    const tickets = [file.url, file.preview_url].map((url) => new URL(url, 'http://h').searchParams.get('tk')!);
    expect(new Set(tickets).size).toBe(2);
    // without a live session of its own a ticket opens nothing, nor does one made for something else
    for (const op of ['Preview', 'Download']) for (const tk of tickets) expect((await read(null, op, file, tk)).code).toBe(401);
    await lab.base.db.query(
      `update app."user" set role_entities = array_remove(role_entities, 61::bigint) where company_id = 1 and id = 2`,
    );
    expect((await read((await lab.as('own'))!, 'Preview', file)).code).toBe(340);
    await lab.base.db.query(`update app."user" set role_entities = role_entities || 61::bigint where company_id = 1 and id = 2`);
  });
  test('C2 it is no upload: no record takes it', async () => {
    const file = (await run(maker, 'one', [await added(3)])).data.file!;
    expect((await ask(maker, '/app?op=Add', { cloud: 'note', key_name: 'a', docs: file.key_name })).code).toBe(315);
  });
  test('one of all records; each of several gives none, and nothing of it stays', async () => {
    const ids = [await added(11), await added(12)];
    const answer = await run(maker, 'sheet', ids);
    expect(answer.data.file).toMatchObject({ file_name: 'all.csv' });
    const seen = await read(maker, 'Preview', answer.data.file!);
    expect(seen).toMatchObject({ mime: 'application/octet-stream', disposition: 'attachment' });
    expect(await bytes(seen)).toBe('11,12');
    const before = await kept();
    expect(await run(maker, 'each', ids)).toMatchObject({
      code: 300,
      rows: [
        { code: 317, remark: '$madeSeveral' },
        { code: 317, remark: '$madeSeveral' },
      ],
    });
    expect(await counted(900)).toBe(0);
    expect(await kept()).toEqual(before);
    expect((await run(maker, 'each', [ids[0]!])).data.file).toBeDefined();
  });
  test('R5 a repeated request is told of the same file, with addresses that hold', async () => {
    const [id, _rid] = [await added(4), crypto.randomUUID()];
    const first = await run(maker, 'one', [id], { _rid });
    now = new Date(NOW.getTime() + 600_000);
    const again = await run(maker, 'one', [id], { _rid });
    now = NOW;
    expect(again.data.file!.key_name).toBe(first.data.file!.key_name);
    expect(again.data.file!.url).not.toBe(first.data.file!.url);
    expect((await kept()).filter(({ key_name }) => key_name === first.data.file!.key_name)).toHaveLength(1);
  });
  test('what is asked first gives its file with the yes, and only then', async () => {
    const before = [await kept(), (await onDisk()).length];
    const asked = await run(maker, 'asks');
    expect(asked.code).toBe(100);
    expect([await kept(), (await onDisk()).length]).toEqual(before);
    expect((await run(maker, 'asks', [], { answer: asked.data.answer })).data.file?.file_name).toBe('asked.txt');
  });
  test('a person has the newest twenty, each for an hour; then its bytes go as uploads do', async () => {
    const id = await added(5);
    const files: FileValue[] = [];
    for (let at = 0; at < 21; at += 1) files.push((await run(mate, 'one', [id])).data.file!);
    expect((await read(mate, 'Download', files[0]!)).code).toBe(340);
    expect(await onDisk()).not.toContain(files[0]!.key_name);
    expect((await read(mate, 'Download', files[1]!)).code).toBe(200);
    now = new Date(NOW.getTime() + 3_600_001);
    expect((await read(mate, 'Download', files[20]!)).code).toBe(340);
    now = new Date(NOW.getTime() + 86_400_001);
    await sweepFiles(house);
    now = NOW;
    expect((await kept()).map(({ key_name }) => key_name)).not.toContain(files[20]!.key_name);
    expect(await onDisk()).not.toContain(files[20]!.key_name);
    expect(await settleUploads(house)).toBe(0);
  });
});

describe('C1 C4 R10 handlers that give what they may not', () => {
  test.each<[string, MadeFile, number, string]>([
    ['a path', text('../../x.txt', 'a'), 317, '$madeName'],
    ['a line in a header', text('a\r\nX: y.txt', 'a'), 317, '$madeName'],
    ['a page', { name: 'a.html', type: 'text/html' as never, content: '<script>' }, 317, '$madeType'],
    ['a drawing', { name: 'a.svg', type: 'image/svg+xml' as never, content: '<svg>' }, 317, '$madeType'],
    ['a page under another type', { name: 'a.html', type: 'text/plain', content: '<script>' }, 317, '$madeType'],
    ['no picture', { name: 'a.png', type: 'image/png', content: '<svg>' }, 317, '$madeOther'],
    ['too much', text('a.txt', 'x'.repeat(20 * 1024 * 1024 + 1)), 316, '$madeLarge'],
    ['nothing', text('a.txt', ''), 317, '$fileNothing'],
  ])('%s: refused, and what it did is taken back', async (_, file, code, remark) => {
    bad = file;
    const before = [await kept(), (await onDisk()).length];
    expect(await run(maker, 'bad')).toMatchObject({ code, remark });
    expect(await counted(666)).toBe(0);
    expect([await kept(), (await onDisk()).length]).toEqual(before);
  });
  test('R5 one that is late with one of several is taken back with all of them: no part stands of what goes on by itself', async () => {
    after = () => new Promise(() => undefined);
    const ids = [await added(51), await added(52), await added(53)];
    expect(await run(maker, 'slow', ids)).toMatchObject({ code: 103, remark: '$busy' });
    expect(await counted(555)).toBe(0);
    after = async () => undefined;
    expect((await run(maker, 'slow', ids)).code).toBe(200);
    expect(await counted(555)).toBe(3);
  });
  test('one that never ends is taken back; one that comes late writes nothing any more', async () => {
    expect(await run(maker, 'hang')).toMatchObject({ code: 103, remark: '$busy' });
    let go = (): void => undefined;
    after = () =>
      new Promise<void>((resolve) => {
        go = resolve;
      });
    expect(await run(maker, 'late')).toMatchObject({ code: 103, remark: '$busy' });
    go();
    await vi.waitFor(async () => expect(await counted(777)).toBe(0));
    expect((await run(maker, 'one', [await added(6)])).code).toBe(200);
  });
});
