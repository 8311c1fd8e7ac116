import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';

/** Schemas, tables, rights and default rights, as PostgreSQL's own catalogue has them. */
const standing = ({ db }: TestDatabase) =>
  db.query(`
    select 'schema' as kind, nspname::text as name, nspacl::text as rights from pg_namespace where nspname not like 'pg\\_%'
    union all select 'relation', n.nspname || '.' || relname, relacl::text
      from pg_class c join pg_namespace n on n.oid = relnamespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'
    union all select 'default', format('%s %s', defaclobjtype, nspname), defaclacl::text
      from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace
    order by 1, 2`);

test('R2 E15 npm run db plan prints the steps of a start and changes neither tables nor rights', async () => {
  const base = await testDatabase();
  try {
    await base.db.query('create schema app; create table app.mine (id int); grant truncate on app.mine to public');
    const before = await standing(base);
    const { stdout } = await promisify(execFile)('node_modules/.bin/tsx', ['scripts/db.ts', 'plan'], {
      env: { ...process.env, DATABASE_URL: base.servingUrl, DATABASE_OWNER_URL: base.url },
      maxBuffer: 64 << 20,
    });
    expect(stdout).toMatch(/^-- engine step \S+\/\S+$/m);
    expect(stdout).toMatch(/create table app\.\S*user/i);
    expect(await standing(base)).toEqual(before);
  } finally {
    await base.close();
  }
});
