import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { sweepSignIn } from '#server/signin/sweep.ts';
import { type TestDatabase, testDatabase } from './testing.ts';
import { ACROSS, evened } from './testing-across.ts';
import { unfenced } from './testing-fence.ts';
import { hear } from './testing-heard.ts';

it.each([
  ['select 1', []],
  ['select id from app."user" where company_id = $1', []],
  ['select id from app."user" where id = $1', ['app.user']],
  ['select t.id from app.a t join app.b u on u.company_id = t.company_id and u.id = t.b where t.company_id = $1', []],
  ['select t.id from app.a t join app.b u on u.id = t.b where t.company_id = $1', ['app.b']],
  ['select t.id from app.a t join app.b u on u.company_id = t.company_id', ['app.a', 'app.b']],
  ['select id from app.a t where t.company_id = $1 and exists (select 1 from fw.n n where n.id = t.id)', ['fw.n']],
  ['select id from app.a t where t.company_id = $1 and exists (select 1 from fw.n t where t.id = 3)', ['fw.n']],
  ['with c as (select id, company_id from fw.n where company_id = $1) select t.id from app.a t, c where t.company_id = c.company_id', []],
  ['insert into fw.n (company_id, id) select company_id, id from app.a where company_id = $1', []],
  ['insert into fw.n (company_id, id) select $1, id from app.a', ['app.a']],
  ['insert into fw.n (id) values (1)', ['fw.n']],
  ['update fw.n set x = 1 where (company_id, id) = ($1, $2)', []],
  ['update fw.n n set x = 1 from app.a a where n.id = a.id and n.company_id = $1', ['app.a']],
  ['delete from fw.n where company_id = any($1) and id = 1', []],
  ['delete from fw.n', ['fw.n']],
  ['select * from (select id from app.a t where t.company_id = $1 union all select id from hist.a t where t.company_id = $1) t', []],
  ['select * from (select id from app.a t where t.company_id = $1 union all select id from hist.a t) t', ['hist.a']],
  ['select c.id from fw.company c join app.a t on t.company_id = c.id where c.id = $1', []],
  ['select c.id from fw.company c join app.a t on t.company_id = c.id', ['fw.company', 'app.a']],
  ['select id from app.a where company_id = $1 or open = 1', ['app.a']],
  ['select id from app.a where (company_id = $1 and x = 1) or (company_id = $1 and y = 2)', []],
  ['select id from app.a where (company_id = $1 and x = 1) or y = 2', ['app.a']],
  ['select id from app.a where not company_id = $1', ['app.a']],
  ['select id from app.a where company_id <> $1', ['app.a']],
  ['select id from app.a where company_id >= $1', ['app.a']],
  ['select company_id = $1 from app.a', ['app.a']],
  ['select id from app.a order by company_id = $1', ['app.a']],
  ['select id from app.a where case when company_id = $1 then true else x = 1 end', ['app.a']],
  ['select id from app.a -- where company_id = $1', ['app.a']],
  ['select id from app.a /* company_id = $1 */ where name = $$ company_id = $1 $$', ['app.a']],
  ['select id as company_id from app.a where x = $1', ['app.a']],
  ['select id from app.a where company_id = department_entity', ['app.a']],
  ['select id from app.a where company_id = company_id', ['app.a']],
  ['select id from app.a where false', []],
  ['select id from app.a where false or company_id = $1', []],
  ['select id from app.a where true or company_id = $1', ['app.a']],
  ['select id from app.a t where exists (select from fw.n n where n.company_id = t.company_id and n.company_id = $1)', ['app.a']],
  ['select t.id from app.a t left join app.b u on u.company_id = t.company_id where t.company_id = $1', []],
  ['select t.id from app.a t left join app.b u on u.company_id = t.company_id and t.company_id = $1', ['app.a', 'app.b']],
  ['select t.id from app.a t left join app.b u on u.company_id = $1', ['app.a']],
  ['select t.id from app.a t full join app.b u on u.company_id = t.company_id and t.company_id = $1', ['app.a', 'app.b']],
  ['select t.id from app.a t, app.b u where t.company_id = $1 and u.company_id = t.company_id', []],
  ['select t.id from app.a t, lateral (select id from app.b u where u.company_id = t.company_id) b where t.company_id = $1', []],
  [
    'select t.id from app.a t join app.b u on u.id = (select id from app.c where x = t.id) and u.company_id = t.company_id where t.company_id = $1',
    ['app.c'],
  ],
  [
    'with gone as (delete from fw.n where id = $1 returning id) select id from app.a where company_id = $1 and id in (select id from gone)',
    ['fw.n'],
  ],
  [
    'with recursive up as (select id from app.a where company_id = $1 union select a.id from app.a a join up on up.id = a.parent) select id from up',
    ['app.a'],
  ],
  ['select id from app.a where company_id in (select id from fw.company where id = $1)', []],
  ['select id from app.a where company_id in (select id from fw.company)', ['fw.company']],
  ['select u.id from app."user" u join fw.company c on c.id = u.company_id and lower(c.login_name) = $1', []],
  ['insert into fw.n values (1, 2)', ['fw.n']],
  [
    'insert into fw.n (company_id, id) values ($1, $2) on conflict (company_id, id) do update set x = (select x from app.a limit 1)',
    ['app.a'],
  ],
  ['update fw.n set company_id = $1', ['fw.n']],
  ['delete from fw.n n using app.a a where a.company_id = $1 and n.company_id = a.company_id', []],
  ['delete from fw.n n using app.a a where a.company_id = $1 and n.id = a.id', ['fw.n']],
  ['select id from session', ['session']],
  ['copy app.a to stdout', ['app.a']],
  ['truncate fw.n', ['fw.n']],
  ['select 1; delete from fw.n', ['fw.n']],
  ['begin', []],
])('%s', async (text, expected) => {
  expect(await unfenced(text)).toEqual(expected);
});

it('what may cross companies is still said by a statement of the product', () => {
  const root = new URL('../', import.meta.url).pathname;
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.ts$/.test(path) && !/test/.test(path));
  const texts = paths.map((path) => evened(readFileSync(root + path, 'utf8')));
  for (const { table, says } of ACROSS)
    expect(
      texts.some((text) => text.includes(says ? evened(says) : table)),
      `${table}: ${says}`,
    ).toBe(true);
});

it('a statement of the product is told of unless its reason is known, and one of a test is not', async () => {
  const { db } = await given();
  await db.query('create schema fw; create table fw.session (company_id int)');
  const heard = hear({ ...db, query: async () => [] });
  await heard.db.query('select 1 from fw.session');
  expect(await heard.unfenced(db)).toEqual([]);
  await sweepSignIn(heard.db, new Date());
  expect(await heard.unfenced(db, [])).toEqual([expect.stringMatching(/^fw\.session: delete from fw\.session where ctid/)]);
  expect(await heard.unfenced(db)).toEqual([]);
});

const made: TestDatabase[] = [];
async function given(): Promise<TestDatabase> {
  made.push(await testDatabase());
  return made.at(-1)!;
}
afterAll(() => Promise.all(made.map((one) => one.close())));
