import { vi } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Handlers } from '#server/meta/handler.ts';
import type { Session } from '#server/meta/session.ts';
import { callCall } from '#server/ops/app/call.ts';
import { pageCall } from '#server/ops/app/page.ts';
import { showCall } from '#server/ops/app/show.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import type { Op } from '#server/ops/op.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { grantAll, type Lab, openLab } from '#server/records/testing.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const call = (uid: string, code: string, rest: Partial<ActionDef> = {}): ActionDef => ({ uid, op: 'Call', ...named, code, ...rest });
const plain = (uid: string, op: string): ActionDef => ({ uid, op, ...named });

/** Errands: done, asked about, warned of; one table whose rows nobody of the runners may change. */
const errand = testTable('errand', {
  fields: [
    field('amount', { data_type: 'int', min: 0 }),
    field('done', { data_type: 'int', defvalue: 0 }),
    field('secret', { data_type: 'text', length: 40 }),
  ],
  states: [
    {
      uid: 'errand.bar',
      value: '*',
      ...named,
      actions: [
        plain('errand.list', 'List'),
        plain('errand.add', 'Add'),
        call('errand.finishes', 'finish', { param: 'multiple', where: 'done=0', action_param: 'by=bar' }),
        call('errand.together', 'together', { param: 'multiple', valid_state: '1' }),
        call('errand.whispers', 'finish', { param: 'multiple', where: 'secret=机要' }),
        call('errand.note', 'note', { param: 'none' }),
        call('errand.endless', 'endless', { param: 'none' }),
        call('errand.lost', 'nowhere', { param: 'multiple' }),
      ],
    },
    {
      uid: 'errand.1',
      value: '1',
      ...named,
      actions: [
        plain('errand.modify', 'Modify'),
        call('errand.finish', 'finish', { where: 'done=0' }),
        call('errand.whisper', 'finish', { where: 'secret=机要' }),
      ],
    },
  ],
});
const order = (uid: string, code: string, scope: 0 | 2, items: string[], rest: object = {}) => ({
  ...{ uid, code, ...named },
  grants: [{ group: 'errand', scope, items, ...rest }],
});
const errands = testSuite([errand], {
  code: 'errands',
  uid: 'errands',
  roles: [
    order('r1', 'runner', 0, ['List', 'Add', 'Modify', 'Call'], { hide: ['secret'] }),
    order('r2', 'chief', 2, ['List', 'Add', 'Modify', 'Call']),
    order('r3', 'looker', 2, ['List']),
    order('r4', 'presser', 2, ['List', 'Call']),
  ],
});

/** What the handlers were given, in order. */
export const seen: Record<string, unknown>[] = [];
const handlers: Handlers = {
  finish: {
    each: async (desk, row) => {
      seen.push({ ...row, params: desk.params });
      if (Number(row.amount) > 100) desk.ask({ zh_CN: `金额 ${row.amount} 较大`, en_US: `${row.amount} is much` });
      if (Number(row.amount) === 13) desk.refuse({ zh_CN: '$secret 不办', en_US: '$secret no' });
      await desk.change(row, { done: 1 });
      if (Number(row.amount) === 66) throw new Refusal(310);
      return Number(row.amount) === 0 ? { code: 102, remark: { zh_CN: '金额为零', en_US: 'It is nothing' } } : undefined;
    },
  },
  together: {
    all: async (desk, rows) => {
      for (const row of rows) await desk.change(row, { done: 2 });
      if (rows.length > 2) desk.refuse({ zh_CN: '太多', en_US: 'Too many' });
      const notify = { remark: { zh_CN: '看看', en_US: 'Look' }, url: '/main/list/errand' };
      return { remark: { zh_CN: `${rows.length} 件`, en_US: `${rows.length} of them` }, notify };
    },
  },
  endless: {
    all: async (desk) => {
      const now = performance.now();
      const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
      try {
        await desk.add('errand', { amount: 1 });
      } finally {
        clock.mockRestore();
      }
      return undefined;
    },
  },
  note: { all: async (desk) => void (await desk.add('errand', { key_name: `记于 ${desk.today}`, amount: 1 })) },
};

const PEOPLE = `
insert into app."role" (company_id, id, code, key_name, root) values (1, 61, 'runner', '跑腿', 0), (1, 62, 'chief', '主管', 0), (1, 63, 'looker', '看', 0),
  (1, 64, 'presser', '按', 0), (2, 65, 'chief', '主管', 0);
update app."user" set role_entities = role_entities || 61::bigint where company_id = 1 and id = 2;
update app."user" set role_entities = role_entities || 62::bigint where company_id = 1 and id in (3, 9);
update app."user" set role_entities = role_entities || 63::bigint where company_id = 1 and id = 4;
update app."user" set role_entities = role_entities || 64::bigint where company_id = 1 and id = 7;
update app."user" set role_entities = role_entities || 65::bigint where company_id = 2 and id = 100`;

export interface Told {
  code: number;
  remark: string;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
  notify?: Record<string, unknown>;
}
export interface Errands extends Lab {
  ask(session: Session | null, op: string, form: Record<string, unknown>): Promise<Told>;
  /** A new errand of this person, as it lies. */
  errand(amount: number, user?: number, company?: number): Promise<number>;
  doneOf(id: number): Promise<{ done: number; version: number }>;
}

export async function openErrands(): Promise<Errands> {
  const lab = await openLab({ key: 'errands', suites: [errands], rooms: [recordsMigrations, flowMigrations] });
  await lab.base.db.query(PEOPLE);
  for (const company of [1, 2]) await grantAll(lab.base.db, company, lab.house.catalogueOf(null));
  const house = { ...lab.house, handlers: new Map([['errands', handlers]]) };
  const ops = indexOps([callCall, pageCall, showCall] as unknown as readonly Op[]);
  const dispatch = createDispatch(house, ops);
  const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
  return {
    ...lab,
    house,
    ask: async (session, op, form) => {
      try {
        const answer = (await dispatch(ops.get(`/app?op=${op}`)!, { form, caller, session })) as Partial<Told>;
        return { code: 200, remark: '', data: {}, rows: [], ...answer };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { code: error.code, remark: error.remark, data: { ...error.data }, rows: [...error.rows] };
      }
    },
    errand: (amount, user = 2, company = 1) =>
      lab.put('errand', {
        ...{ company_id: company, subcompany_id: company === 1 ? 11 : 21, key_name: `差事 ${amount}`, review_state: 1 },
        ...{ amount, done: 0, secret: '机密', create_entity: user, modify_entity: user },
      }),
    doneOf: async (id) => {
      const [row] = await lab.base.db.query<{ done: number; version: number }>('select done, version from app.errand where id = $1', [id]);
      return row!;
    },
  };
}
