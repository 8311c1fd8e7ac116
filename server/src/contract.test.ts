import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '#protocol/testing-person.ts';
import { diskFiles } from './ports/files-disk.ts';
import { type TestApp, testApp } from './testing-app.ts';

interface Example {
  path: string;
  op: string;
  as: string | null;
  form: Record<string, string>;
  code: number;
  found: Record<string, unknown> | null;
}

/** The examples of docs/contract.md. */
function examplesOf(text: string): Example[] {
  return [...text.matchAll(/```call\n([\s\S]*?)```/g)].map(([, block]) => {
    const lines = block!.trim().split('\n');
    const [, path, op, , as] = /^POST (\S+)\?op=(\w+)( as (\w+))?$/.exec(lines[0]!)!;
    const end = lines.findIndex((line) => line.startsWith('=> '));
    const form = Object.fromEntries(
      lines.slice(1, end).map((line) => [line.slice(0, line.indexOf(' = ')), line.slice(line.indexOf(' = ') + 3)]),
    );
    const rest = lines.slice(end + 1).join('\n');
    return { path: path!, op: op!, as: as ?? null, form, code: Number(lines[end]!.slice(3)), found: rest ? JSON.parse(rest) : null };
  });
}

let app: TestApp;
let folder: string;
const examples = examplesOf(await readFile(new URL('../../docs/contract.md', import.meta.url), 'utf8'));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formwork-contract-'));
  app = await testApp(diskFiles(folder));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('docs/contract.md', () => {
  it('has examples', () => expect(examples.length).toBeGreaterThan(15));
  it.each(examples.map((example, at) => [`${at + 1} ${example.op} as ${example.as ?? 'nobody'} is ${example.code}`, example] as const))(
    'WIRE-01 %s',
    async (_, example) => {
      const { status, ...answer } = await app.call(example.path, example.op, example.form, example.as);
      expect([status, answer.code], JSON.stringify(answer).slice(0, 500)).toEqual([200, example.code]);
      if (example.found) expect(answer).toMatchObject(example.found);
    },
  );
});

