import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '#server/records/testing.ts';
import { reads } from '../app/testing-call.ts';
import { roleApi } from './testing-roles.ts';

let lab: Lab;
let api: ReturnType<typeof roleApi>;
let read: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab();
  api = roleApi(lab);
  read = reads(lab);
  // boss may set rights, and has himself what his role gives
  await lab.base.db.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values (1, 44, 'sys.role', 2, '{List,Auth}')`,
  );
  await lab.base.db.query(`delete from fw.role_grant where company_id = 1 and role_id = 44 and group_uid = 'lab.plan'`);
  await lab.base.db.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, hide_uids) values (1, 44, 'lab.plan', 1, '{List,Modify}', '{lab.plan:lab.plan.secret}')`,
  );
});
afterAll(() => lab?.close());

const versionOf = async (id: number) => (await api(await lab.as('root'), 'Load', { id })).data.version as string;
const save = async (as: string, id: number, rows: object[], more: object = {}) =>
  api(await lab.as(as), 'Save', { id, version: await versionOf(id), rows: JSON.stringify(rows), ...more });
const group = async (id: number, code: string) => (await api(await lab.as('root'), 'Load', { id })).rows!.find((row) => row.code === code)!;
const ticked = ({ items }: { items: { code: string; checked: number }[] }) =>
  items.filter(({ checked }) => checked).map(({ code }) => code);
const plan = (items: string, range = 2, more: object = {}) => ({ code: 'plan', items, range, ...more });

const CALLS = { List: {}, Load: { id: 42 }, Save: { id: 42, version: 'x' }, Changes: { id: 42 }, Effect: { id: 42 } };

