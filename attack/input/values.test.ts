import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectUnchanged } from '../asserts.ts';
import { openTarget, type Target, type Told } from '../target.ts';
import { has } from '../tools.ts';
import { corpus, type Known, knownRecords, newMessage, OF_SEVERAL, sayingOf, submitted } from './corpus.ts';

let target: Target;
let known: Known;
beforeAll(async () => {
  target = await openTarget();
  known = await knownRecords(target);
});
afterAll(() => target?.close());

const page = (cloud: string, filters: unknown, as = 'admin', more: Record<string, string> = {}) =>
  target.say('/app?op=Page', { as, form: { cloud, filters: JSON.stringify(filters), exact: '1', ...more } });
const plain = ({ code, rows, total }: Told) => ({ code, rows, total });

const WFUZZ = '/usr/share/wfuzz/wordlist/Injections';
const LITERAL = [
  '%%',
  '__',
  '%a%',
  "' or '1'='1",
  "'; drop table app.initiation; --",
  "') or 1=1 --",
  '" or ""="',
  "1' and pg_sleep(5)::text = '1",
  '1;select pg_sleep(5)',
  "x' union select token_hash::text from fw.session--",
  '$1::text',
  '$$x$$',
  '{user.id}',
  '{today}',
  "\\'; select 1 --",
  '1 or 1=1',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$'.concat('{7*7}'),
  '😀',
  '1&1=1',
  'a|b=1',
  "E'\\x27'",
];
/** Of the lists every 25th line: all of them are sent by the metamorphic literals (attack/literals). */
const listed = (): string[] => {
  const lines = has('wfuzz') ? readdirSync(WFUZZ).flatMap((file) => readFileSync(`${WFUZZ}/${file}`, 'utf8').split('\n')) : [];
  return lines.filter((line, at) => /[^\w\s]/.test(line) && at % 25 === 0);
};

test('A4 a payload as keyword or filter value answers as a literal that matches nothing, or 317', async () => {
  const nothing = 'zqxjkv-nothing-like-this';
  const places: ((value: string) => unknown)[] = [
    (value) => ({ key_word: value }),
    ...[
      'key_name',
      'code',
      'est_price',
      'plan_begin',
      'create_time',
      'project_type',
      'manager_entity',
      'members',
      'manager_entity.mobile',
    ].map((name) => (value: string) => ({ fields: { [name]: value } })),
    (value) => ({ fields: { key_name: { op: '=', value } } }),
    (value) => ({ fields: { key_name: { op: 'in', value: [value] } } }),
    (value) => ({ where: `key_name='${value.replaceAll("'", "''")}'` }),
  ];
  const all = JSON.stringify((await page('initiation', {}, 'admin', { rows: '1000' })).rows).toLowerCase();
  const payloads = [...new Set([...LITERAL, ...listed()])].filter((one) => !all.includes(one.trim().normalize('NFKC').toLowerCase()));
  await expectUnchanged(target.base.db, async () => {
    for (const place of places) {
      const none = [plain(await page('initiation', place(nothing))), plain(await page('initiation', place('0')))];
      for (const payload of payloads) {
        const told = plain(await page('initiation', place(payload)));
        if (told.code === 316) expect(payload.length, payload).toBeGreaterThan(200);
        else if (told.code !== 317) expect(none, payload).toContainEqual(told);
      }
    }
  });
});

test('A5 % and _ are letters, as keyword and as filter', async () => {
  await newMessage(target, '完成100%_的\\计划');
  const found = async (key_word: string) => (await page('message', { key_word })).rows!.length;
  for (const word of ['0%', '%_', '_的', '的\\', '\\计', '100%_的\\']) expect([word, await found(word)]).toEqual([word, 1]);
  for (const word of ['%', '_', '\\', '%%', '__', '\\\\', '1%0', '%计', '_0', '%'.repeat(200)])
    expect([word.slice(0, 9), await found(word)]).toEqual([word.slice(0, 9), 0]);
  for (const word of ['%', '_', '%%', '\\', '1__', '%'.repeat(200)]) {
    const { rows } = await page('message', { fields: { key_name: word } });
    expect([word.slice(0, 9), rows!.length]).toEqual([word.slice(0, 9), ['%', '_', '\\'].includes(word) ? 1 : 0]);
  }
  const long = '%\u597d'.repeat(200).slice(0, 200);
  await newMessage(target, `${long.slice(0, 99)}`);
  expect([await found(long.slice(0, 99)), await found(long)]).toEqual([1, 0]);
  // the index is asked for a hundred letters, not for two hundred
  target.statements.length = 0;
  expect(await found('%\u597d'.repeat(100))).toBe(0);
  expect(target.statements.filter((text) => text.includes('fw.bigrams(left(')).length).toBeGreaterThan(0);
  for (const many of [201, 10_000]) expect((await page('message', { key_word: '%'.repeat(many) })).code).toBe(316);
});

