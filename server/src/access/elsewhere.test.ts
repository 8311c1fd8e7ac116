import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';
import { addCall } from '#server/ops/app/add.ts';
import { pageCall } from '#server/ops/app/page.ts';
import { showCall } from '#server/ops/app/show.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import type { Op } from '#server/ops/op.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { readDefinition } from '#server/records/read/effective.ts';
import { grantAll, type Lab, openLab } from '#server/records/testing.ts';
import { openAccess } from './access.ts';
import { mayElsewhere } from './elsewhere.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const act = (uid: string, op: string, more: Partial<ActionDef> = {}): ActionDef => ({ uid, op, ...named, ...more });
const fault = testTable('fault', {
  fields: [field('word', { data_type: 'text', length: 40 }), field('secret', { data_type: 'text', length: 40 })],
  states: [
    { uid: 'fault.bar', value: '*', ...named, actions: [act('fault.list', 'List'), act('fault.add', 'Add')] },
    {
      ...{ uid: 'fault.1', value: '1', ...named },
      actions: [
        act('fault.modify', 'Modify'),
        act('fault.job', 'Add', { cloud: 'job', pfield: 'fault_entity', extra: 'word={word}&inner={word}&why={secret}' }),
        act('fault.jobs', 'List', { cloud: 'job' }),
        act('fault.late', 'Add', { cloud: 'job', pfield: 'fault_entity', where: 'word=late' }),
      ],
    },
  ],
});
const job = testTable('job', {
  fields: [
    field('fault_entity', { data_type: 'entity', source: 'fault' }),
    field('word', { data_type: 'text', length: 40 }),
    field('inner', { data_type: 'text', length: 40 }),
    field('why', { data_type: 'text', length: 40 }),
  ],
  states: [
    { uid: 'job.bar', value: '*', ...named, actions: [act('job.list', 'List'), act('job.add', 'Add')] },
    { uid: 'job.1', value: '1', ...named },
  ],
});
const role = (code: string, job: string[], rest: object = {}, more: object = {}) => ({
  ...{ uid: code, code, ...named },
  grants: [
    { group: 'fault', scope: 2 as const, items: ['List', 'Modify'] as never, ...rest },
    ...(job.length ? [{ group: 'job', scope: 2 as const, items: job as never, ...more }] : []),
  ],
});
const suite = testSuite([fault, job], {
  code: 'shop',
  uid: 'shop',
  roles: [
    role('maker', ['List', 'Add'], {}, { hide: ['inner'] }),
    role('looker', []),
    role('lister', ['List']),
    role('blind', ['Add'], { hide: ['secret'] }),
  ],
});

let lab: Lab;
let dispatch: ReturnType<typeof createDispatch>;
const ops = indexOps([addCall, pageCall, showCall] as unknown as readonly Op[]);
let of: Record<'maker' | 'looker' | 'lister' | 'blind', Session>;
let one: number;
beforeAll(async () => {
  lab = await openLab({ key: 'elsewhere', suites: [suite], rooms: [recordsMigrations, flowMigrations] });
  const codes = ['maker', 'looker', 'lister', 'blind'] as const;
  const people = [2, 3, 4, 7];
  for (const [at, code] of codes.entries()) {
    await lab.base.db.query(`insert into app."role" (company_id, id, code, key_name, root) values (1, $1, $2, $2, 0)`, [61 + at, code]);
    await lab.base.db.query(`update app."user" set role_entities = role_entities || $1::bigint where id = $2`, [61 + at, people[at]!]);
  }
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  dispatch = createDispatch(lab.house, ops);
  const [maker, looker, lister, blind] = await Promise.all([
    lab.as('own'),
    lab.as('dept'),
    lab.as('all', { company: 'demo' }),
    lab.as('mixed'),
  ]);
  of = { maker: maker!, looker: looker!, lister: lister!, blind: blind! };
  one = await lab.put('fault', {
    ...{ company_id: 1, subcompany_id: 11, key_name: '漏油', review_state: 1, word: 'oil', secret: '机密' },
    ...{ create_entity: 9, modify_entity: 9 },
  });
});
afterAll(() => lab?.close());

