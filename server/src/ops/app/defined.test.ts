import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '#server/ports/files-disk.ts';
import { type TestApp, testApp } from '#server/testing-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-defined-'));
  app = await testApp(diskFiles(folder));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const page = (as: string | null, form: Record<string, string>) => app.call('/app', 'Page', form, as);
const load = (as: string | null, key_name: string) => app.call('/sys', 'LoadTable', { key_name }, as);
const both = (as: string | null, form: Record<string, string>) => page(as, { ...form, definition: '1' });

describe('LIST-01 FRAME-04 one call for a list’s definition and its first rows', () => {
  it('needs a sign-in', async () => expect((await both(null, { cloud: 'initiation' })).code).toBe(401));

  it.each(['role', 'pg_shadow'])('%s is refused as either would be', async (cloud) => {
    expect((await page('applicant', { cloud })).code).toBe(312);
    expect((await load('applicant', cloud)).code).toBe(312);
    const answer = await both('applicant', { cloud });
    expect([answer.code, answer.data, answer.rows]).toEqual([312, undefined, undefined]);
  });

  it('nobody learns the rows of a table of which he may read the definition only', async () => {
    await app.base.db.query(`update fw.role_grant set items = array_remove(items, 'List') where group_uid = 'opendata.power_unit'`);
    await app.base.db.query(`update fw.rights_version set version = version + 1`);
    expect((await load('viewer', 'power_unit')).code).toBe(200);
    const answer = await both('viewer', { cloud: 'power_unit' });
    expect([answer.code, answer.data, answer.rows]).toEqual([312, undefined, undefined]);
  });

  it.each([
    [{ definition: '2' }, 317],
    [{ definition: 'yes' }, 317],
    [{ definition: '1', filters: '{"fields":{"password":1}}' }, 317],
    [{ definition: '1', fields: 'no_such' }, 317],
    [{ definition: '1', page: '0' }, 317],
  ])('%j is answered by %i, without a definition', async (form, code) => {
    const answer = await page('applicant', { cloud: 'initiation', ...form });
    expect([answer.code, (answer.data as { definition?: object } | undefined)?.definition]).toEqual([code, undefined]);
  });

  it.each(['initiation', 'message[web]', 'project', 'todo'])(
    'the definition of %s is LoadTable’s, and the rows are those that its columns ask for',
    async (cloud) => {
      const loaded = (await load('applicant', cloud)).data as {
        fields: { field_name: string; hidden?: 1; list_hidden?: 1; stat?: string; data_type: string }[];
      };
      const columns = loaded.fields.filter((field) => !field.hidden && !field.list_hidden && field.data_type !== 'title');
      const { definition, ...told } = (await both('applicant', { cloud, rows: '50' })).data as Record<string, unknown>;
      expect(definition).toEqual(loaded);
      const fields = ['key_name', ...columns.map((field) => field.field_name)].join(',');
      const sums = columns.some((field) => field.stat === 'SUM');
      const answer = await both('applicant', { cloud, rows: '50' });
      const alone = await page('applicant', { cloud, rows: '50', fields, ...(sums ? { stat: '1' } : {}) });
      expect(alone.code).toBe(200);
      expect(answer.rows).toHaveLength(alone.rows!.length);
      expect(answer.rows).toMatchObject(alone.rows as object[]);
      expect([answer.total, answer.total_kind, told]).toEqual([alone.total, alone.total_kind, alone.data ?? {}]);
    },
  );

  it('fields that are asked for are those that are answered, a filter narrows, and of the past the definition is of now', async () => {
    const some = await both('applicant', { cloud: 'project', fields: 'code', rows: '3', filters: '{"key_word":"港"}' });
    const alone = await page('applicant', { cloud: 'project', fields: 'code', rows: '3', filters: '{"key_word":"港"}' });
    expect(some.rows).toEqual(alone.rows);
    const past = await both('applicant', { cloud: 'project', as_of: '2020-01-01T00:00:00Z' });
    expect([past.code, past.total]).toEqual([200, 0]);
    expect((past.data as { definition: object }).definition).toEqual((await load('applicant', 'project')).data);
  });
});
