import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '#protocol/testing-person.ts';
import { createCredential } from '../credential.ts';
import { findSession } from '../session.ts';
import { loginWhole as login, loginBody, stranger, type TestHouse, testHouse } from '../testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.base.close());

const verifier = () => ({ storedKey: randomBytes(32), serverKey: randomBytes(32) });
const called = (id: number, login_name: string) =>
  house.db.tx((tx) => createCredential(tx, house.keys, { company_id: 1, id, subname: 'demo', login_name }, verifier()));

it('AUTH-13 whose name another got since keeps no session of before, also once he has a password again', async () => {
  const { token } = await login(house, await loginBody(house, 'zhang3', PASSWORD, 'demo'), stranger());
  expect(await findSession(house, token, { background: true })).not.toBeNull();
  await house.db.query(
    `insert into fw.remembered (selector, family, company_id, user_id, epoch, device, sid, sealed, expires_at) values ('s', 'f', 1, 2, 1, '', '', '', now() + interval '1 day')`,
  );
  await called(3, 'zhang3');
  await called(2, 'zhang4');
  const [left] = await house.db.query<{ sessions: number; remembered: number }>(
    `select (select count(*)::int from fw.session where user_id = 2) as sessions, (select count(*)::int from fw.remembered where user_id = 2) as remembered`,
  );
  expect(left).toEqual({ sessions: 0, remembered: 0 });
  house.at = new Date(house.at.getTime() + 2_000);
  expect(await findSession(house, token, { background: true })).toBeNull();
});
