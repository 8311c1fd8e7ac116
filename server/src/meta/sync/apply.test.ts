import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { Db } from '#server/db/db.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import { sys } from '#suites/sys/suite.ts';
import { loadCatalogue } from '../load.ts';
import { catalogueOf, emptyHouse, field } from '../testing-sync.ts';
import { applySync, describePlan, verifySync } from './apply.ts';

let one: TestDatabase | undefined;
let db: Db;
beforeEach(async () => {
  await one?.close();
  one = await emptyHouse();
  db = one.db;
});
afterAll(() => one?.close());

const project = (...fields: ReturnType<typeof field>[]) => catalogueOf(testTable('project', { fields }));
const addDomain = () => db.query(`insert into app.domain (company_id, key_name) values (1, '一'), (2, '二')`);

describe('META-01 table sync', () => {
  it('makes the tables of the platform itself and then has nothing left to do', async () => {
    const catalogue = loadCatalogue([sys]);
    expect((await applySync(db, catalogue)).steps.length).toBeGreaterThan(20);
    expect(await verifySync(db, catalogue)).toEqual([]);
    expect((await applySync(db, catalogue)).steps).toEqual([]);
  });

  it('a renamed field and a renamed table keep their rows and closed versions', async () => {
    await applySync(db, project(field('code', 'text', { uid: 'u1', search: 1 }), field('amount', 'numeric', { uid: 'u2' })));
    await addDomain();
    await db.query(`insert into app.project (company_id, subcompany_id, key_name, code, amount) values (1, 1, '桥', 'A-1', 7.5)`);
    await db.query(`update app.project set code = 'A-2'`);
    const works = testTable('works', {
      uid: 'project',
      fields: [field('number', 'text', { uid: 'u1', search: 1 }), field('price', 'numeric', { uid: 'u2' })],
    });
    await applySync(db, catalogueOf(works));
    expect(await db.query('select number, price, keywords from app.works')).toEqual([
      { number: 'A-2', price: '7.500000', keywords: '\n桥\na-2' },
    ]);
    expect(await db.query('select number, price from hist.works')).toEqual([{ number: 'A-1', price: '7.500000' }]);
    const [added] = await db.query(`insert into app.works (company_id, subcompany_id) values (1, 1) returning id`);
    expect(added).toEqual({ id: 2 });
  });

  it('two fields that swap their names swap no values', async () => {
    await applySync(db, project(field('a', 'text', { uid: 'u1' }), field('b', 'text', { uid: 'u2' })));
    await addDomain();
    await db.query(`insert into app.project (company_id, subcompany_id, a, b) values (1, 1, 'first', 'second')`);
    await applySync(db, project(field('b', 'text', { uid: 'u1' }), field('a', 'text', { uid: 'u2' })));
    expect(await db.query('select a, b from app.project')).toEqual([{ a: 'second', b: 'first' }]);
  });

  it.each<[string, ReturnType<typeof project>, string]>([
    ['a dropped table', catalogueOf(), 'table project with all its rows and their history'],
    ['a narrower type', project(field('n', 'int', { uid: 'n' })), 'values of app.project.n that do not fit bigint'],
  ])('%s is refused by name without the flag, and done with it', async (_, next, lost) => {
    await applySync(db, project(field('n', 'numeric', { uid: 'n' })));
    await expect(applySync(db, next)).rejects.toThrow(lost);
    expect(await verifySync(db, project(field('n', 'numeric', { uid: 'n' })))).toEqual([]);
    await applySync(db, next, { allowDestructive: true });
    expect(await verifySync(db, next)).toEqual([]);
  });

  it('a field that is gone keeps its column, its values and their history, and comes back with them; with the flag they are dropped', async () => {
    await applySync(db, project(field('n', 'int', { uid: 'n', unique: 1 })));
    await addDomain();
    await db.query('insert into app.project (company_id, subcompany_id, n) values (1, 1, 7)');
    await db.query('update app.project set n = 8');
    const plan = await applySync(db, project());
    expect(plan.kept.map(({ name }) => name)).toEqual(['n']);
    expect(describePlan(plan)).toContain('project: column n stays with its values, though no definition names it any more');
    expect(plan.steps.some((step) => step.destructive)).toBe(false);
    expect(await verifySync(db, project())).toEqual([]);
    await db.query(`update app.project set key_name = 'x'`);
    expect(await db.query('select n from hist.project order by valid_from')).toEqual([{ n: 7 }, { n: 8 }]);
    await applySync(db, project(field('m', 'numeric', { uid: 'n', length: '24,2' })));
    expect(await db.query('select m from app.project')).toEqual([{ m: '8.00' }]);
    await applySync(db, project());
    await applySync(db, project(), { allowDestructive: true });
    expect(
      await db.query(`select table_schema from information_schema.columns where table_name = 'project' and column_name in ('n', 'm')`),
    ).toEqual([]);
    expect((await applySync(db, project())).kept).toEqual([]);
  });

  it('a field of another uid takes the name of one that is gone, and each has its own values', async () => {
    await applySync(db, project(field('n', 'int', { uid: 'u1' })));
    await addDomain();
    await db.query('insert into app.project (company_id, subcompany_id, n) values (1, 1, 7)');
    await applySync(db, project(field('n', 'text', { uid: 'u2' })));
    await db.query(`update app.project set n = 'new'`);
    await applySync(db, project(field('n', 'date', { uid: 'u3' })));
    expect(await db.query('select n, "n.1", "n.2" from app.project')).toEqual([{ n: null, 'n.1': 7, 'n.2': 'new' }]);
    await applySync(db, project(field('n', 'int', { uid: 'u1' })));
    expect((await db.query<{ n: number }>('select * from app.project'))[0]).toMatchObject({ n: 7 });
    expect(await verifySync(db, project(field('n', 'int', { uid: 'u1' })))).toEqual([]);
  });

  it('a wider type keeps the values and needs no flag', async () => {
    await applySync(db, project(field('n', 'numeric', { uid: 'n', length: '8,2' }), field('e', 'entity', { uid: 'e', source: 'domain' })));
    await addDomain();
    await db.query('insert into app.project (company_id, subcompany_id, n, e) values (1, 1, 1.25, 1)');
    await applySync(db, project(field('n', 'text', { uid: 'n' }), field('e', 'entities', { uid: 'e', source: 'domain' })));
    expect(await db.query('select n, e from app.project')).toEqual([{ n: '1.25', e: [1] }]);
  });

  it('what someone changed by hand is listed at start', async () => {
    const catalogue = project(field('code', 'text', { unique: 1 }));
    await applySync(db, catalogue);
    await db.query(`drop index app."project.code.unique"; alter table app.project disable trigger "keep.update";
      alter table app.project alter column version drop not null; alter table app.project add column stray text`);
    expect(await verifySync(db, catalogue)).toEqual([
      'app.project: drop column stray',
      'app.project: column version is always filled',
      'app.project: add index UNIQUE USING btree (company_id, subcompany_id, code) WHERE (deleted_time IS NULL)',
      'app.project: keep closed versions',
    ]);
  });

  it('R2 killed between the tables and the ledger it leaves nothing behind', async () => {
    const killed: Db = {
      ...db,
      tx: (work) =>
        db.tx((tx) =>
          work({
            query: async (text, values) => {
              if (text.startsWith('insert into fw.meta_object')) await tx.query('select pg_terminate_backend(pg_backend_pid())');
              return tx.query(text, values);
            },
          }),
        ),
    };
    await expect(applySync(killed, project())).rejects.toThrow();
    expect(await db.query(`select relname from pg_class where relnamespace in ('app'::regnamespace, 'hist'::regnamespace)`)).toEqual([]);
    expect(await db.query('select * from fw.meta_object')).toEqual([]);
  });

  it('servers that start together make the tables once', async () => {
    const catalogue = project(field('code', 'text'));
    const runs = await Promise.all([applySync(db, catalogue), applySync(db, catalogue), applySync(db, catalogue)]);
    expect(runs.filter((plan) => plan.steps.length > 0)).toHaveLength(1);
  });
});

