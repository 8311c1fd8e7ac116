import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '#protocol/codes.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { openAccess } from '#server/access/access.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { presentDecision } from '../act/present.ts';
import { reviewerOf } from '../act/reviewer.ts';
import { booking, idOf, openTrade, repair, repairStates, type TradeLab, trade } from '../act/testing-trade.ts';
import { checkRight } from './check-right.ts';

const told = (text: string) => ({ zh_CN: text, en_US: `${text} en` });
const called = (text: string) => ({ key_name: text, key_name_en: `${text} en` });

/** The same flow, its steps 2 and 3 and its choices called as `word` says. */
const words = (word: string): StateDef[] =>
  repairStates().map((state) => ({
    ...state,
    ...(['2', '3'].includes(state.value) ? called(`${word} ${state.value}`) : {}),
    actions: (state.actions ?? []).map((action) => ({
      ...action,
      ...(action.events
        ? {
            events: action.events.map((event) => ({
              ...event,
              ...called(`${word} ${event.id > 20 && event.id < 23 ? 'same' : event.id}`),
            })),
          }
        : {}),
    })),
  }));
/** What is judged is booked, each sum once. */
const suite = (word: string) => {
  const { write_back } = repair();
  const values = { key_name: '{key_name}', amount: '{judged}' };
  const amount = { ...booking().fields[0]!, unique: 1 as const };
  return trade([
    repair({ states: words(word), write_back: write_back!.map((one) => ({ ...one, values })) }),
    booking({ fields: [amount, ...booking().fields.slice(1)] }),
  ]);
};

describe('FLOW-01 a refusal of a running case speaks in the words of its own flow', () => {
  let lab: TradeLab;
  let foreman: number;
  beforeAll(async () => {
    lab = await openTrade(suite('old'));
    foreman = await idOf(lab, 'foreman');
  });
  afterAll(() => lab.close());
  const submit = async (cost: string) => (await lab.decide('reporter', { event: 11, fields: { key_name: cost, cost, judge: foreman } })).id;
  const todoOf = async (id: number): Promise<number> => {
    const [row] = await lab.base.db.query<{ id: number }>(
      `select t.id from fw.flow_todo t join fw.flow_case c on c.id = t.case_id and c.company_id = t.company_id
       where c.rowid = $1 and t.review_entity = $2 order by t.id limit 1`,
      [id, foreman],
    );
    return row!.id;
  };
  const refused = (login: string, request: object): Promise<Refusal> =>
    lab.decide(login, request).then(
      () => Promise.reject(new Error('taken')),
      (error: Refusal) => error,
    );
  const lookOf = async (login: string) => {
    const session = await sessionFor(lab.base.db, login);
    const { house } = lab;
    return { house, session, access: await openAccess(house, session), table: house.catalogueOf(null).table('repair')! };
  };

  it('who decided already, how, and where it is now: in a decision, before one, and when it is opened', async () => {
    const [passed, returned] = [await submit('5000'), await submit('6000')];
    const [todo, back] = [await todoOf(passed), await todoOf(returned)];
    await lab.decide('foreman', { id: passed, event: 22, fields: { judged: '4800' } });
    await lab.decide('foreman', { id: returned, event: 23, remark: 'x' });
    await lab.start(suite('new'));
    const at = { event: told('old same'), step: told('old 3') };
    expect((await refused('foreman', { id: passed, event: 22, todo })).data).toMatchObject(at);
    await expect(reviewerOf(await lookOf('foreman'), { id: passed, event: 22, todo })).rejects.toMatchObject({ data: at });
    // the case has run under the old flow, though the next Submit takes the new one
    expect((await refused('foreman', { id: returned, event: 23, todo: back })).data).toMatchObject({ event: told('old 23') });
    expect((await checkRight(await lookOf('foreman'), returned, back)).data).toMatchObject({ event: told('old 23') });
  });

  it('where a decision has brought the record', async () => {
    await lab.start(suite('old'));
    const id = await submit('5000');
    await lab.start(suite('new'));
    const { house, session } = await lookOf('foreman');
    const decided = await lab.decide('foreman', { id, event: 22, fields: { judged: '1' } });
    const { data } = await presentDecision(house, session, decided);
    expect(data).toMatchObject({ review_state: { id: 3, ...called('old 3') } });
  });

  it('the step in which a value can be mended that the approval cannot write', async () => {
    await lab.start(suite('old'));
    const [one, other] = [await submit('5000'), await submit('5001')];
    for (const id of [one, other]) await lab.decide('foreman', { id, event: 22, fields: { judged: '77' } });
    await lab.decide('clerk', { id: one, event: 31 });
    await lab.start(suite('new'));
    expect(await refused('clerk', { id: other, event: 31 })).toMatchObject({
      remark: '$flow_write_back_step',
      data: { step: told('old 2') },
    });
  });

  it('the step that nobody can handle', async () => {
    await lab.start(suite('old'));
    const id = await submit('5000');
    await lab.start(suite('new'));
    await lab.base.db.query(`update app."user" set status = 2 where login_name = 'clerk'`);
    expect(await refused('foreman', { id, event: 22, fields: { judged: '1' } })).toMatchObject({
      remark: expect.stringMatching(/^\$flow_no_/),
      data: { step: told('old 3') },
    });
    await expect(reviewerOf(await lookOf('foreman'), { id, event: 22, data: { judged: '1' } })).rejects.toMatchObject({
      data: { step: told('old 3') },
    });
  });
});