describe('ADMIN-01 B19 who may see and set the rights of roles', () => {
  it.each([...Object.entries(CALLS), ['Why', { user: 3, cloud: 'plan', id: 1 }] as const])('%s needs a sign-in', async (op, form) =>
    expect((await api(null, op, form)).code).toBe(401),
  );
  it.each([...Object.entries(CALLS), ['Why', { user: 3, cloud: 'plan', id: 1 }] as const])(
    '%s is refused to who may not authorise',
    async (op, form) => expect((await api(await lab.as('dept'), op, form)).code).toBe(312),
  );
  it('a role of another company is none', async () => {
    for (const op of ['Load', 'Changes', 'Effect']) expect((await api(await lab.as('root'), op, { id: 48 })).code).toBe(315);
    expect((await api(await lab.as('root'), 'Save', { id: 48, version: 'x' })).code).toBe(315);
  });
  it('a root role is shown without settings, and changed by nobody', async () => {
    const { data, rows } = await api(await lab.as('root'), 'Load', { id: 40 });
    expect([data.root, rows]).toEqual([1, []]);
    expect(await api(await lab.as('root'), 'Save', { id: 40, version: data.version, rows: '[]' })).toMatchObject({
      code: 312,
      remark: '$rightsRoot',
    });
    expect((await api(await lab.as('root'), 'Effect', { id: 40 })).code).toBe(312);
  });
  it('nobody changes a role that he has himself', async () => {
    expect(await save('boss', 44, [plan('List', 2)])).toMatchObject({ code: 312, remark: '$roleOwn' });
    expect((await api(await lab.as('boss'), 'Load', { id: 44 })).data.own).toBe(1);
  });
  it.each([
    ['an item that he has not', plan(',List,Delete,', 1, { hide: ',secret,' })],
    ['a wider scope', plan(',List,', 2, { hide: ',secret,' })],
    ['a field that he does not see', plan(',List,', 1)],
    ['a table of which he has nothing', { code: 'vault', items: ',List,', range: 0 }],
  ])('nobody gives %s', async (_, row) => {
    expect(await save('boss', 45, [row])).toMatchObject({ code: 312, remark: '$rightsBeyond' });
    // nor does he hear how many rows that would be
    const told = await api(await lab.as('boss'), 'Effect', { id: 45, rows: JSON.stringify([row]) });
    expect(told).toMatchObject({ code: 312, remark: '$rightsBeyond' });
    expect(ticked(await group(45, 'plan'))).toEqual([]);
  });
  it('nor takes what he has not', async () => {
    expect(await save('boss', 43, [plan('', 2)])).toMatchObject({
      ...{ code: 312, remark: '$rightsBeyond' },
      data: { what: { zh_CN: expect.any(String), en_US: expect.any(String) } },
    });
    expect(ticked(await group(43, 'plan'))).toContain('List');
  });
  it('nor, as the rows of his department, to who belongs to another one', async () => {
    expect(await save('boss', 45, [plan(',List,', 1, { hide: ',secret,' })])).toMatchObject({ code: 312, remark: '$rightsBeyond' });
    expect((await save('boss', 45, [plan(',List,', 0, { hide: ',secret,' })])).code).toBe(200);
    expect((await save('boss', 45, [plan('', 0)])).code).toBe(200);
  });
  it('nor anything to who also works in a domain that he has not; a role that nobody has there is his', async () => {
    const works = (...domains: number[]) =>
      lab.base.db.query('update app."user" set domain_entities = $1, status = 2 where company_id = 1 and id = 6', [domains]);
    const row = plan(',List,', 0, { hide: ',secret,' });
    await works(11, 12);
    expect(await save('boss', 45, [row])).toMatchObject({ code: 312, remark: '$roleElsewhere' });
    expect(await api(await lab.as('boss'), 'Effect', { id: 45, rows: JSON.stringify([row]) })).toMatchObject({ code: 312 });
    expect(ticked(await group(45, 'plan'))).toEqual([]);
    // who has the domain too may
    await lab.base.db.query('update app."user" set domain_entities = $1 where company_id = 1 and id = 8', [[12, 11]]);
    expect((await save('boss', 45, [row])).code).toBe(200);
    await lab.base.db.query('update app."user" set domain_entities = $1 where company_id = 1 and id = 8', [[11]]);
    expect(await save('boss', 45, [plan('', 0)])).toMatchObject({ code: 312, remark: '$roleElsewhere' });
    // a domain that is gone gives nobody anything
    await works(11, 999);
    expect((await save('boss', 45, [plan('', 0)])).code).toBe(200);
    await lab.base.db.query(`update app."user" set domain_entities = '{11}', status = 1 where company_id = 1 and id = 6`);
  });
  it('gives what he has', async () => {
    const moved = (department: number) =>
      lab.base.db.query('update app."user" set department_entity = $1 where company_id = 1 and id = 6', [department]);
    await moved(34);
    expect((await save('boss', 45, [plan(',List,', 1, { hide: ',secret,' })])).code).toBe(200);
    expect(ticked(await group(45, 'plan'))).toEqual(['List']);
    expect((await save('boss', 45, [plan('', 1)])).code).toBe(200);
    await moved(32);
  });
});

describe('ADMIN-01 what is no right is refused whole', () => {
  it.each([
    ['a group that is none', { code: 'ghost', items: ',List,', range: 0 }, 317],
    ['an item that is none', plan(',List,Fly,'), 317],
    ['an item that the table does not take', { code: 'vault', items: ',Review,', range: 0 }, 317],
    ['a field that is none', plan(',List,', 2, { hide: ',ghost,' }), 317],
    ['a scope that is none', plan(',List,', 3), 317],
    ['an item on fewer rows that is not given', plan(',List,', 2, { range_own: ',Modify,' }), 317],
    ['an item on fewer rows that only looks', plan(',List,', 2, { range_own: ',List,' }), 317],
    ['an item on two ranges', plan(',List,Modify,', 2, { range_own: ',Modify,', range_department: ',Modify,' }), 317],
    ['an item on no fewer rows than the table', plan(',List,Modify,', 1, { range_department: ',Modify,' }), 317],
    ['an item on its own rows where the table is so', plan(',List,Modify,', 0, { range_own: ',Modify,' }), 317],
    ['an item on fewer rows that is none', plan(',List,', 2, { range_own: ',Fly,' }), 317],
    ['a statement', plan(",List,'; drop table fw.role_grant; --,"), 317],
    ['a key that is none', plan(',List,', 2, { admin: 1 }), 317],
  ])('%s', async (_, row, code) => {
    const before = await versionOf(43);
    expect((await save('root', 43, [plan(',List,', 0), row])).code).toBe(code);
    expect(await versionOf(43)).toBe(before);
  });
  it('a group twice, a flag that is none, no version', async () => {
    expect((await save('root', 43, [plan(',List,'), plan(',List,')])).code).toBe(317);
    expect((await save('root', 43, [], { flags: ',GHOST,' })).code).toBe(317);
    expect((await api(await lab.as('root'), 'Save', { id: 43 })).code).toBe(314);
  });
});

