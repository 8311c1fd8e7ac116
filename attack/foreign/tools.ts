import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One request as it was recorded. */
export interface Recorded {
  name: string;
  port: number;
  path: string;
  form: Readonly<Record<string, string>>;
  token: string | null;
}

export interface Verdict {
  /** what it says it found; empty is nothing */
  found: string[];
  /** it reached its end within its time */
  finished: boolean;
}

function run(command: string, args: readonly string[], seconds: number): Promise<{ said: string; finished: boolean }> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { timeout: seconds * 1000, killSignal: 'SIGKILL' });
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.stderr.on('data', (part) => {
      said += part;
    });
    child.on('error', (error) => resolve({ said: String(error), finished: false }));
    child.on('close', (code) => resolve({ said, finished: code !== null }));
  });
}

/** Debian's sqlmap over one recorded request, every parameter, every technique that answers in place. */
export async function sqlmap(request: Recorded, folder: string, seconds: number): Promise<Verdict> {
  const body = new URLSearchParams({ _os: 'web', ...request.form }).toString();
  const head = request.token ? ['-H', `token: ${request.token}`] : [];
  const url = ['-u', `http://127.0.0.1:${request.port}${request.path}`, '--method', 'POST', '--data', body, ...head];
  const how = [
    '--batch',
    '--level',
    '1',
    '--risk',
    '1',
    '--dbms',
    'PostgreSQL',
    '--technique',
    'BEUT',
    '--flush-session',
    '--disable-coloring',
    '--time-sec',
    '2',
    '--timeout',
    '10',
  ];
  const { said, finished } = await run('sqlmap', [...url, ...how, '--output-dir', join(folder, 'sqlmap')], seconds);
  return { found: [...said.matchAll(/Parameter: (.+)\n\s+Type: (.+)/g)].map(([, parameter, type]) => `${parameter}: ${type}`), finished };
}

/** Debian's wapiti over the pages it can reach and those named. */
export async function wapiti(
  base: string,
  starts: readonly string[],
  token: string | null,
  folder: string,
  seconds: number,
): Promise<Verdict> {
  const report = join(folder, 'wapiti.json');
  const args = ['-u', base, ...starts.flatMap((start) => ['-s', start]), '-m', 'xss,sql,blindsql,exec,file,crlf,redirect,ssrf,xxe'];
  const bounds = [
    '--flush-session',
    '--max-scan-time',
    String(seconds),
    '--max-links-per-page',
    '30',
    '-d',
    '4',
    '-t',
    '10',
    '-f',
    'json',
    '-o',
    report,
  ];
  const { finished } = await run('wapiti', [...args, ...bounds, ...(token ? ['-H', `token: ${token}`] : [])], seconds + 60);
  const told = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as {
    vulnerabilities?: Record<string, { path: string; parameter: string }[]>;
  };
  const found = Object.entries(told.vulnerabilities ?? {}).flatMap(([kind, each]) =>
    each.map(({ path, parameter }) => `${kind}: ${path} ${parameter}`),
  );
  return { found, finished: finished && told.vulnerabilities !== undefined };
}

/** Debian's hydra guessing at the sign-in with a list of passwords; what it believes to have found. */
export async function hydra(port: number, who: string, passwords: readonly string[], folder: string, seconds: number): Promise<Verdict> {
  const list = join(folder, 'passwords.txt');
  await writeFile(list, passwords.join('\n'));
  const time = new Date().toISOString().slice(5, 13).replace('T', '-');
  const body = `_os=web&subname=demo&username=^USER^&password=^PASS^&time=${time}&random=4294967311&locale=zh_CN`;
  const form = `/sys?op=Login:${body}:S="code"\\:200`;
  const { said, finished } = await run(
    'hydra',
    ['-l', who, '-P', list, '-s', String(port), '-t', '4', '-I', '127.0.0.1', 'http-post-form', form],
    seconds,
  );
  return { found: [...said.matchAll(/login: \S+\s+password: \S+/g)].map(([text]) => text), finished };
}
