import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { openTarget, type Target } from '../target.ts';

/** Statements on the slow table that are under way, and the most that ever were; `on` is the database that they go to. */
const slow: { now: number; most: number; on?: Db } = { now: 0, most: 0 };
function counted(db: Db): Db {
  const query: Db['query'] = async (text, values) => {
    if (!text.includes('app."message"')) return db.query(text, values);
    slow.now += 1;
    slow.most = Math.max(slow.most, slow.now);
    try {
      return await (slow.on ?? db).query(text, values);
    } finally {
      slow.now -= 1;
    }
  };
  return { ...db, query };
}

let target: Target;
/** Nothing ends here because the machine is slow; `hasty` is for what is meant to be late. */
let quick: Db;
let hasty: Db;
let web: string;
/** For what hangs. */
const PATIENT = { timeout: 120_000, interval: 50 };
const HASTE = { head: 400, body: 400, upload: 120_000, silence: 3_000 };
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'formwork-web-'));
  // more than all buffers between hold
  await writeFile(join(web, 'large.bin'), Buffer.alloc(64 * 2 ** 20));
  target = await openTarget({
    web,
    patience: HASTE,
    db: (base) => {
      quick = createDb(base.servingUrl, { max: 10, statementWithinMs: 120_000, lockWithinMs: 120_000 });
      hasty = createDb(base.servingUrl, { max: 10, statementWithinMs: 4_000 });
      return counted(quick);
    },
  });
  await target.token('applicant');
});
afterAll(async () => {
  await target?.close();
  await quick?.close();
  await hasty?.close();
  await rm(web, { recursive: true, force: true });
});

/** Puts what is slow in the place of a table. */
const plant = (slowness: string) =>
  target.base.db.query(`alter table app.message rename to message_kept;
    create view app.message as select * from app.message_kept where (select ${slowness}) is not null`);
/** Each list of messages stands at a gate until it is opened. */
const GATE = 3_003;
async function gate(): Promise<() => Promise<void>> {
  const keeper = createDb(target.base.url, { max: 1 });
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let shut: () => void = () => undefined;
  const isShut = new Promise<void>((resolve) => {
    shut = resolve;
  });
  const kept = keeper.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [GATE]);
    shut();
    await opened;
  });
  await Promise.race([isShut, kept]);
  return async () => {
    open();
    await kept;
    await keeper.close();
  };
}
const clear = () => target.base.db.query('drop view app.message; alter table app.message_kept rename to message');
const heavy = (as: string) => target.say('/app?op=Page', { as, form: { cloud: 'message' } });
const light = (as: string) => target.say('/app?op=Page', { as, form: { cloud: 'project' } });

test('F3 50 heavy lists of one user at once: four at work, the others wait, other users are answered first', async () => {
  for (const as of ['admin', 'applicant', 'viewer', 'finance']) await light(as);
  await plant(`pg_advisory_xact_lock_shared(${GATE})`);
  try {
    slow.most = 0;
    let done = 0;
    const open = await gate();
    const all = Array.from({ length: 50 }, () => heavy('admin').finally(() => (done += 1)));
    await expect.poll(() => slow.now, PATIENT).toBe(4);
    for (const as of ['applicant', 'viewer', 'finance']) expect((await light(as)).code).toBe(200);
    expect(done).toBe(0);
    await open();
    expect((await Promise.all(all)).map(({ code }) => code)).toEqual(Array(50).fill(200));
    expect(slow.most).toBe(4);
    // four at work and sixty that wait stand behind the gate: what comes beside them is refused while it is shut, however quick the machine
    const openAgain = await gate();
    const codes: (number | undefined)[] = [];
    const many = Array.from({ length: 200 }, async () => codes.push((await heavy('admin')).code));
    await expect.poll(() => codes.filter((code) => code === 103).length, PATIENT).toBeGreaterThanOrEqual(136);
    await openAgain();
    await Promise.all(many);
    expect(codes.filter((code) => code === 200).length).toBe(64);
    expect(new Set(codes)).toEqual(new Set([200, 103]));
  } finally {
    await clear();
  }
  expect((await heavy('admin')).code).toBe(200);
});

test('F9 a statement over its time is 103, others are answered meanwhile, and the pool is whole again', async () => {
  await plant('pg_sleep(60)');
  slow.on = hasty;
  try {
    const all = Array.from({ length: 4 }, () => heavy('admin'));
    for (const as of ['applicant', 'viewer']) expect((await light(as)).code).toBe(200);
    expect((await Promise.all(all)).map(({ code, status }) => [status, code])).toEqual(Array(4).fill([200, 103]));
  } finally {
    await clear();
  }
  for (let round = 0; round < 12; round += 1) expect((await heavy('admin')).code).toBe(200);
  slow.on = undefined;
});