describe('ADMIN-01 ADMIN-02 what is saved holds from the next call on', () => {
  it('Load names suites, groups, items, scope and fields', async () => {
    const { rows } = await api(await lab.as('root'), 'Load', { id: 43 });
    const suites = [...new Set(rows!.map((row) => row.suite))];
    for (const suite of suites) {
      const some = rows!.filter((row) => row.suite === suite);
      expect(some.map((row) => row.rowspan)).toEqual([some.length, ...some.slice(1).map(() => 0)]);
    }
    expect(rows!.find((row) => row.code === 'plan')).toMatchObject({ name: 'plan', name_en: 'plan', checked: 1, range: 2 });
    expect(rows!.find((row) => row.code === 'role').items.map((item: { code: string }) => item.code)).toContain('Auth');
    const types = rows!.flatMap((row) => row.items.map((item: { code: string; type: number }) => [item.code, item.type].join(' ')));
    expect([...new Set(types)].toSorted()).toEqual([
      'Account 1',
      'Add 0',
      'Auth 1',
      'Delete 1',
      'Export 0',
      'List 0',
      'Modify 1',
      'Review 0',
    ]);
  });
  it('ADMIN-01 B5 Load says of each field on which others of its group it hangs whether that is shown, open or demanded', async () => {
    const { def } = lab.house.catalogueOf(null).table('plan')!.fields.get('memo')!;
    Object.assign(def, { need_where: 'secret>5&num=1', view_where: 'id>0' });
    try {
      const { fields } = (await group(43, 'plan')) as unknown as { fields: { code: string; hangs?: string[] }[] };
      const hanging = fields.filter(({ hangs }) => hangs !== undefined);
      expect(hanging).toMatchObject([{ code: 'plan.memo', hangs: ['plan.secret', 'plan.num'] }]);
    } finally {
      for (const key of ['need_where', 'view_where'] as const) delete def[key];
    }
  });
  it('List counts who is active and has each', async () => {
    const { rows } = await api(await lab.as('root'), 'List');
    expect(rows!.map(({ id, root, members }) => [id, root, members])).toEqual([
      [40, 1, 2],
      [41, 0, 2],
      [42, 0, 3],
      [43, 0, 1],
      [44, 0, 1],
      [45, 0, 1],
      [46, 0, 2],
    ]);
  });
  it('items, scope and fields; a bare rule and the same rule field by field are one', async () => {
    const page = async () => read(await lab.as('none'), 'Page', { cloud: 'plan' });
    expect((await page()).code).toBe(312);
    await lab.put('plan', { company_id: 1, subcompany_id: 11, key_name: '甲', secret: 5, create_entity: 2, department_entity: 34 });
    expect((await save('root', 45, [plan(',List,', 2, { hide: ',plan.secret,' })])).code).toBe(200);
    const seen = await page();
    expect([seen.total, Object.keys(seen.rows![0]!)]).toEqual([1, expect.not.arrayContaining(['secret'])]);
    const [stored] = await lab.base.db.query<{ hide_uids: string[] }>(
      `select hide_uids from fw.role_grant where company_id = 1 and role_id = 45 and group_uid = 'lab.plan'`,
    );
    expect(stored!.hide_uids).toEqual(['lab.plan:lab.plan.secret']);
    expect((await save('root', 45, [plan(',List,', 1)])).code).toBe(200);
    expect((await page()).total).toBe(0);
    expect((await save('root', 45, [plan('', 1)])).code).toBe(200);
    expect((await page()).code).toBe(312);
  });
  it('ADMIN-08 what everybody has is given and taken by no role: it is kept with what the role says of its fields, and with nothing else', async () => {
    const stored = () =>
      lab.base.db.query(`select items, hide_uids from fw.role_grant where company_id = 1 and role_id = 45 and group_uid = 'sys.todo'`);
    const [list] = (await group(45, 'todo')).items;
    expect(list).toMatchObject({ code: 'List', checked: 1, everyone: 1 });
    expect((await group(45, 'plan')).items[0]).toMatchObject({ code: 'List', everyone: 0 });
    for (const items of [',List,', '']) {
      expect((await save('root', 45, [{ code: 'todo', items, range: 0, hide: ',todo.remark,' }])).code).toBe(200);
      expect(await stored()).toEqual([{ items: ['List'], hide_uids: [expect.stringMatching(/^sys\.todo:/)] }]);
    }
    expect((await save('root', 45, [{ code: 'todo', items: ',List,', range: 0 }])).code).toBe(200);
    expect(await stored()).toEqual([]);
  });
  it('an item on fewer rows than are seen: its action stands on those alone, and the save says the same; why names what hinders', async () => {
    await lab.base.db.query('update app."user" set role_entities = array[45] where company_id = 1 and id = 6');
    const own = await lab.put('plan', {
      company_id: 1,
      subcompany_id: 11,
      key_name: '己',
      create_entity: 6,
      department_entity: 34,
      owner_entity: 6,
    });
    const other = await lab.put('plan', {
      company_id: 1,
      subcompany_id: 11,
      key_name: '他',
      create_entity: 2,
      department_entity: 34,
      owner_entity: 2,
    });
    expect((await save('root', 45, [plan(',List,Modify,', 2, { range_own: ',Modify,' })])).code).toBe(200);
    const item = (await group(45, 'plan')).items.find(({ code }: { code: string }) => code === 'Modify');
    expect(item).toMatchObject({ checked: 1, type: 1, value: '0' });
    const session = await lab.as('none');
    const page = await read(session, 'Page', { cloud: 'plan', rows: '50' });
    const acts = (id: number) => (page.rows!.find((row) => row.id === id)!._actions as { op: string }[]).map(({ op }) => op);
    expect([acts(own).includes('Modify'), acts(other).includes('Modify'), acts(other).includes('Show')]).toEqual([true, false, true]);
    const why = (id: number) => api(rootSession, 'Why', { user: 6, cloud: 'plan', id, act: 'Modify' });
    const rootSession = await lab.as('root');
    expect((await why(own)).data).toMatchObject({ allowed: 1 });
    const told = await why(other);
    expect([told.data.allowed, told.rows!.map(({ gives, range, group_range, holds }) => [gives, range, group_range, holds])]).toEqual([
      0,
      [[1, 0, 2, 0]],
    ]);
    const { rows } = await api(rootSession, 'Changes', { id: 45 });
    expect(rows![0]!.groups[0].after).toMatchObject({ range: 2, range_own: ',Modify,', range_department: '' });
    // what the table's range takes in no longer, goes by it again
    expect((await save('root', 45, [plan('', 2)])).code).toBe(200);
    await lab.base.db.query(`delete from app."plan" where id in (${own}, ${other})`);
  });
  it('a uid that the definitions do not know any more stays as it stands', async () => {
    await lab.base.db.query(
      `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, hide_uids) values
       (1, 45, 'away', 2, '{List}', '{}'), (1, 45, 'lab.plan', 2, '{List,Fly}', '{lab.plan:gone}')`,
    );
    expect((await save('root', 45, [plan(',List,Modify,', 2)])).code).toBe(200);
    expect(
      await lab.base.db.query(
        `select group_uid, items, hide_uids from fw.role_grant where company_id = 1 and role_id = 45 order by group_uid`,
      ),
    ).toEqual([
      { group_uid: 'away', items: ['List'], hide_uids: [] },
      { group_uid: 'lab.plan', items: ['List', 'Modify', 'Fly'], hide_uids: ['lab.plan:gone'] },
    ]);
    await lab.base.db.query('delete from fw.role_grant where company_id = 1 and role_id = 45');
  });
  it('flags open and close modules', async () => {
    expect((await save('root', 45, [], { flags: ',SYS,' })).code).toBe(200);
    expect((await api(await lab.as('root'), 'Load', { id: 45 })).data.flags).toContainEqual(
      expect.objectContaining({ code: 'SYS', key_name: '系统管理', key_name_en: 'System', checked: 1 }),
    );
    expect((await save('root', 45, [], { flags: '' })).code).toBe(200);
  });
  it('who saves what somebody else has changed meanwhile gets 311, with whom, and changes nothing', async () => {
    const seen = await versionOf(45);
    expect((await save('root', 45, [plan(',List,', 0)])).code).toBe(200);
    const late = await api(await lab.as('admin'), 'Save', { id: 45, version: seen, rows: JSON.stringify([plan(',List,', 2)]) });
    expect(late).toMatchObject({
      code: 311,
      remark: '$roleStale',
      data: { who: { key_name: '企业管理员' }, version: await versionOf(45) },
    });
    expect((await group(45, 'plan')).range).toBe(0);
    await save('root', 45, [plan('', 0)]);
  });
  it('two at once: one of them is saved', async () => {
    const version = await versionOf(45);
    const session = await lab.as('root');
    const answers = await Promise.all(
      [0, 1].map((range) => api(session, 'Save', { id: 45, version, rows: JSON.stringify([plan(',List,', range)]) })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 311]);
    await save('root', 45, [plan('', 0)]);
  });
  it('what stands already is no change', async () => {
    const version = await versionOf(43);
    const { rows } = await api(await lab.as('root'), 'Changes', { id: 43 });
    expect(await api(await lab.as('root'), 'Save', { id: 43, version, rows: '[]' })).toMatchObject({ code: 200, data: { version } });
    expect((await api(await lab.as('root'), 'Changes', { id: 43 })).rows).toEqual(rows);
  });
  it('all of them are read, page by page, with how many there are; beyond the last there are none', async () => {
    const [{ n } = { n: 0 }] = await lab.base.db.query<{ n: number }>(
      'select count(*)::int as n from fw.role_change where company_id = 1 and role_id = 42',
    );
    expect(n).toBe(0);
    await lab.base.db.query(
      `insert into fw.role_change (company_id, role_id, number, at, user_entity, before, after)
       select 1, 42, n, now(), 9, '{"grants": [], "flags": []}', '{"grants": [], "flags": ["SYS"]}' from generate_series(1, 250) n`,
    );
    const root = await lab.as('root');
    const numbers = async (form: object) => {
      const { code, rows, total } = await api(root, 'Changes', { id: 42, ...form });
      return { code, total, ends: [rows?.[0]?.number, rows?.at(-1)?.number] };
    };
    expect(await numbers({})).toEqual({ code: 200, total: 250, ends: [250, 151] });
    expect(await numbers({ page: 2 })).toEqual({ code: 200, total: 250, ends: [150, 51] });
    expect(await numbers({ page: 3, rows: 100 })).toEqual({ code: 200, total: 250, ends: [50, 1] });
    expect(await numbers({ page: 13, rows: 20 })).toEqual({ code: 200, total: 250, ends: [10, 1] });
    expect(await numbers({ page: 4 })).toEqual({ code: 200, total: 250, ends: [undefined, undefined] });
    for (const form of [{ page: 0 }, { rows: 101 }, { page: 'x' }]) expect((await numbers(form)).code).toBe(317);
    await lab.base.db.query('delete from fw.role_change where company_id = 1 and role_id = 42');
  });
  it('who changed what, and when, is kept; the security log has a line of it', async () => {
    await save('root', 45, [plan(',List,', 1)]);
    await save('admin', 45, [plan(',List,Modify,', 2)]);
    const { rows } = await api(await lab.as('root'), 'Changes', { id: 45 });
    expect(rows!.slice(0, 2)).toMatchObject([
      {
        user: { key_name: '管理员' },
        time: '2026-11-21 10:20:00',
        groups: [{ code: 'plan', before: { range: 1, items: ',List,' }, after: { range: 2, items: ',List,Modify,' } }],
      },
      { user: { key_name: '企业管理员' }, groups: [{ code: 'plan', before: null, after: { range: 1, items: ',List,' } }] },
    ]);
    const logged = await lab.base.db.query(
      `select op, actor, reason from fw.security_log where target = 'role 45' and reason = 'ok' order by at, actor desc limit 1`,
    );
    expect(logged).toEqual([{ op: '/cloud/app/sys/user/api/RoleApi?op=Save', actor: 9, reason: 'ok' }]);
    await save('root', 45, [plan('', 0)]);
  });
});