const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
async function ask(session: Session | null, name: string, form: Record<string, unknown>) {
  try {
    const answer = (await dispatch(ops.get(`/app?op=${name}`)!, { form, caller, session })) as Record<string, never>;
    return { code: 200, data: {} as Record<string, never>, rows: [] as Record<string, never>[], ...answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code as number, data: {} as Record<string, never>, rows: [] as Record<string, never>[] };
  }
}
const uids = (actions: unknown) => (actions as { uid: string }[]).map(({ uid }) => uid);
const shown = async (who: Session) => uids((await ask(who, 'Show', { cloud: 'fault', id: one })).data._actions);
const listed = async (who: Session) => uids((await ask(who, 'Page', { cloud: 'fault' })).rows[0]!._actions);
const defined = async (who: Session): Promise<LoadedTable> => {
  const access = await openAccess(lab.house, who);
  return readDefinition(lab.house, access, access.table('fault'));
};
const actionsIn = async (who: Session) => (await defined(who)).states.flatMap(({ actions = [] }) => actions);

/** The same table, whose list adds nothing. */
const closed = (table: ResolvedTable | undefined) =>
  table && { ...table, def: { ...table.def, states: table.def.states.filter(({ value }) => value !== '*') } };

describe('META-01 LIST-07 an action that opens another table asks the gate of that', () => {
  test('not signed in is 401, and what is begun is saved by Add with all that bounds it', async () => {
    expect((await ask(null, 'Show', { cloud: 'fault', id: one })).code).toBe(401);
    for (const who of [of.looker, of.lister])
      expect((await ask(who, 'Add', { cloud: 'job', key_name: 'a', fault_entity: one })).code).toBe(312);
    expect((await ask(of.maker, 'Add', { cloud: 'job', key_name: 'a', fault_entity: 999_999 })).code).not.toBe(200);
    expect((await ask(of.maker, 'Add', { cloud: 'job', key_name: 'a', inner: 'x' })).code).not.toBe(200);
    expect((await ask(of.maker, 'Add', { cloud: 'job', key_name: 'a', fault_entity: one, word: 'oil' })).code).toBe(200);
  });
  test('it is offered on rows and records to who may do it there, and to nobody else', async () => {
    for (const offers of [shown, listed]) {
      expect(await offers(of.maker)).toEqual(['std.show', 'fault.modify', 'fault.job', 'fault.jobs']);
      expect(await offers(of.lister)).toEqual(['std.show', 'fault.modify', 'fault.jobs']);
      expect(await offers(of.looker)).toEqual(['std.show', 'fault.modify']);
      expect(await offers(of.blind)).toEqual(['std.show', 'fault.modify', 'fault.job']);
    }
    await lab.base.db.query(`update app.fault set word = 'late' where id = $1`, [one]);
    expect(await shown(of.maker)).toContain('fault.late');
    expect(await listed(of.maker)).toContain('fault.late');
    await lab.base.db.query(`update app.fault set word = 'oil' where id = $1`, [one]);
  });
  test('a record is begun only where the table’s own list adds some', async () => {
    const access = await openAccess(lab.house, of.maker);
    expect(['job', 'fault', 'ghost'].map((cloud) => mayElsewhere(access, 'Add', cloud))).toEqual([true, false, false]);
    const shut = { ...access, catalogue: { ...access.catalogue, table: (cloud: string) => closed(access.catalogue.table(cloud)) } };
    expect([mayElsewhere(shut, 'Add', 'job'), mayElsewhere(shut, 'List', 'job')]).toEqual([false, true]);
  });
  test('B10 B23 his definition says it to him alone, and names no field that is hidden from him on either side', async () => {
    expect(uids(await actionsIn(of.looker))).toEqual(['fault.list', 'fault.modify']);
    expect(uids(await actionsIn(of.lister))).toEqual(['fault.list', 'fault.modify', 'fault.jobs']);
    const extra = async (who: Session) => (await actionsIn(who)).find(({ uid }) => uid === 'fault.job')?.extra;
    expect(await extra(of.maker)).toBe('word={word}&why={secret}');
    expect(await extra(of.blind)).toBe('word={word}&inner={word}');
  });
});