describe('the demonstration over the wire', () => {
  const inDomain = async (
    username: string,
    domain: number,
    work: (page: (form: Record<string, string>) => Promise<{ code: number; total?: number; rows?: unknown[] }>) => Promise<void>,
  ) => {
    const moved = await app.call('/cloud/app/sys/user/api/UserApi', 'SetDomain', { id: String(domain) }, username);
    expect(moved.code).toBe(200);
    const token = String(moved.data?.token);
    await work((form) => call(app.server, '/app', 'Page', form, token));
  };

  it('LIST-11 378 projects of New York are found by word, sorted and paged to the end', async () => {
    await inDomain('admin', 2, async (page) => {
      expect((await page({ cloud: 'project', exact: '1', rows: '1' })).total).toBe(378);
      const last = await page({ cloud: 'project', rows: '10', page: '38', filters: JSON.stringify({ sort: [['total_price', 'desc']] }) });
      expect(last.rows).toHaveLength(8);
      expect((await page({ cloud: 'project', exact: '1', filters: JSON.stringify({ key_word: 'bridge' }) })).total).toBe(38);
    });
  });

  it('B4 viewer is bounded to his department: some of the power units, not all', async () => {
    await inDomain('viewer', 3, async (page) => {
      const all = (await page({ cloud: 'power_unit', exact: '1', rows: '1' })).total!;
      expect(all).toBeGreaterThan(0);
      expect(all).toBeLessThan(7203);
    });
  });

  it('B20 the other company sees nothing of it, by any id', async () => {
    for (const id of ['1', '5', '130']) {
      expect((await app.call('/app', 'Get', { cloud: 'initiation', id }, 'admin2', 'other')).code).toBe(315);
    }
    const seen = await app.call('/app', 'Page', { cloud: 'project', rows: '100', exact: '1' }, 'admin2', 'other');
    expect(seen.rows?.every((row) => !JSON.stringify(row).includes('远山'))).toBe(true);
    expect((await app.call('/cloud/app/sys/user/api/UserApi', 'SetDomain', { id: '1' }, 'admin2', 'other')).code).toBe(312);
  });

  it('A7 a cloud that is no table of mine is 312, whatever it is called', async () => {
    for (const cloud of [
      'pg_shadow',
      'information_schema.tables',
      'user;drop',
      '__proto__',
      'constructor',
      '../x',
      'message[web',
      'PROJECT',
      'x'.repeat(1_000_000),
    ]) {
      expect([cloud.slice(0, 30), (await app.call('/app', 'Page', { cloud }, 'applicant')).code]).toEqual([cloud.slice(0, 30), 312]);
    }
  });

  it('A17 values of a form that cannot be read are 317 for Reviewer too', async () => {
    for (const data of [
      '{"department_entity":"abc"}',
      '{"department_entity":1e30}',
      '{"department_entity":{"id":{}}}',
      '{"est_price":"1e400"}',
      '{"plan_begin":"zz"}',
    ]) {
      expect([data, (await app.call('/flow', 'Reviewer', { cloud: 'initiation', event: '11', data }, 'applicant')).code]).toEqual([
        data,
        317,
      ]);
    }
  });

  it('A17 an instant that no calendar of ours has is 317', async () => {
    for (const as_of of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00', '2026-02-30T00:00:00Z', 'yesterday']) {
      expect([as_of, (await app.call('/app', 'Page', { cloud: 'project', as_of }, 'applicant')).code]).toEqual([as_of, 317]);
    }
  });

  it('G1 A17 to-dos are a view that keeps no past: as_of is 317, History 312', async () => {
    const answer = await app.call('/app', 'Page', { cloud: 'todo', as_of: '2026-11-21T00:00:00Z' }, 'applicant');
    expect([answer.code, answer.data]).toEqual([317, { field: 'as_of' }]);
    for (const id of ['1', '999999999']) {
      expect((await app.call('/app', 'History', { cloud: 'todo', id }, 'applicant')).code).toBe(312);
    }
  });

  it('G1 LIST-09 a table whose own order goes by the name of a reference can be searched', async () => {
    for (const op of ['Page', 'List']) {
      const answer = await app.call('/app', op, { cloud: 'project_stage', filters: '{"key_word":"W-"}' }, 'president');
      expect([op, answer.code]).toEqual([op, 200]);
    }
  });

  it('B9 Add makes a new record, whatever id it is sent', async () => {
    const before = await app.call('/app', 'Get', { cloud: 'initiation', id: '1' }, 'applicant');
    const added = await app.call('/app', 'Add', { cloud: 'initiation', id: '1', version: '1', key_name: '新的一条' }, 'applicant');
    expect([added.code, added.data?.id === 1]).toEqual([200, false]);
    expect((await app.call('/app', 'Get', { cloud: 'initiation', id: '1' }, 'applicant')).data).toEqual(before.data);
  });

  it.each([
    ['/cloud/app/sys/user/api/UserApi', 'SetDomain'],
    ['/cloud/app/sys/user/api/UserApi', 'ModifyPwd'],
    ['/cloud/app/sys/user/api/RoleApi', 'Load'],
    ['/cloud/app/apaas/account/api/AccountApi', 'Domain'],
    ['/cloud/hrsj/api/report/DesktopApi', 'DesktopApi'],
  ])('WIRE-06 %s?op=%s is answered at that path, letter for letter, and at no other', async (path, op) => {
    const nowhere = { code: 403 };
    expect(await app.call(path, op, {}, 'admin')).not.toMatchObject(nowhere);
    for (const other of [path.toLowerCase(), path.toUpperCase(), `${path}/`, path.replace('/cloud', ''), path.replace('/api/', '/')])
      expect(await app.call(other, op, {}, 'admin'), other).toMatchObject(nowhere);
    for (const other of [op.toLowerCase(), `${op}s`]) expect(await app.call(path, other, {}, 'admin'), other).toMatchObject(nowhere);
  });

  it('WIRE-08 B14 what changes the session stands alone: no SetDomain in a Queue', async () => {
    const actions = JSON.stringify([{ path: '/cloud/app/sys/user/api/UserApi', op: 'SetDomain', id: 2 }]);
    expect((await app.call('/sys', 'Queue', { actions }, 'applicant')).rows).toMatchObject([{ code: 403 }]);
  });

  it('C6 a multipart body that is broken off is 317', async () => {
    const { token } = await app.signIn('applicant');
    for (const [type, payload] of [
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="cloud"\r\n\r\ninitiation'],
      ['multipart/form-data', '--x'],
    ] as const) {
      const answer = await app.inject({ method: 'POST', url: '/app?op=Upload', headers: { 'content-type': type, token }, payload });
      expect([200, 400, 415]).toContain(answer.statusCode);
      expect(JSON.parse(answer.body).code).toBe(317);
    }
  });

  it('AUTH-10 leader has the leadership view only, so no module opens', async () => {
    expect((await app.call('/cloud/hrsj/api/report/DesktopApi', 'DesktopApi', {}, 'leader')).data).toMatchObject({ zb: 0, SYS: 0, EI: 1 });
    expect((await app.call('/sys', 'LoadNav', {}, 'leader')).rows).toEqual([]);
  });
});
