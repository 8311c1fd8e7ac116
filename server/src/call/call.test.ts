import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import type { Session } from '#server/meta/session.ts';
import { readDefinition } from '#server/records/read/effective.ts';
import { type Errands, openErrands, seen, type Told } from './testing-errands.ts';

let lab: Errands;
let runner: Session;
let chief: Session;
let looker: Session;
let presser: Session;
let none: Session;
let theirs: Session;
beforeAll(async () => {
  lab = await openErrands();
  const all = [lab.as('own'), lab.as('dept'), lab.as('all'), lab.as('mixed'), lab.as('none'), lab.as('all', { company: 'other' })] as const;
  [runner, chief, looker, presser, none, theirs] = await Promise.all(all);
});
afterAll(() => lab?.close());
beforeEach(() => {
  seen.length = 0;
});

const run = (who: Session | null, action: string, ids: readonly number[], more: Record<string, unknown> = {}): Promise<Told> =>
  lab.ask(who, 'Call', { cloud: 'errand', action: `errand.${action}`, ...(ids.length ? { id: `,${ids.join(',')},` } : {}), ...more });
const codes = ({ rows }: Told) => rows.map(({ id, code }) => [id, code]);
const undone = { done: 0, version: 1 };
const rid = () => crypto.randomUUID();

