import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outside, openOutside, stranger } from '../outside.ts';

let it: Outside;
beforeAll(async () => {
  it = await openOutside();
  await it.sql('update app."role" set factor = 1 where company_id = 1 and code = \'finance\'');
});
afterAll(() => it?.close());

const login = async (username: string) => it.say('/sys?op=Login', await it.app.loginBody(username), { remoteAddress: stranger() });
const factor = (form: Record<string, string>, address = stranger()) => it.say('/sys?op=Factor', form, { remoteAddress: address });

test('E9 E12 between password and code nobody is signed in: the answer holds no token, and the ticket is none anywhere', async () => {
  const told = await login('finance');
  expect([told.code, told.remark, Object.keys(told.data!).sort()]).toEqual([102, '$factorSetUp', ['set_up', 'sign', 'ticket']]);
  const ticket = String(told.data!.ticket);
  expect((await it.say('/sys?op=Counts', {}, { token: ticket })).code).toBe(401);
  expect((await it.say(`/app?op=Preview&key_name=x&tk=${ticket}`, {}, { method: 'GET' })).code).toBe(401);
  expect((await factor({ ticket, code: '000000' })).code).toBe(301);
});

test('E1 who has none, who is unknown and who types a wrong password are not told apart by what a second factor would add', async () => {
  const wrong = { ...(await it.app.loginBody('finance')), password: 'A'.repeat(43) };
  const nobody = { ...(await it.app.loginBody('nobody7')), password: 'A'.repeat(43) };
  const other = { ...(await it.app.loginBody('legal')), password: 'A'.repeat(43) };
  const said = await Promise.all([wrong, nobody, other].map((body) => it.say('/sys?op=Login', body, { remoteAddress: stranger() })));
  expect(new Set(said.map(({ bytes }) => bytes.replace(/"duration":\d+/, ''))).size).toBe(1);
  expect(said[0]!.code).toBe(304);
});

test('E4 A17 what is sent in place of a ticket or a code is refused as any other, and a flood of it is limited', async () => {
  for (const form of [{}, { ticket: 'x' }, { code: '123456' }]) expect((await factor(form as Record<string, string>)).code).toBe(314);
  for (const ticket of ["' or 1=1--", '%', 'A'.repeat(43), 'A'.repeat(60)])
    expect((await factor({ ticket, code: '123456' })).code, ticket).toBe(401);
  expect((await factor({ ticket: 'A'.repeat(61), code: '1' })).code).toBe(316);
  const { data } = await login('finance');
  const address = stranger();
  const codes = new Set<number>();
  for (let round = 0; round < 6; round += 1) codes.add((await factor({ ticket: String(data!.ticket), code: '000000' }, address)).code);
  expect([...codes]).toEqual([301, 309]);
});
