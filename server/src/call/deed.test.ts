import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Deeds, done, openDeeds } from './testing-deeds.ts';
import type { Told } from './testing-errands.ts';

let lab: Deeds;
beforeAll(async () => {
  lab = await openDeeds();
});
afterAll(() => lab?.close());
beforeEach(async () => {
  done.length = 0;
  await lab.base.db.query('delete from app.booking');
});

const decide = (who: string | null, id: number, event = 21, more: Record<string, unknown> = {}): Promise<Told> =>
  lab.ask(who, '/app?op=Modify', { cloud: 'repair', id, _event: event, ...more });
const foretold = (who: string, id: number, event = 21): Promise<Told> => lab.ask(who, '/flow?op=Reviewer', { cloud: 'repair', id, event });

describe('META-01 an event names an action that is carried out with the decision', () => {
  test('not signed in is 401; whose turn it is not, and who may not write what it writes, is refused; so is an answer that is none', async () => {
    const [id, his] = [await lab.repair(), await lab.repair({}, 'clerk')];
    done.length = 0;
    expect((await decide(null, id)).code).toBe(401);
    expect((await decide('foreman', his)).code).toBe(312);
    expect(done).toEqual([]);
    expect((await decide('clerk', his)).code).toBe(312);
    expect(done).toHaveLength(1);
    expect((await decide('foreman', id, 21, { _answer: 'x'.repeat(65) })).code).toBe(316);
    expect((await lab.ask('foreman', '/flow?op=Reject', { cloud: 'repair', id, _event: 23, _answer: 'x'.repeat(65) })).code).toBe(316);
    for (const one of [id, his]) expect(await lab.stands(one)).toEqual({ state: 2, judged: null });
    expect(await lab.booked()).toEqual([]);
  });

  test('it is done once, by who decides, upon the record as it is decided, and its words come with the decision', async () => {
    const id = await lab.repair();
    expect(done).toMatchObject([{ id, key_name: '水泵', review_state: { id: 1 } }]);
    expect((await foretold('foreman', id)).code).toBe(200);
    expect(done).toHaveLength(1);
    const _rid = crypto.randomUUID();
    const answer = await decide('foreman', id, 21, { judged: '9', _rid });
    expect(answer).toMatchObject({
      code: 200,
      data: { fired: 1, review_state: { id: 3 } },
      notify: { remark: '去看', url: '/main/list/booking' },
    });
    expect(done[1]).toMatchObject({ id, by: 'foreman', judged: '9.00', review_state: { id: 2 } });
    expect(await decide('foreman', id, 21, { judged: '9', _rid })).toEqual(answer);
    expect(done).toHaveLength(2);
    expect(await lab.booked()).toEqual(['水泵']);
  });

  test('what it refuses refuses the decision in its words, and nothing stays of either; a file is none', async () => {
    const [id, paper] = [await lab.repair({ cause: '不办' }), await lab.repair({ cause: '文件' })];
    expect(await decide('foreman', id, 21, { judged: '9' })).toMatchObject({ code: 305, remark: '账户已冻结' });
    expect(await decide('foreman', paper)).toMatchObject({ code: 317, remark: '$madeInDecision' });
    for (const one of [id, paper]) expect(await lab.stands(one)).toEqual({ state: 2, judged: null });
    expect(await lab.booked()).toEqual([]);
  });

  test('what it asks is asked of the decision (100): only a yes to just this takes it, once for its request id', async () => {
    const id = await lab.repair({ cost: '600' });
    const _rid = crypto.randomUUID();
    const asked = await decide('foreman', id, 21, { _rid });
    expect(asked).toMatchObject({ code: 100, remark: '费用 600.00，仍要入账吗？', rows: [{ id, code: 100 }] });
    expect([await lab.stands(id), await lab.booked()]).toEqual([{ state: 2, judged: null }, []]);
    const _answer = String(asked.data.answer);
    await lab.base.db.query('update app.repair set cost = 700 where id = $1', [id]);
    const anew = await decide('foreman', id, 21, { _rid, _answer });
    expect(anew).toMatchObject({ code: 100, remark: '费用 700.00，仍要入账吗？' });
    const yes = { _rid, _answer: anew.data.answer };
    expect(await decide('foreman', id, 21, yes)).toMatchObject({ code: 200, data: { fired: 1 } });
    expect((await decide('foreman', id, 21, yes)).code).toBe(200);
    // who was not told that it is done presses again, and is not asked again
    expect((await decide('foreman', id, 21, { _rid })).code).toBe(200);
    expect(await lab.booked()).toEqual(['水泵']);
  });

  test('a warning (102) says so beside what became of the record', async () => {
    const id = await lab.repair({ cause: '提醒' });
    expect(await decide('foreman', id)).toMatchObject({
      code: 102,
      remark: '同额已有一笔',
      data: { outcome: 'moved', review_state: { id: 3 } },
    });
    expect((await lab.stands(id)).state).toBe(3);
  });

  test('it writes fields of the record as the decision could, and no others; its guard is asked of what it leaves', async () => {
    const [id, twice, other] = [
      await lab.repair({ cause: '改判' }),
      await lab.repair({ cause: '两次' }),
      await lab.repair({ cause: '改费用' }),
    ];
    expect(await decide('foreman', id)).toMatchObject({ code: 200, data: { review_state: { id: 3 } } });
    expect(await lab.stands(id)).toEqual({ state: 3, judged: '7.00' });
    const answer = await decide('foreman', twice);
    const [row] = await lab.base.db.query<{ version: number }>('select version from app.repair where id = $1', [twice]);
    expect([answer.code, answer.data.version]).toEqual([200, row!.version]);
    expect(await lab.stands(twice)).toEqual({ state: 3, judged: '2.00' });
    expect((await decide('foreman', other)).code).toBe(312);
    const turned = await lab.repair({ cause: '改向' });
    expect(await decide('foreman', turned)).toMatchObject({ code: 311, remark: '$flow_guard' });
    for (const one of [other, turned]) expect(await lab.stands(one)).toEqual({ state: 2, judged: null });
  });

  test('FLOW-08 what it made elsewhere stays there: nobody takes the move back and makes it twice; a return may come round', async () => {
    const id = await lab.repair();
    expect((await decide('foreman', id)).code).toBe(200);
    const back = await lab.ask('foreman', '/flow?op=Revoke', { cloud: 'repair', id, confirm: 1, remark: '撤回' });
    expect(back).toMatchObject({ code: 311, remark: '$flow_revoke_written' });
    expect([(await lab.stands(id)).state, await lab.booked()]).toEqual([3, ['水泵']]);
    // what it changed of the record alone is no reason
    const looked = await lab.repair();
    expect((await lab.ask('reporter', '/flow?op=Revoke', { cloud: 'repair', id: looked, confirm: 1, remark: '撤回' })).code).toBe(200);
  });

  test('what the form demands stands there when it is done, not after each of its changes', async () => {
    const count = async () => (await lab.base.db.query('select 1 from app.repair')).length;
    const before = await count();
    await expect(lab.repair({ cause: '清空' })).rejects.toThrow('not filed: 305 $fieldEmpty');
    expect(await count()).toBe(before);
    const id = await lab.repair({ cause: '重填' });
    const [row] = await lab.base.db.query('select cost, review_state from app.repair where id = $1', [id]);
    expect(row).toEqual({ cost: '90.00', review_state: 2 });
  });

  test('what it changes of a record that is added with it goes by the right to add', async () => {
    await lab.base.db.query(`update fw.role_grant set items = array_remove(items, 'Modify') where items @> array['Add', 'Modify']`);
    await lab.base.db.query('update fw.rights_version set version = version + 1');
    const id = await lab.repair({ cause: '补写' });
    const [row] = await lab.base.db.query<{ answer: string }>('select answer from app.repair where id = $1', [id]);
    expect(row).toEqual({ answer: '补' });
    await lab.base.db.query(`update fw.role_grant set items = items || array['Modify'] where items = array['List', 'Add']`);
    await lab.base.db.query('update fw.rights_version set version = version + 1');
  });

  test('an agent who may do no more than take part decides with it, in his own name', async () => {
    const id = await lab.repair();
    await lab.base.db.query(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time, sources)
       values (1, $1, $2, now() - interval '30 years', now() + interval '30 years', null)`,
      [await lab.idOf('foreman'), await lab.idOf('keeper')],
    );
    expect(await decide('keeper', id)).toMatchObject({ code: 200, data: { review_state: { id: 3 } } });
    expect(done.at(-1)).toMatchObject({ id, by: 'keeper' });
    expect(await lab.booked()).toEqual(['水泵']);
    await lab.base.db.query('delete from fw.flow_agent');
  });

  test('of events of one name that which holds is carried out: another names none', async () => {
    const id = await lab.repair({ cost: '5000' });
    expect(await decide('foreman', id, 21)).toMatchObject({ code: 200, data: { outcome: 'approved' } });
    expect(await lab.booked()).toEqual([]);
  });

  test('of several who sign, with the signature that moves the record', async () => {
    const id = await lab.repair();
    await decide('foreman', id);
    expect(await decide('foreman', id, 31)).toMatchObject({ code: 200, data: { fired: 0 } });
    expect(await lab.booked()).toEqual(['水泵']);
    expect(await decide('payer', id, 31)).toMatchObject({ code: 200, data: { fired: 1 } });
    expect(await lab.booked()).toEqual(['水泵', '付 水泵']);
  });

  test('a return carries out its own, and so does what is sent in again from there; a field called answer is a field', async () => {
    const id = await lab.repair({ answer: '甲' });
    expect(await lab.ask('foreman', '/flow?op=Reject', { cloud: 'repair', id, _event: 23, remark: '重填' })).toMatchObject({ code: 200 });
    expect([await lab.stands(id), await lab.booked()]).toEqual([{ state: 0, judged: null }, ['水泵']]);
    done.length = 0;
    expect(await decide('reporter', id, 11, { answer: '乙' })).toMatchObject({ code: 200 });
    expect(done).toMatchObject([{ id, answer: '乙' }]);
  });

  test('a running case carries out what its flow named; a start without the handler is refused as long as it runs', async () => {
    const { deedStates, deeds } = await import('./testing-deeds.ts');
    const id = await lab.repair();
    const without = (gone: string) =>
      deeds(
        deedStates().map((state) => ({
          ...state,
          actions: (state.actions ?? [])
            .filter(({ uid }) => uid !== gone)
            .map((action) => ({ ...action, events: action.events?.map(({ action: _, ...event }) => event) }) as typeof action),
        })),
      );
    await expect(lab.start(without('note'))).rejects.toThrow(
      /states\[2\]\.events\[21\]\.action: no action names the handler note any more/,
    );
    await lab.start(without(''));
    expect(await decide('foreman', id)).toMatchObject({ code: 200 });
    expect(await lab.booked()).toEqual(['水泵']);
    await lab.start(deeds());
  });
});