test('A10 conditions: a value that looks like one is a value, and nothing is evaluated', async () => {
  for (const name of ['1&1=1', '}', 'a=b&c|d', "it's {user.id}"]) await newMessage(target, name);
  const where = async (text: string) => page('message', { where: text });
  for (const text of [
    "constructor.constructor('return process')()",
    '1=1',
    'key_name=1|1=1',
    '}',
    'key_name=}',
    '{user.id}=1',
    'key_name={constructor}',
    'key_name={user.constructor}',
    '__proto__=1',
    '(key_name=1',
  ])
    expect([(await where(text)).code, text]).toEqual([317, text]);
  expect((await where('key_name=1&1=1')).code).toBe(317);
  expect(await where('key_name=1;drop table app.message')).toMatchObject({ code: 200, rows: [] });
  expect((await where("key_name='1&1=1'")).rows).toHaveLength(1);
  expect((await where("key_name='}'")).rows).toHaveLength(1);
  expect((await where("key_name='it''s {user.id}'")).rows).toHaveLength(1);
  expect((await where("key_name='a' or 1=1")).code).toBe(317);
  // an action's own condition on the record's value: 1&1=1 in a field opens nothing that the number does not
  const told = await target.say('/flow?op=Reviewer', {
    form: { cloud: 'initiation', event: '11', data: JSON.stringify({ est_price: '1&1=1' }) },
  });
  expect(told.code).toBe(317);
});

/** Everything that a polluted prototype would show in. */
const untouched = async () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  expect((await target.say('/app?op=Page', { as: 'viewer', form: { cloud: 'project' } })).code).toBe(200);
  expect(await newMessage(target)).toBeGreaterThan(0);
};

test('A16 prototype keys in forms, JSON, sub-tables, Queue and the values of a decision', async () => {
  const evil = [
    '__proto__',
    '__proto__[admin]',
    'constructor',
    'constructor[prototype][admin]',
    'constructor.prototype.admin',
    'prototype',
  ];
  await expectUnchanged(target.base.db, async () => {
    for (const sample of corpus(known).filter((one) => !one.get))
      for (const name of evil) {
        const said = sayingOf(sample, { ...sample.form, [name]: '1' });
        const told = await target.say(sample.url, said);
        // in a multipart body the parser drops a name of the prototype
        expect.soft(sample.upload ? [317, 200] : [317], `${sample.url} ${name}`).toContain(told.code);
        if (!sample.upload) {
          const json = `{${Object.entries({ ...sample.form, [name]: '1' }).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)}}`;
          const headers = { 'content-type': 'application/json' };
          expect((await target.say(sample.url, { as: sample.as, body: json, headers })).code).toBe(317);
        }
      }
    const texts = { cloud: 'message', key_name: 'x', begin_date: '2026-01-01', end_date: '2026-01-02', remark: 'x' };
    for (const deep of [
      '{"__proto__":{"admin":1}}',
      '{"a":{"__proto__":[]}}',
      '{"\\u005f_proto__":[]}',
      '{"constructor":{"prototype":{"admin":1}}}',
      '{"constructor":[]}',
    ]) {
      for (const name of ['filters', 'data', '_subtables', 'actions']) {
        for (const url of ['/app?op=Page', '/app?op=Add', '/flow?op=Reviewer', '/sys?op=Queue']) {
          const told = await target.say(url, {
            as: 'admin',
            form: { ...(url === '/app?op=Add' ? texts : { cloud: 'initiation', event: '11' }), [name]: deep },
          });
          expect(url === '/flow?op=Reviewer' ? [317, 200] : [317, 314], `${url} ${name} ${deep}`).toContain(told.code);
        }
      }
      const rows = JSON.stringify([{ path: '/app', op: 'Page', cloud: 'initiation', filters: JSON.parse(deep) }]);
      const [row] = (await target.say('/sys?op=Queue', { form: { actions: rows } })).rows ?? [{ code: 317 }];
      expect([200, 317]).toContain(row!.code);
    }
  }, ['fw.file']);
  await untouched();
});

