import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anotherUser, type House, killPostgres, makeHouse, postmaster, query, realHome, statusOf } from './testing-house.ts';

const isRoot = process.getuid?.() === 0;
// Many starts with fsync: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 600_000 });

let house: House;
afterEach(() => house.raze());

const passwd = readFileSync('/etc/passwd', 'utf8');

describe('the embedded database starts', () => {
  it('as root: PostgreSQL runs as another user, who has a passwd entry; as anybody else as himself', async () => {
    house = await makeHouse();
    const served = await house.serve();
    const uid = statusOf(postmaster(house.dataDir)!, 'Uid');
    expect(uid === String(process.getuid?.())).toBe(!isRoot);
    expect(passwd).toMatch(new RegExp(`:${uid}:`));
    expect(realHome(house.dataDir)).toBe(join(house.dataDir, 'postgres'));
    await served.end();
    expect(postmaster(house.dataDir)).toBeUndefined();
  });

  it('as an ordinary user (uid 1000), also where the programs belong to root and lack their links', async () => {
    const user = isRoot ? anotherUser() : undefined;
    house = await makeHouse({ owner: user, own: true });
    if (isRoot) dropLinks(house.native);
    const served = await house.serve(user);
    expect(statusOf(postmaster(house.dataDir)!, 'Uid')).toBe(String(user?.uid ?? process.getuid?.()));
    if (isRoot) expect(readdirSync(house.dataDir).filter((name) => name.startsWith('postgresql-'))).toHaveLength(1);
    await served.end();
  });

  it('below a folder that only its owner may enter: programs and cluster stand where the other user can reach them', async () => {
    house = await makeHouse({ closed: true });
    const first = await house.serve();
    await first.query('create table t as select 1 as n');
    await first.end();
    const moved = isRoot ? house.sharedHome : house.dataDir;
    expect(realHome(house.dataDir).startsWith(moved)).toBe(true);
    expect(readdirSync(house.sharedHome).filter((name) => name.startsWith('postgresql-'))).toHaveLength(isRoot ? 1 : 0);
    const second = await house.serve();
    expect(await second.query('select n from t')).toEqual([{ n: 1 }]);
    await second.end();
  });

  it('after an install without scripts: the library links are put back from pg-symlinks.json', async () => {
    house = await makeHouse({ own: true });
    const links = dropLinks(house.native);
    expect(links.length).toBeGreaterThan(5);
    const served = await house.serve();
    expect(linksIn(house.native)).toEqual(links);
    await served.end();
  });

  it('while others hold the usual ports', async () => {
    const taken = await Promise.all([5432, 8000].map(occupy));
    house = await makeHouse();
    const served = await house.serve();
    expect(['5432', '8000']).not.toContain(new URL(served.url).port);
    await served.end();
    for (const server of taken) server?.close();
  });
});

describe('the embedded database is', () => {
  it('UTF-8 with C.UTF-8 and ICU, durable, checked by password only, owned by no superuser', async () => {
    house = await makeHouse();
    const served = await house.serve();
    const [found] =
      await served.query(`select pg_encoding_to_char(encoding) as encoding, datctype as ctype, datlocale as locale, current_user as name,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync, current_setting('full_page_writes') as pages,
        current_setting('data_checksums') as checksums, current_setting('is_superuser') as super,
        exists (select from pg_collation where collname = 'zh-x-icu') as icu from pg_database where datname = current_database()`);
    expect(found).toEqual({
      encoding: 'UTF8',
      ctype: 'C.UTF-8',
      locale: 'C.UTF-8',
      name: 'formwork',
      fsync: 'on',
      sync: 'on',
      pages: 'on',
      checksums: 'on',
      super: 'off',
      icu: true,
    });
    const rules = await query<{ method: string }>(served.adminUrl, 'select distinct auth_method as method from pg_hba_file_rules');
    expect(rules).toEqual([{ method: 'scram-sha-256' }]);
    const stranger = new URL(served.adminUrl);
    stranger.password = 'wrong';
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(house.dataDir, 'keys/postgres.json')).mode & 0o077).toBe(0);
    expect((await query<{ path: string }>(served.adminUrl, "select current_setting('unix_socket_directories') as path"))[0]?.path).toBe('');
    await served.end();
  });

  it('silent about values: its log names errors, not what was stored', async () => {
    house = await makeHouse();
    const served = await house.serve();
    await served.query('create table t (word text unique)');
    await served.query("insert into t values ('canary')");
    await expect(served.query("insert into t values ('canary')")).rejects.toThrow('duplicate');
    await served.end();
    const log = readFileSync(join(house.dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('canary');
  });
});

