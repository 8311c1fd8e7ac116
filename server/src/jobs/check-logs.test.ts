import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveRights } from '#server/db/roles/grant.ts';
import { decideRecord } from '#server/flow/act/decide.ts';
import { application, type FlowLab, openFlowLab } from '#server/flow/act/testing.ts';
import { record } from '#server/signin/security-log.ts';
import { checkLogs } from './check-logs.ts';
import { makeQueues, startTicks } from './ticks.ts';

let lab: FlowLab;
let rowid: number;
beforeAll(async () => {
  lab = await openFlowLab();
  const table = lab.house.catalogueOf(null).table('initiation')!;
  rowid = (await decideRecord(lab.house, await lab.as('applicant'), table, { event: 11, ...application('600') })).id;
  await decideRecord(lab.house, await lab.as('depthead'), table, { id: rowid, event: 21, fields: {}, remark: '同意' });
});
afterAll(() => lab.close());

const check = () => checkLogs(lab.house, (verdict) => record(lab.house, verdict));
const entries = () =>
  lab.base.db.query(`select company_id, reason, target from fw.security_log where op = 'VerifyLog' order by id`) as Promise<
    { company_id: number | null; reason: string; target: string }[]
  >;
const notices = () =>
  lab.base.db.query('select user_entity, source, rowid, key_name, said, subcompany_id from fw.notice where kind = 10 order by id');
const tamper = (text: string) =>
  lab.base.db.query(`alter table fw.flow_log disable trigger user; ${text}; alter table fw.flow_log enable trigger user`);

describe('FLOW-09 the log is verified every night', () => {
  it('a log that is whole is said to be, and nobody is told', async () => {
    expect(await check()).toEqual([]);
    expect(await entries()).toEqual([{ company_id: null, reason: 'ok', target: '' }]);
    expect(await notices()).toEqual([]);
  });

  it('a changed remark stands in the security log and is told to the administrators, once until they have read it', async () => {
    const [of] = await lab.base.db.query<{ id: number }>('select id from fw.flow_case where rowid = $1', [rowid]);
    await tamper(`update fw.flow_log set remark = '不同意' where seq = 2`);
    const broken = { company: 1, source: 'initiation', rowid, case_id: of!.id, seq: 2, what: 'changed' };
    expect(await check()).toEqual([broken]);
    expect(await check()).toEqual([broken]);
    const entry = { company_id: 1, reason: 'changed', target: `initiation ${rowid}, case ${of!.id}, row 2` };
    expect((await entries()).slice(1)).toEqual([entry, entry]);
    const told = {
      user_entity: 1,
      source: 'initiation',
      rowid,
      key_name: expect.stringMatching('物流枢纽'),
      said: 'changed 2',
      subcompany_id: 11,
    };
    expect(await notices()).toEqual([told]);
    expect(await lab.base.db.query(`select user_id from fw.outbox where kind = 'counts' and payload = '{}'`)).toEqual([{ user_id: 1 }]);
    await lab.base.db.query('update fw.notice set read_time = now()');
    await check();
    expect(await notices()).toEqual([told, told]);
    await tamper(`update fw.flow_log set remark = '同意' where seq = 2`);
    expect(await check()).toEqual([]);
  });

  it('what was there when the chain began and is there no more is of no company, and stands in the security log', async () => {
    await lab.base.db.query('alter table fw.flow_anchor disable trigger user; delete from fw.flow_anchor');
    expect(await check()).toMatchObject([{ company: 0, what: 'anchor' }]);
    expect((await entries()).at(-1)).toEqual({ company_id: null, reason: 'anchor', target: 'all of before the chain' });
  });

  it('of several nodes one runs it, from the durable queue', async () => {
    await makeQueues(lab.base.db, ['verify-log']);
    await giveRights(lab.base.db, new URL(lab.base.servingUrl).username);
    let ran = 0;
    let done: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      done = resolve;
    });
    const tick = {
      name: 'verify-log',
      cron: '19 18 * * *',
      run: async () => {
        ran += 1;
        await check();
        done();
      },
    };
    const troubled: unknown[] = [];
    const nodes = [1, 2].map(() => startTicks(lab.house.db, [tick], (error) => troubled.push(error)));
    const stops = await Promise.all(nodes);
    await lab.base.db.query(`insert into pgboss.job (name) values ('verify-log')`);
    await first;
    for (const stop of stops) await stop();
    expect([ran, troubled]).toEqual([1, []]);
  });
});