/** A connection that says `first`, then `drip` again and again, until the server closes it. */
async function dripping(first: string, drip: string | null): Promise<Socket> {
  const socket = connect({ port: target.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  socket.write(first);
  const timer = drip === null ? undefined : setInterval(() => socket.write(drip), 50);
  socket.once('close', () => clearInterval(timer));
  return socket;
}
const connections = () =>
  new Promise<number>((resolve, reject) => target.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

test('F4 slow heads, slow bodies and silence: every socket is closed, and others are answered meanwhile', async () => {
  const head = 'POST /app?op=Page HTTP/1.1\r\nhost: x\r\n';
  const body = `${head}content-type: application/x-www-form-urlencoded\r\ncontent-length: 100000\r\n`;
  const kinds: [string, string | null][] = [
    [head, 'x: y\r\n'],
    ['P', null],
    ['', null],
    [`${body}\r\n`, 'a'],
    [`${body}\r\n`, null],
    [`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'],
    // an upload may take long; one that has fallen silent may not, and a stranger's is not waited for at all
    [
      `${head.replace('Page', 'Upload')}token: ${await target.token('applicant')}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n--x\r\n`,
      null,
    ],
    [`${head.replace('Page', 'Upload')}content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n--x\r\n`, 'a'],
    [`${head}content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n--x\r\n`, 'a'],
  ];
  const sockets = await Promise.all(kinds.flatMap(([first, drip]) => Array.from({ length: 10 }, () => dripping(first, drip))));
  const closed = Promise.all(sockets.map((socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve))));
  expect((await light('viewer')).code).toBe(200);
  await closed;
  expect((await light('viewer')).code).toBe(200);
});

test('F4 a reader that does not read is cut, and holds up nobody but himself', async () => {
  const before = await connections();
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect({ port: target.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET /large.bin HTTP/1.1\r\nhost: x\r\n\r\n');
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect((await light('viewer')).code).toBe(200);
  await expect.poll(connections, PATIENT).toBeLessThanOrEqual(before);
  for (const socket of sockets) socket.destroy();
  expect((await light('admin')).code).toBe(200);
});

test('F5 10,000 OR conditions, 1,000 filters, 200 brackets, 10,000 names, lists of 3,000 values in all: 341', async () => {
  const page = async (filters: unknown) =>
    (await target.say('/app?op=Page', { form: { cloud: 'project', filters: JSON.stringify(filters) } })).code;
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, '1']));
  expect(await page({ where: Array(10_000).fill('id=1').join('|') })).toBe(341);
  expect(await page({ where: Array(10_000).fill('id=1').join('&') })).toBe(341);
  expect(await page({ fields: many(1_000) })).toBe(341);
  expect(await page({ fields: many(10_000) })).toBe(341);
  expect(await page({ where: `${'('.repeat(200)}id=1${')'.repeat(200)}` })).toBe(341);
  expect(await page({ sort: Array(9).fill(['id', 'asc']) })).toBe(341);
  expect(await page({ where: Array(300).fill('id=1').join('|') })).toBe(200);
  const id = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const listed = (fields: number, each: number) => {
    const names = ['department_entity', 'create_entity', 'modify_entity', 'manager_entity', 'project_type', 'industry'].slice(0, fields);
    return { fields: Object.fromEntries(names.map((name) => [name, { op: 'in', value: id(each) }])) };
  };
  expect(await page(listed(2, 1000))).toBe(200);
  expect(await page(listed(3, 1000))).toBe(341);
  expect(
    await page({
      fields: { ...listed(1, 1000).fields, create_entity: `,${id(400).join(',')},`, manager_entity: `,${id(400).join(',')},` },
    }),
  ).toBe(200);
  const lists = ['create_entity', 'modify_entity', 'manager_entity'].map((name) => [name, `,${id(400).join(',')},`]);
  expect(await page({ fields: { ...listed(1, 1000).fields, ...Object.fromEntries(lists) } })).toBe(341);
  const actions = JSON.stringify(Array(101).fill({ path: '/sys', op: 'Counts' }));
  expect((await target.say('/sys?op=Queue', { form: { actions } })).code).toBe(341);
});

test('F8 /health and /metrics a thousand times: looked at once, and no detail for nobody', async () => {
  const before = target.statements.length;
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => target.say(at % 2 ? '/health' : '/metrics', { method: 'GET', as: null })),
  );
  // once a second: on a machine on which this takes a minute too
  expect(target.statements.length - before).toBeLessThan(100);
  const said = (odd: number) => answers.flatMap(({ status, body }, at) => (at % 2 === odd ? `${status} ${odd ? body : ''}` : []));
  // degraded: calls were refused a moment ago (F9); unavailable: a machine so busy that its database kept it waiting
  const known = ['200 {"status":"ok"}', '200 {"status":"degraded"}', '503 {"status":"unavailable"}'];
  expect([...new Set(said(1))].filter((one) => !known.includes(one))).toEqual([]);
  expect(new Set(said(0))).toEqual(new Set(['200 ']));
  const metrics = (await target.say('/metrics', { method: 'GET', as: null })).body;
  expect(metrics).not.toMatch(/v\d+\.\d+\.\d+|version|postgres|demo|applicant|project|\/work|\/tmp|op=/i);
});

test('F8 a thousand made-up session tokens: refused without a look into the database', async () => {
  const mine = await target.token('applicant');
  const before = target.statements.length;
  const made = Array.from({ length: 1_000 }, (_, at) => [randomBytes(32).toString('base64url'), `${mine}.${at}`, 'x'.repeat(at)][at % 3]!);
  const answers = await Promise.all(made.map((token) => target.say('/sys?op=Counts', { as: null, headers: { token } })));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([401]));
  expect(target.statements.length - before).toBe(0);
});