describe('nothing acknowledged is lost', () => {
  it('node killed: PostgreSQL lives on and is adopted', async () => {
    house = await makeHouse();
    const first = await house.serve();
    await first.query('create table t as select 1 as n');
    const pid = postmaster(house.dataDir);
    await first.kill();
    const second = await house.serve();
    expect([second.adopted, postmaster(house.dataDir), second.url]).toEqual([true, pid, first.url]);
    expect(await second.query('select n from t')).toEqual([{ n: 1 }]);
    await second.end();
  });

  it('everything killed in the middle of writing, three times over', async () => {
    house = await makeHouse();
    let served = await house.serve();
    await served.query('create table t (n int primary key)');
    let acknowledged = 0;
    for (let round = 0; round < 3; round += 1) {
      const { url } = served;
      const writing = (async () => {
        for (;;) {
          await query(url, `insert into t values (${acknowledged + 1})`);
          acknowledged += 1;
        }
      })().catch(() => undefined);
      const goal = acknowledged + 20;
      while (acknowledged < goal) await sleep(1);
      killPostgres(house.dataDir);
      await served.kill();
      await writing;
      served = await house.serve();
      expect(served.adopted).toBe(false);
      const [found] = await served.query<{ n: number }>('select max(n) as n, count(*)::int as rows from t');
      expect(found?.n === acknowledged || found?.n === acknowledged + 1).toBe(true);
      acknowledged = found!.n;
    }
    await served.end();
  });

  it('PostgreSQL killed under a running server: it comes back on the same address', async () => {
    house = await makeHouse();
    const served = await house.serve();
    await served.query('create table t as select 1 as n');
    killPostgres(house.dataDir);
    const back = async (): Promise<unknown> => served.query('select n from t').catch(() => sleep(50).then(back));
    expect(await back()).toEqual([{ n: 1 }]);
    await served.end();
  });

  it('PostgreSQL killed and not yet reaped: the zombie holds nobody up', async () => {
    house = await makeHouse();
    const stuck = await house.serve();
    const pid = postmaster(house.dataDir)!;
    stuck.process.kill('SIGSTOP');
    process.kill(pid, 'SIGKILL');
    while (statusOf(pid, 'State') !== 'Z') await sleep(10);
    const served = await house.serve();
    expect(served.adopted).toBe(false);
    expect(statusOf(pid, 'State')).toBe('Z');
    // The one that slept finds its folder taken and gives up.
    const gone = new Promise((resolve) => stuck.process.on('exit', resolve));
    stuck.process.kill('SIGCONT');
    expect(await gone).toBe(1);
    expect(await served.query('select 1 as n')).toEqual([{ n: 1 }]);
    await served.end();
  });

  it('a lock whose pid meanwhile belongs to another program', async () => {
    house = await makeHouse();
    const first = await house.serve();
    const lock = join(house.dataDir, 'postgres/postmaster.pid');
    const text = readFileSync(lock, 'utf8');
    await first.end();
    const owner = statSync(join(house.dataDir, 'postgres'));
    const other = spawn('sleep', ['300'], isRoot ? { uid: owner.uid, gid: owner.gid } : {});
    writeFileSync(lock, text.replace(/^\d+/, String(other.pid)));
    const served = await house.serve();
    expect(served.adopted).toBe(false);
    other.kill();
    await served.end();
  });

  it('a backend that outlives its killed server is ended first', async () => {
    house = await makeHouse();
    const first = await house.serve();
    const busy = query(first.url, 'select count(*) from generate_series(1, 100000000000) n').catch(() => 'ended');
    const running = () =>
      query(first.adminUrl, "select 1 from pg_stat_activity where query like '%generate_series(1%' and pid <> pg_backend_pid()");
    while ((await running()).length === 0) await sleep(20);
    killPostgres(house.dataDir);
    await first.kill();
    const served = await house.serve();
    expect(await busy).toBe('ended');
    await served.end();
  });
});