describe('WIRE-07 Call runs an action of a table upon records', () => {
  test('not signed in is 401; without the right 312; unknown tables and actions, and those of other ops, are none', async () => {
    const id = await lab.errand(5);
    expect((await run(null, 'finish', [id])).code).toBe(401);
    for (const who of [looker, none]) expect((await run(who, 'finish', [id])).code).toBe(312);
    expect((await lab.ask(runner, 'Call', { cloud: 'pg_class', action: 'errand.finish', id: `${id}` })).code).toBe(312);
    for (const action of ['nothing', 'modify', 'lost', '__proto__']) expect((await run(runner, action, [id])).code, action).toBe(403);
    expect((await lab.ask(runner, 'Call', { cloud: 'errand', action: '', id: `${id}` })).code).toBe(403);
    expect(await lab.doneOf(id)).toEqual(undone);
    expect(seen).toEqual([]);
  });
  test('as many records as it takes: none, one, several; more than a thousand and what is no id are refused', async () => {
    const [a, b] = [await lab.errand(5), await lab.errand(6)];
    expect(await run(runner, 'finish', [])).toMatchObject({ code: 314, data: { field: 'id' } });
    expect(await run(runner, 'finish', [a, b])).toMatchObject({ code: 317, data: { field: 'id' } });
    expect(await run(runner, 'note', [a])).toMatchObject({ code: 317, data: { field: 'id' } });
    expect((await run(runner, 'finishes', [], { id: '1,x' })).code).toBe(317);
    expect(
      (
        await run(
          runner,
          'finishes',
          Array.from({ length: 1001 }, (_, at) => at + 1),
        )
      ).code,
    ).toBe(341);
    expect((await run(runner, 'finish', [a], { answer: 'x'.repeat(65) })).code).toBe(316);
    expect(seen).toEqual([]);
  });
  test('it is done once by each record, with what the definition tells it, and its history says who', async () => {
    const [a, b] = [await lab.errand(5), await lab.errand(6)];
    const answer = await run(runner, 'finishes', [b, a, b]);
    expect(answer).toMatchObject({
      code: 200,
      rows: [
        { id: a, code: 200 },
        { id: b, code: 200 },
      ],
    });
    expect(await lab.doneOf(a)).toEqual({ done: 1, version: 2 });
    expect(seen).toMatchObject([{ id: a, params: { by: 'bar' } }, { id: b }]);
    const [row] = await lab.base.db.query('select modify_entity as by from app.errand where id = $1', [a]);
    expect(row).toEqual({ by: 2 });
  });
  test('a request id is done once, also by two presses at once; another body under it is 317', async () => {
    const [a, b] = [await lab.errand(5), await lab.errand(6)];
    const _rid = rid();
    const both = await Promise.all([run(runner, 'finish', [a], { _rid }), run(runner, 'finish', [a], { _rid })]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect(both[0]).toEqual(both[1]);
    expect(await run(runner, 'finish', [a], { _rid })).toEqual(both[0]);
    expect((await run(runner, 'finish', [b], { _rid })).code).toBe(317);
    expect(await lab.doneOf(a)).toEqual({ done: 1, version: 2 });
    expect(await lab.doneOf(b)).toEqual(undone);
  });
  test('of all at once: whole or not at all, with a word and where one may go on', async () => {
    const ids = [await lab.errand(1), await lab.errand(2), await lab.errand(3)];
    expect(await run(chief, 'together', ids)).toMatchObject({ code: 305, remark: '太多' });
    for (const id of ids) expect(await lab.doneOf(id)).toEqual(undone);
    expect(await run(chief, 'together', ids.slice(1))).toMatchObject({
      ...{ code: 200, remark: '2 件' },
      notify: { remark: '看看', remark_en: 'Look', url: '/main/list/errand' },
    });
    const english = { ...chief, locale: 'en_US' as const };
    expect((await run(english, 'together', ids.slice(1))).remark).toBe('2 of them');
    expect(await run(chief, 'together', [...ids.slice(1), 999_999_999])).toMatchObject({ code: 315 });
  });
  test('of no record: it may make one, by the rights of who runs it', async () => {
    const before = await lab.base.db.query('select id from app.errand');
    expect(await run(runner, 'note', [])).toMatchObject({ code: 200 });
    expect((await run(presser, 'note', [])).code).toBe(312);
    expect((await lab.base.db.query('select id from app.errand')).length).toBe(before.length + 1);
  });
  test('R10 a handler that goes on for longer than others wait is taken back', async () => {
    const before = await lab.base.db.query('select id from app.errand');
    expect(await run(runner, 'endless', [])).toMatchObject({ code: 103, remark: '$busy' });
    expect(await lab.base.db.query('select id from app.errand')).toHaveLength(before.length);
  });
});

describe('B13 B30 what it reaches is asked again on the server', () => {
  test('rows of others, of another company and none at all are refused, each by itself, and their like of those that are there', async () => {
    const [mine, his, far] = [await lab.errand(5), await lab.errand(6, 3), await lab.errand(7, 100, 2)];
    const answer = await run(runner, 'finishes', [mine, his, far, 999_999_999]);
    expect(answer.code).toBe(343);
    expect(codes(answer)).toEqual([
      [mine, 200],
      [his, 315],
      [far, 315],
      [999_999_999, 315],
    ]);
    expect(answer.rows[1]!.remark).toBe(answer.rows[3]!.remark);
    expect(await lab.doneOf(his)).toEqual(undone);
    expect(await lab.doneOf(far)).toEqual(undone);
    expect((await run(runner, 'finish', [his])).code).toBe(315);
    expect((await run(theirs, 'finish', [mine])).code).toBe(315);
    expect((await run(theirs, 'finish', [far])).code).toBe(200);
  });
  test('what is not offered on a record as it is now is not done: the state’s action, and the list’s', async () => {
    const id = await lab.errand(5);
    expect((await run(runner, 'finish', [id])).code).toBe(200);
    expect(await run(runner, 'finish', [id])).toMatchObject({ code: 312, remark: '$callNotOffered' });
    expect(await run(runner, 'finishes', [id])).toMatchObject({ code: 312, remark: '$callNotOffered' });
    await lab.base.db.query('update app.errand set deleted_time = now() where id = $1', [id]);
    expect((await run(runner, 'finish', [id])).code).toBe(315);
  });
  test('B10 what is hidden from somebody does not decide what he may run, and his definition does not name it', async () => {
    const [a, b] = [await lab.errand(5), await lab.errand(6)];
    await lab.base.db.query(`update app.errand set secret = '机要' where id = $1`, [a]);
    for (const id of [a, b]) {
      expect((await run(runner, 'whisper', [id])).code).toBe(312);
      expect(codes(await run(runner, 'whispers', [id]))).toEqual([]);
      expect((await run(runner, 'whispers', [id])).code).toBe(312);
    }
    expect(codes(await run(runner, 'whispers', [a, b]))).toEqual([
      [a, 312],
      [b, 312],
    ]);
    expect((await run(chief, 'whisper', [b])).code).toBe(312);
    expect((await run(chief, 'whisper', [a])).code).toBe(200);
    expect(await lab.doneOf(a)).toMatchObject({ done: 1 });
    const wheres = async (who: Session) => {
      const access = await openAccess(lab.house, who);
      const { states } = await readDefinition(lab.house, access, access.table('errand'));
      return states.flatMap(({ actions = [] }) => actions.flatMap(({ uid, where }) => (where ? [`${uid} ${where}`] : [])));
    };
    expect(await wheres(runner)).toEqual(['errand.finishes done=0', 'errand.finish done=0']);
    expect(await wheres(chief)).toContain('errand.whisper secret=机要');
  });
  test('a handler writes what its person may write, and sees what he sees', async () => {
    const id = await lab.errand(5);
    expect((await run(presser, 'finish', [id])).code).toBe(312);
    expect(await lab.doneOf(id)).toEqual(undone);
    expect(seen).toMatchObject([{ id, secret: '机密' }]);
    await run(runner, 'finish', [id]);
    expect(seen[1]).not.toHaveProperty('secret');
  });
  test('through somebody’s eyes nothing is run', async () => {
    const id = await lab.errand(5);
    const eyes = { ...runner, eyes: { by: 9, family: 'f' } };
    expect(await run(eyes, 'finish', [id])).toMatchObject({ code: 312, remark: '$eyesOnly' });
  });
  test('LIST-07 a list and a record offer it where it may be run', async () => {
    const id = await lab.errand(5);
    const offers = async (who: Session) => JSON.stringify((await lab.ask(who, 'Show', { cloud: 'errand', id })).data._actions);
    expect(await offers(runner)).toContain('errand.finish');
    expect(await offers(looker)).not.toContain('errand.finish');
    await run(runner, 'finish', [id]);
    expect(await offers(runner)).not.toContain('errand.finish');
  });
});

describe('WIRE-11 WIRE-13 asks, warnings and results by row', () => {
  test('100 asks and does nothing; the yes is one to just what was asked', async () => {
    const [a, b] = [await lab.errand(500), await lab.errand(5)];
    const _rid = rid();
    const asked = await run(runner, 'finishes', [a, b], { _rid });
    expect(asked).toMatchObject({ code: 100, remark: '金额 500 较大', rows: [{ id: a, code: 100, remark: '金额 500 较大' }] });
    expect([await lab.doneOf(a), await lab.doneOf(b)]).toEqual([undone, undone]);
    expect((await run(runner, 'finishes', [a, b], { answer: 'yes' })).code).toBe(100);
    await lab.base.db.query('update app.errand set amount = 900 where id = $1', [a]);
    expect(await run(runner, 'finishes', [a, b], { _rid, answer: asked.data.answer })).toMatchObject({
      code: 100,
      remark: '金额 900 较大',
    });
    await lab.base.db.query('update app.errand set amount = 500 where id = $1', [a]);
    expect(await run(runner, 'finishes', [a, b], { _rid, answer: asked.data.answer })).toMatchObject({ code: 200 });
    expect(await run(runner, 'finishes', [a, b], { _rid }), 'pressed again, for no answer came').toMatchObject({ code: 200 });
    expect(await lab.doneOf(a)).toMatchObject({ done: 1 });
  });
  test('several questions are asked at once, and not of a record that is refused', async () => {
    const [a, b, his] = [await lab.errand(500), await lab.errand(600), await lab.errand(700, 3)];
    const asked = await run(runner, 'finishes', [a, b, his]);
    expect(asked).toMatchObject({ code: 100, remark: '$callAsks', data: { n: 2 } });
    expect(codes(asked)).toEqual([
      [a, 100],
      [b, 100],
    ]);
    const done = await run(runner, 'finishes', [a, b, his], { answer: asked.data.answer });
    expect(codes(done)).toEqual([
      [a, 200],
      [b, 200],
      [his, 315],
    ]);
  });
  test('102 warns: it is done, and says what to know', async () => {
    const [a, b] = [await lab.errand(0), await lab.errand(5)];
    expect(await run(runner, 'finish', [a])).toMatchObject({ code: 102, remark: '金额为零' });
    expect(await lab.doneOf(a)).toMatchObject({ done: 1 });
    const c = await lab.errand(0);
    expect(await run(runner, 'finishes', [c, b])).toMatchObject({
      code: 102,
      rows: [
        { id: b, code: 200 },
        { id: c, code: 102, remark: '金额为零' },
      ],
    });
  });
  test('a refusal takes back only its own record, in the words of the handler; a text of a suite names none of the house', async () => {
    const [a, b, c] = [await lab.errand(5), await lab.errand(13), await lab.errand(66)];
    const answer = await run(runner, 'finishes', [a, b, c]);
    expect(answer).toMatchObject({ code: 343, rows: [{ code: 200 }, { id: b, code: 305, remark: '＄secret 不办' }, { id: c, code: 310 }] });
    expect(await lab.doneOf(c)).toEqual(undone);
    expect((await run(runner, 'finishes', [b, c])).code).toBe(300);
  });
});