test('A17 repeated and array names in every op, in a form and in JSON', async () => {
  await expectUnchanged(target.base.db, async () => {
    for (const sample of corpus(known).filter((one) => !one.upload && !one.get && Object.keys(one.form).length > 0)) {
      const form = new URLSearchParams(sample.form).toString();
      const [name] = Object.keys(sample.form) as [string];
      const json = JSON.stringify(sample.form);
      const repeated = json.replace(/\}$/, `,${JSON.stringify(name)}:"other"}`);
      const say = async (body: string, type: string) =>
        (await target.say(sample.url, { as: sample.as, body, headers: { 'content-type': type } })).code;
      expect([await say(`${form}&${name}=other`, 'application/x-www-form-urlencoded'), sample.url]).toEqual([317, sample.url]);
      expect([
        await say(`${form}&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=other`, 'application/x-www-form-urlencoded'),
        sample.url,
      ]).toEqual([317, sample.url]);
      expect([await say(repeated, 'application/json'), sample.url]).toEqual([317, sample.url]);
      expect([
        await say(
          repeated.replace(`,"${name}"`, `,"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}"`),
          'application/json',
        ),
        sample.url,
      ]).toEqual([317, sample.url]);
      for (const odd of [`${name}[]`, `${name}[$ne]`, `${name}[0]`, `${name}.x`])
        expect.soft([await say(`${form}&${odd}=1`, 'application/x-www-form-urlencoded'), odd, sample.url]).toEqual([317, odd, sample.url]);
    }
    expect((await target.say('/app?op=Page', { form: { cloud: 'project', filters: '{"key_word":"a","key_word":"b"}' } })).code).toBe(317);
    expect((await target.say('/app?op=Download&key_name=a&key_name=b', { method: 'GET' })).code).toBe(317);
  });
});

/** Calls whose `id` is a text. */
const OF_TEXT = ['/app?op=Tree', '/cloud/app/sys/user/api/UserApi?op=EndSessions'];

test('A17 numbers that are none, or too large', async () => {
  const odd = [
    '-1',
    '0',
    'NaN',
    'Infinity',
    '1e9',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '01',
    '+1',
    '1.0',
    '1,2',
    '9007199254740993',
    '99999999999999999999',
    '',
    '１',
    'null',
    '[1]',
    '{"a":1}',
  ];
  await expectUnchanged(target.base.db, async () => {
    for (const sample of corpus(known))
      for (const name of ['page', 'rows', 'id', 'event', 'version', 'belong_id'].filter(
        (one) =>
          one in sample.form && (one !== 'id' || !OF_TEXT.includes(sample.url)) && (one !== 'version' || !sample.url.includes('RoleApi')),
      ))
        for (const value of odd.filter((one) => one !== '1,2' || !OF_SEVERAL.includes(sample.url))) {
          const told = await target.say(
            sample.url,
            sample.get ? { as: sample.as, form: { ...sample.form, [name]: value } } : sayingOf(sample, { ...sample.form, [name]: value }),
          );
          // a Call of no record may be one: its action is asked for then
          expect
            .soft(value === '' ? [317, 314, ...(sample.url === '/app?op=Call' ? [403] : [])] : [317], `${sample.url} ${name}=${value}`)
            .toContain(told.code);
        }
    for (const value of [-1, 0, 1.5, 1e16, true, [1], { a: 1 }, '1e3', null])
      expect([(await target.say('/app?op=Page', { json: { cloud: 'project', rows: value } })).code, value]).toEqual([317, value]);
  });
  const many = await page('project', {}, 'admin', { rows: '1000000000' });
  expect([many.code, many.rows!.length <= 1000]).toEqual([200, true]);
  expect(plain(await page('project', {}, 'admin', { page: '1000000000000', rows: '1000' }))).toMatchObject({ code: 200, rows: [] });
});