describe('E15 the role that serves is not the one that owns', () => {
  const roles = `select rolname as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as strong, rolname = (
    select datdba::regrole::text from pg_database where datname = 'formwork') as owner from pg_roles where rolname like 'formwork%' order by 1`;
  const two = [
    { name: 'formwork', strong: false, owner: true },
    { name: 'formwork_app', strong: false, owner: false },
  ];

  it('each has a password of its own', async () => {
    house = await makeHouse();
    const served = await house.serve();
    expect(await query(served.adminUrl, roles)).toEqual(two);
    expect(await query(served.servingUrl, 'select current_user as name')).toEqual([{ name: 'formwork_app' }]);
    const kept = JSON.parse(readFileSync(join(house.dataDir, 'keys/postgres.json'), 'utf8')) as Record<string, string>;
    expect(new Set(Object.values(kept)).size).toBe(3);
    await served.end();
  });

  it('a folder of before there were two keeps its owner, its rows and its password, and gets the other one', async () => {
    house = await makeHouse();
    const before = await house.serve();
    await before.query('create table t as select 1 as n');
    await query(before.adminUrl, 'drop role formwork_app');
    const path = join(house.dataDir, 'keys/postgres.json');
    const { superuser, owner } = JSON.parse(readFileSync(path, 'utf8'));
    await before.end();
    writeFileSync(path, JSON.stringify({ superuser, app: owner }), { mode: 0o600 });
    const after = await house.serve();
    expect(await query(after.adminUrl, roles)).toEqual(two);
    expect(await after.query('select n from t')).toEqual([{ n: 1 }]);
    await expect(query(after.servingUrl, 'select n from t')).rejects.toThrow('permission denied');
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    expect(kept).toEqual({ superuser, owner, app: expect.not.stringContaining(owner) });
    expect(statSync(path).mode & 0o077).toBe(0);
    await after.end();
    const again = await house.serve();
    expect([again.url.split(':')[2], again.servingUrl.split(':')[2]]).toEqual([after.url.split(':')[2], after.servingUrl.split(':')[2]]);
    await again.end();
  });

  it('a role that a crash left with another password, or with a power, is brought back to what the folder says', async () => {
    house = await makeHouse();
    const before = await house.serve();
    await query(before.adminUrl, `alter role formwork_app createdb password 'other'`);
    await before.end();
    const after = await house.serve();
    expect(await query(after.adminUrl, roles)).toEqual(two);
    await query(after.servingUrl, 'select 1');
    await after.end();
  });
});

describe('one server uses a data folder', () => {
  it('a second one is refused, the first works on', async () => {
    house = await makeHouse();
    const first = await house.serve();
    await expect(house.serve()).rejects.toThrow(`another server uses the data folder ${house.dataDir}`);
    expect(await first.query('select 1 as n')).toEqual([{ n: 1 }]);
    await first.end();
  });

  it('of two that start on an empty folder at once one serves', async () => {
    house = await makeHouse();
    const both = await Promise.allSettled([house.serve(), house.serve()]);
    const served = both.filter((one) => one.status === 'fulfilled');
    expect(served).toHaveLength(1);
    expect(String((both.find((one) => one.status === 'rejected') as PromiseRejectedResult).reason)).toContain(
      'another server uses the data folder',
    );
    expect(
      readdirSync(house.dataDir)
        .filter((name) => !name.startsWith('postgresql-'))
        .sort(),
    ).toEqual(['keys', 'postgres', 'postgres.log']);
    await served[0]?.value.end();
  });

  it('without its passwords the cluster is not touched', async () => {
    house = await makeHouse();
    await (await house.serve()).end();
    rmSync(join(house.dataDir, 'keys'), { recursive: true });
    await expect(house.serve()).rejects.toThrow('keys/postgres.json is missing');
    expect(existsSync(join(house.dataDir, 'keys'))).toBe(false);
  });

  it('a folder of another user is refused with a sentence', async () => {
    house = await makeHouse();
    await (await house.serve()).end();
    if (!isRoot) return expect(statSync(house.dataDir).uid).toBe(process.getuid?.());
    chmodSync(house.dataDir, 0o777);
    await expect(house.serve(anotherUser())).rejects.toThrow('start as its owner, or choose another DATA_DIR');
  });
});

function linksIn(native: string): string[] {
  return readdirSync(join(native, 'lib'), { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => entry.name)
    .sort();
}

function dropLinks(native: string): string[] {
  const links = linksIn(native);
  for (const name of links) rmSync(join(native, 'lib', name));
  return links;
}

function occupy(port: number) {
  return new Promise<ReturnType<typeof createServer> | undefined>((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
