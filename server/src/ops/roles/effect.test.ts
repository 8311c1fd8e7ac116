import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import { fillWorld, seeded } from '#server/access/testing-world.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { lab as suite } from '#server/records/testing-suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { reads } from '../app/testing-call.ts';
import { roleApi } from './testing-roles.ts';

let lab: Lab;
let api: ReturnType<typeof roleApi>;
let read: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab();
  api = roleApi(lab);
  read = reads(lab);
  await fillWorld(lab.base.db, [sys, suite], 60, 7);
});
afterAll(() => lab?.close());

const MEMBERS: Readonly<Record<number, readonly string[]>> = {
  41: ['own', 'mixed'],
  42: ['dept', 'nodept', 'mixed'],
  43: ['all'],
  46: ['own', 'dept'],
};
const OFFERED = { plan: ['List', 'Modify', 'Delete'], request: ['List', 'Modify', 'Review'], folder: ['List'] };
const TABLES = { plan: ['plan'], request: ['request'], folder: ['folder'] } as const;
const ITEMS = ['List', 'Add', 'Modify', 'Delete', 'Review'];

/** What one person really gets: acts, how many rows, which fields. */
async function really(login: string) {
  const session = await lab.as(login);
  const access = await openAccess(lab.house, session);
  const acts = new Set<string>();
  const rows: Record<string, number> = {};
  const fields: Record<string, Set<string> | null> = {};
  for (const cloud of Object.keys(TABLES)) {
    for (const item of ITEMS) if (access.may(access.table(cloud), item)) acts.add(`${cloud} ${item}`);
    const page = await read(session, 'Page', { cloud, exact: '1', rows: '1' });
    rows[cloud] = page.code === 200 ? page.total! : 0;
    const table = page.code === 200 ? await read(session, 'LoadTable', { key_name: cloud }) : null;
    fields[cloud] = table && new Set((table.data as { fields: { field_name: string }[] }).fields.map(({ field_name }) => field_name));
  }
  return { acts, rows, fields };
}

/** Lines as RoleApi says them, out of what people really got before and after. */
function differences(before: Awaited<ReturnType<typeof really>>[], after: Awaited<ReturnType<typeof really>>[]): string[] {
  const lines: string[] = [];
  const told = (name: string, more: number, less: number, most = '') => {
    if (more || less) lines.push(`${name} +${more} -${less}${most}`);
  };
  const count = (holds: (at: number) => boolean) => before.filter((_, at) => holds(at)).length;
  for (const cloud of Object.keys(TABLES)) {
    for (const item of ITEMS) {
      const key = `${cloud} ${item}`;
      const more = count((at) => !before[at]!.acts.has(key) && after[at]!.acts.has(key));
      told(
        `item ${key}`,
        more,
        count((at) => before[at]!.acts.has(key) && !after[at]!.acts.has(key)),
      );
    }
    const by = before.map((one, at) => after[at]!.rows[cloud]! - one.rows[cloud]!);
    const most = ` ${Math.max(0, ...by)}/${Math.max(0, ...by.map((each) => -each))}`;
    told(`rows ${cloud}`, by.filter((each) => each > 0).length, by.filter((each) => each < 0).length, most);
    const both = before.map((_, at) => at).filter((at) => before[at]!.fields[cloud] && after[at]!.fields[cloud]);
    const names = new Set(both.flatMap((at) => [...before[at]!.fields[cloud]!, ...after[at]!.fields[cloud]!]));
    for (const name of names) {
      const [had, has] = [before, after].map((list) => both.map((at) => list[at]!.fields[cloud]!.has(name))) as [boolean[], boolean[]];
      told(`sees ${cloud}.${name}`, had.filter((one, n) => !one && has[n]).length, had.filter((one, n) => one && !has[n]).length);
    }
  }
  return lines.sort();
}