describe('META-01 the database keeps the rules of the definitions', () => {
  const house = () =>
    applySync(
      db,
      catalogueOf(
        testTable('subject', { tenancy: 'platform' }),
        testTable('person', { tenancy: 'company', fields: [field('login', 'text', { unique: 1, length: 5 })] }),
        testTable('project', {
          fields: [
            field('owner', 'entity', { source: 'person' }),
            field('subject', 'entity', { source: 'subject' }),
            field('n', 'int'),
            field('y', 'year'),
            field('m', 'month'),
            field('t', 'time'),
          ],
        }),
      ),
    );
  const add = (table: string, values: Record<string, unknown>) => {
    const names = Object.keys(values);
    const places = names.map((_, at) => `$${at + 1}`);
    return db.query(`insert into app.${table} (${names.join(', ')}) values (${places.join(', ')}) returning id`, Object.values(values));
  };

  it('B2 a reference across companies is refused by the database itself', async () => {
    await house();
    await addDomain();
    await add('person', { company_id: 2, login: 'p' });
    await add('subject', { key_name: 's' });
    await expect(add('project', { company_id: 1, subcompany_id: 1, owner: 1 })).rejects.toThrow('331');
    await expect(add('project', { company_id: 1, subcompany_id: 2 })).rejects.toThrow('331');
    await expect(add('project', { company_id: 9, subcompany_id: 1 })).rejects.toThrow('331');
    await expect(add('person', { company_id: 9, login: 'p' })).rejects.toThrow('331');
    expect(await add('project', { company_id: 2, subcompany_id: 2, owner: 1, subject: 1 })).toEqual([{ id: 4 }]);
  });

  it('a name is taken once in a company, and free again when its row lies in the recycle bin', async () => {
    await house();
    await add('person', { company_id: 1, login: 'a' });
    await add('person', { company_id: 2, login: 'a' });
    await expect(add('person', { company_id: 1, login: 'a' })).rejects.toThrow('310');
    await db.query(`update app.person set deleted_time = now() where company_id = 1`);
    await add('person', { company_id: 1, login: 'a' });
  });

  it.each<[string, unknown, unknown]>([
    ['n', 2 ** 53, 2 ** 53 - 1],
    ['y', '20x6', '2026'],
    ['m', '2026-13', '2026-12'],
    ['t', '24:00:00', '23:59:59'],
    ['key_name', '长'.repeat(201), '长'.repeat(200)],
  ])('%s takes no value beyond its form', async (name, wrong, right) => {
    await house();
    await addDomain();
    await expect(add('project', { company_id: 1, subcompany_id: 1, [name]: wrong })).rejects.toThrow(/31[67]|331/);
    await add('project', { company_id: 1, subcompany_id: 1, [name]: right });
  });
});
