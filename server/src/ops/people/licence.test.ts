import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#protocol/testing-person.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { setFileRoom, setMaxUsers } from '#server/signin/company/seats.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';

const USER = '/cloud/app/sys/user/api/UserApi';
const FULL = (max: number) => ({ code: 307, remark: '$users_full', data: { max } });

let app: TestApp;
let admin: Person;
let people: { id: number; login_name: string }[];
beforeAll(async () => {
  app = await testApp(diskFiles('/nonexistent'));
  admin = await app.signIn('admin');
  people = await app.base.db.query(
    `select u.id, u.login_name from app."user" u where company_id = 1 and status = 1 and deleted_time is null
      and not exists (select from app."role" r where r.company_id = 1 and r.id = any(u.role_entities) and r.root = 1) order by id`,
  );
});
afterAll(() => app?.close());
beforeEach(async () => {
  await setMaxUsers(app.base.db, app.house, 'demo', null);
});

const active = async () =>
  (
    await app.base.db.query<{ n: number }>(
      `select count(*)::int as n from app."user" where company_id = 1 and status = 1 and deleted_time is null`,
    )
  )[0]!.n;
const bound = async (most: number) => setMaxUsers(app.base.db, app.house, 'demo', most);
const act = (op: string, ...ids: number[]) => admin.call(USER, op, { id: ids.join(',') });
const signIn = async (username: string, password?: string) => app.call('/sys', 'Login', await app.loginBody(username, 'demo', password));

describe('AUTH-17 307: no more active users than the licence allows', () => {
  it('nobody becomes active beyond it, and who stays active is saved as ever; one who goes makes room', async () => {
    const [one, two] = people.slice(-2).map(({ id }) => id) as [number, number];
    await act('Disable', one);
    await bound(await active());
    expect(await act('Enable', one)).toMatchObject(FULL(await active()));
    expect((await admin.call('/app', 'Modify', { cloud: 'user', id: two, key_name: '改名' })).code).toBe(200);
    await act('Disable', two);
    expect((await act('Enable', one)).code).toBe(200);
    await bound(1000);
    expect((await act('Enable', two)).code).toBe(200);
  });

  it('E12 of two at once for one place exactly one gets it', async () => {
    const [one, two] = people.slice(-2).map(({ id }) => id) as [number, number];
    for (let round = 0; round < 5; round += 1) {
      await act('Disable', one, two);
      const most = (await active()) + 1;
      await bound(most);
      await Promise.all([act('Enable', one), act('Enable', two)]);
      expect(await active()).toBe(most);
    }
    await bound(1000);
    await act('Enable', one, two);
  });

  it('another company’s people take no place', async () => {
    const [other] = await app.base.db.query<{ id: number; company_id: number }>(
      `select id, company_id from app."user" where company_id <> 1 and status = 1 and deleted_time is null limit 1`,
    );
    await bound(await active());
    const set = (status: number) =>
      app.base.db.query('update app."user" set status = $3 where company_id = $1 and id = $2', [other!.company_id, other!.id, status]);
    await set(2);
    await set(1);
  });

  it('AUTH-17 where the number was lowered: 307 for the last who came, after the right password only; the first and administrators sign in', async () => {
    const last = people.at(-1)!;
    await bound(1);
    expect((await signIn(last.login_name, 'wrong-Passw0rd')).code).toBe(304);
    expect(await signIn(last.login_name)).toMatchObject(FULL(1));
    expect((await signIn('admin')).code).toBe(200);
    await bound(await active());
    expect((await signIn(last.login_name)).code).toBe(200);
    await bound((await active()) - 1);
    expect((await signIn(last.login_name)).code).toBe(307);
    expect((await signIn(people[0]!.login_name)).code).toBe(200);
  });

  it('who is disabled hears that he is, not of the licence; it is no way past a lock', async () => {
    const last = people.at(-1)!;
    await act('Disable', last.id);
    await bound(1);
    expect((await signIn(last.login_name)).code).toBe(303);
    await bound(1000);
    await act('Enable', last.id);
  });

  it('the operator’s number is refused for a company that is none', async () => {
    await expect(setMaxUsers(app.base.db, app.house, 'nobody', 5)).rejects.toThrow('no company nobody');
    await expect(setFileRoom(app.base.db, app.house, 'nobody', 5)).rejects.toThrow('no company nobody');
    await setFileRoom(app.base.db, app.house, 'demo', 5);
    const files = () => app.base.db.query('select file_mb as mb from fw.company where login_name = $1', ['demo']);
    expect(await files()).toEqual([{ mb: 5 }]);
    await setFileRoom(app.base.db, app.house, 'demo', null);
    expect(await files()).toEqual([{ mb: null }]);
  });
});