describe('ADMIN-02 what would change', () => {
  it('is what really changes for those who have the role, with their other roles, whatever is saved', async () => {
    const pick = seeded(29);
    const root = await lab.as('root');
    let told = 0;
    for (let round = 0; round < 24; round += 1) {
      const id = [41, 42, 43, 46][pick(4)]!;
      const version = (await api(root, 'Load', { id })).data.version;
      const group = (code: string) => {
        const taken = OFFERED[code as keyof typeof OFFERED].filter(() => pick(3) > 0);
        const hide = ['amount'].filter(() => code !== 'folder' && pick(2) > 0);
        return { code, items: taken.length ? `,${taken.join(',')},` : '', range: pick(3), hide: hide.length ? `,${hide.join(',')},` : '' };
      };
      const all = Object.keys(TABLES).filter(() => pick(2) > 0);
      const rows = JSON.stringify(all.map(group));
      const people = MEMBERS[id]!;
      const before = await Promise.all(people.map(really));
      const said = await api(root, 'Effect', { id, rows });
      expect(said.code, rows).toBe(200);
      expect((await api(root, 'Save', { id, version, rows })).code).toBe(200);
      const after = await Promise.all(people.map(really));
      const lines = said
        .rows!.filter(({ kind, way }) => kind !== 'field' || way === 'sees')
        .map((line) => {
          const most = line.kind === 'rows' ? ` ${line.most_more}/${line.most_less}` : '';
          const name = { item: `item ${line.group} ${line.item}`, rows: `rows ${line.table}`, field: `sees ${line.table}.${line.field}` };
          return `${name[line.kind as keyof typeof name]} +${line.more} -${line.less}${most}`;
        })
        .filter((line) => !line.includes('plan_item'))
        .sort();
      expect(lines, `round ${round} role ${id} ${rows}`).toEqual(differences(before, after));
      expect(said.data.members).toBe(people.length);
      told += lines.length;
    }
    expect(told).toBeGreaterThan(40);
  });
  it('writes nothing, and refuses what Save would refuse as no right', async () => {
    const root = await lab.as('root');
    const { version } = (await api(root, 'Load', { id: 43 })).data;
    expect((await api(root, 'Effect', { id: 43, rows: JSON.stringify([{ code: 'plan', items: '', range: 0 }]) })).code).toBe(200);
    expect((await api(root, 'Load', { id: 43 })).data.version).toBe(version);
    expect((await api(root, 'Effect', { id: 43, rows: JSON.stringify([{ code: 'ghost', items: '', range: 0 }]) })).code).toBe(317);
  });
  it('of a role that nobody has it touches nobody', async () => {
    await lab.put('role', { company_id: 1, code: 'fresh', key_name: '新', root: 0 });
    const [row] = await lab.base.db.query<{ id: number }>(`select id from app."role" where code = 'fresh'`);
    const rows = JSON.stringify([{ code: 'plan', items: ',List,', range: 2 }]);
    expect(await api(await lab.as('root'), 'Effect', { id: row!.id, rows })).toMatchObject({ data: { members: 0, changed: 0 }, rows: [] });
  });
});

describe('ADMIN-02 why', () => {
  it('never says another thing than the gate, for every person, table and record', async () => {
    const admin = await lab.as('admin');
    const wide = { ...admin, domains: [...admin.domains] };
    let [yes, no] = [0, 0];
    for (const cloud of ['plan', 'request', 'folder', 'vault']) {
      const found = await lab.base.db.query<{ id: number }>(
        `select id from app."${cloud}" where company_id = 1 and deleted_time is null ${cloud === 'vault' ? '' : 'and subcompany_id = 11'} order by id limit 12`,
      );
      for (const login of ['own', 'dept', 'all', 'nodept', 'none', 'mixed', 'root']) {
        const session = await lab.as(login);
        for (const { id } of found) {
          const said = await api(wide, 'Why', { user: session.user.id, cloud, id });
          if (said.code === 315) continue;
          const shown = await read(session, 'Get', { cloud, id });
          expect([said.data.allowed, said.data.offered], `${login} ${cloud} ${id} ${JSON.stringify(said)}`).toEqual(
            shown.code === 200 ? [1, 1] : [0, 0],
          );
          const holds = said.data.ground && (said.data.todo || said.data.root || said.rows!.some((row) => row.holds));
          expect(Boolean(holds), `${login} ${cloud} ${id} ${JSON.stringify(said)}`).toBe(shown.code === 200);
          if (shown.code === 200) yes += 1;
          else no += 1;
        }
      }
    }
    expect(Math.min(yes, no)).toBeGreaterThan(30);
  });
  it('315 for a record that the reader does not see, and for nobody', async () => {
    const root = await lab.as('root');
    expect((await api(root, 'Why', { user: 3, cloud: 'plan', id: 999999 })).code).toBe(315);
    const [row] = await lab.base.db.query<{ id: number }>(
      `select id from app."plan" where company_id = 1 and deleted_time is null and subcompany_id = 11 limit 1`,
    );
    expect((await api(root, 'Why', { user: 10, cloud: 'plan', id: row!.id })).code).toBe(315);
    expect((await api(root, 'Why', { user: 3, cloud: 'ghost', id: row!.id })).code).toBe(312);
    expect((await api(root, 'Why', { user: 3, cloud: 'plan', id: row!.id, act: 'Fly' })).code).toBe(317);
  });
});