test('A18 NUL, half surrogates, invalid UTF-8, 10 MB, emoji in every text of a record', async () => {
  const texts = { cloud: 'message', key_name: 'k', begin_date: '2026-01-01', end_date: '2026-01-02', remark: 'r', remark_en: 'e' };
  const add = (more: Record<string, unknown>) => target.say('/app?op=Add', { as: 'admin', json: { ...texts, ...more } });
  const raw = (body: Buffer, type: string) => target.say('/app?op=Add', { as: 'admin', body, headers: { 'content-type': type } });
  await expectUnchanged(target.base.db, async () => {
    for (const name of Object.keys(texts)) {
      for (const evil of ['a\u0000b', '\u0000', 'a\ud800', '\udfffb', '\udc00\ud800'])
        expect([(await add({ [name]: evil })).code, name]).toEqual([name === 'cloud' ? 312 : 317, name]);
      const form = new URLSearchParams({ ...texts, [name]: '' }).toString().replace(`${name}=`, `${name}=%ff%c0%80`);
      expect((await raw(Buffer.from(form), 'application/x-www-form-urlencoded')).code).toBe(317);
      const json = Buffer.from(JSON.stringify({ ...texts, [name]: 'Ã(' }), 'latin1');
      expect((await raw(json, 'application/json')).code).toBe(317);
      const large = await add({ [name]: 'x'.repeat(10 * 2 ** 20) });
      expect([large.status, large.code]).toEqual([413, 316]);
      const long = await add({ [name]: 'x'.repeat(2 ** 20) });
      expect([long.code, name]).toEqual([name.endsWith('_date') ? 317 : 316, name]);
    }
  });
  const told = await add({ key_name: '👩‍🚀 e\u0301 \u202e', remark: '😀\n\t中' });
  const got = await target.say('/app?op=Get', { as: 'admin', form: { cloud: 'message', id: String(told.data?.id) } });
  expect(got.data).toMatchObject({ key_name: '👩‍🚀 e\u0301', remark: '😀\n\t中' });
});

test('A18 the same in every parameter of every op: a refusal, never a fault', async () => {
  await expectUnchanged(target.base.db, async () => {
    for (const sample of corpus(known))
      for (const name of Object.keys(sample.form))
        for (const evil of ['\u0000', 'a\u0000', '\ud800', '😀', '\ufffe\uffff', '\u202e', 'x'.repeat(100_000)]) {
          const form = { ...sample.form, [name]: evil };
          await target.say(sample.url, sayingOf(sample, form));
          if (!sample.upload) await target.say(sample.url, { as: sample.as, json: form });
        }
  }, ['app.message', 'hist.message', 'fw.file', 'fw.flow_def']);
});

test('A19 template marks are letters, and a remark that begins with $ is no template', async () => {
  const marks = [
    '{{7*7}}',
    '$'.concat('{7*7}'),
    '<%=7*7%>',
    '#{7*7}',
    '{user.id}',
    '{today}',
    '$stale',
    '$too_many',
    '$locked',
    '<{field}>',
  ];
  for (const mark of marks) {
    const form = { cloud: 'message', key_name: mark, begin_date: '2026-01-01', end_date: '2026-12-31', remark: mark };
    const { data } = await target.say('/app?op=Add', { as: 'admin', form });
    const got = await target.say('/app?op=Get', { as: 'admin', form: { cloud: 'message', id: String(data!.id) } });
    expect(got.data).toMatchObject({ key_name: mark, remark: mark });
    expect((JSON.parse(got.body) as { remark: string }).remark).toBe('');
  }
});

test('A19 an opinion that begins with $ stands in the log as written, and never as the remark of an answer', async () => {
  const id = await submitted(target, known);
  const form = { cloud: 'initiation', id: String(id), _event: '21', remark: '$too_many <{retryAfter}>' };
  const sent = await target.say('/app?op=Modify', { as: 'depthead', form });
  expect([sent.code, (JSON.parse(sent.body) as { remark: string }).remark]).toEqual([200, '']);
  const log = await target.say('/flow?op=Process', { as: 'admin', form: { cloud: 'initiation', id: String(id) } });
  expect(JSON.stringify(log.rows)).toContain('$too_many <{retryAfter}>');
});
