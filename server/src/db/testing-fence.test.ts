import { expect, it } from 'vitest';
import { unfenced } from './testing-fence.ts';

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
  ['select c.id from fw.company c join app.a t on t.company_id = c.id', []],
])('%s', async (text, expected) => {
  expect(await unfenced(text)).toEqual(expected);
});
