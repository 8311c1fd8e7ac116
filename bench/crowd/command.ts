import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { answered, asForm, byAddress } from '#protocol/testing-person.ts';
import { childrenOf, cpuOfAll, freePort, memoryOf } from '../processes.ts';
import { type Base, onBase } from '../stage.ts';
import { makeCases } from './cases.ts';
import { arrive, hammer, type Met } from './load.ts';
import { type Call, createScript, crowdOf, type Kind, type Person } from './people.ts';

/** CROWD_SECONDS of each rate (600 for a record), CROWD_RATES a second, CROWD_WORKERS server processes in turn, CROWD_PEOPLE. */
const numbers = (name: string, otherwise: string) => (process.env[name] ?? otherwise).split(',').map(Number);
const SECONDS = numbers('CROWD_SECONDS', '30')[0]!;
const RATES = numbers('CROWD_RATES', '98,197,500');
const WORKERS = numbers('CROWD_WORKERS', '1,2');
const PEOPLE = numbers('CROWD_PEOPLE', '1000')[0]!;
const WARM_SECONDS = Math.min(20, SECONDS);

/** A record takes half an hour: who waits is told where it stands. */
const doing = (what: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
};

/**
 * A thousand people of seven roles, each signed in and with a live channel, who read, look, count, search, save and decide; calls come by
 * chance, whether those before were answered or not, through one trusted proxy that names a thousand addresses.
 */
export const crowdBench = (): Promise<string> =>
  onBase('crowd', async (base) => {
    const lines: string[] = [`${PEOPLE} people, ${SECONDS} s each`, '', ...HEAD];
    const beside: string[] = [];
    for (const workers of WORKERS) {
      const port = await freePort();
      const settings = { TRUSTED_PROXIES: '127.0.0.1', WORKERS: String(workers), LOG_LEVEL: process.env.CROWD_LOG ?? 'fatal' };
      const server = await base.serve(port, settings);
      try {
        const stage = { base, port, pids: workers > 1 ? childrenOf(server.pid) : [server.pid], all: server.pid };
        lines.push(...(await ratesOf(stage, workers)));
        beside.push(await oneBeside(stage, workers));
      } finally {
        await server.stop();
      }
    }
    return [...lines, '', ...BESIDE, ...beside].join('\n');
  });

interface Stage {
  base: Base;
  port: number;
  /** the processes that serve, and the one that started them or is the only one */
  pids: readonly number[];
  all: number;
}

async function ratesOf({ base, port, pids, all }: Stage, workers: number): Promise<string[]> {
  doing(`${workers} processes: people`);
  const people = await crowdOf(base.db, base.folder, PEOPLE);
  doing('cases');
  const expected = RATES.reduce((sum, rate) => sum + rate * SECONDS * 0.03, WARM_SECONDS * 100 * 0.03) + 50;
  const script = createScript(people, await makeCases(base.db, base.folder, people, Math.ceil(expected)));
  doing('live channels');
  const channels = await openChannels(port, people);
  doing('warm');
  const lines: string[] = [];
  try {
    await arrive(port, script, 98, WARM_SECONDS);
    const idle = pids.map((pid) => memoryOf(pid).now);
    lines.push(`| ${workers} | signed in, warm | | | | | | | | ${idle.map((mb) => mb.toFixed(0)).join(', ')} |`);
    for (const rate of RATES) {
      doing(`${rate} a second`);
      const before = { server: cpuOfAll(all), database: cpuOfAll(base.postmaster) };
      const met = await arrive(port, script, rate, SECONDS);
      const cpu = { server: cpuOfAll(all) - before.server, database: cpuOfAll(base.postmaster) - before.database };
      lines.push(line(workers, rate, met, cpu, pids));
    }
  } finally {
    lines.push(`| ${workers} | live channels | ${await channels()} | | | | | | | |`);
  }
  return lines;
}

const HEAD = [
  '| processes | a second | p50, p95, p99 ms | of saves and decisions p99 | answers by code | refused: share of lists, of decisions | until refused p50, max ms | under way at most | CPU ms a call: server, PostgreSQL | RSS MB of each process |',
  '|---|---|---|---|---|---|---|---|---|---|',
];

function line(workers: number, rate: number, met: Met, cpu: { server: number; database: number }, pids: readonly number[]): string {
  const all = Object.values(met.times).flat();
  const decided = [...met.times.save, ...met.times.decision];
  const calls = all.length + met.refused.length;
  const share = (kinds: readonly Kind[]) => {
    const refused = met.refused.filter(({ kind }) => kinds.includes(kind)).length;
    const asked = refused + kinds.reduce((sum, kind) => sum + met.times[kind].length, 0);
    return `${((100 * refused) / Math.max(1, asked)).toFixed(1)} %`;
  };
  const waits = met.refused.map(({ ms }) => ms);
  const cells = [
    ...[workers, rate, `${at(all, 0.5)}, ${at(all, 0.95)}, ${at(all, 0.99)}`, at(decided, 0.99)],
    ...[JSON.stringify(met.codes).replace(/[{}"]/g, ''), `${share(['list', 'keyword'])}, ${share(['save', 'decision'])}`],
    ...[waits.length ? `${at(waits, 0.5)}, ${at(waits, 1)}` : '', met.most],
    ...[`${(cpu.server / calls).toFixed(2)}, ${(cpu.database / calls).toFixed(2)}`],
    pids.map((pid) => memoryOf(pid).peak.toFixed(0)).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

export function at(values: readonly number[], part: number): string {
  const inOrder = [...values].sort((a, b) => a - b);
  return (inOrder[Math.floor((inOrder.length - 1) * part)] ?? 0).toFixed(0);
}

const BESIDE = [
  '| processes | one asks as fast as he can, over 20 connections; beside him 100 people, 30 calls a second | p50, p95, p99 ms of the others | their answers | his answers |',
  '|---|---|---|---|---|',
];

/** One person's lists without end, beside a hundred who work by hand. */
async function oneBeside({ base, port }: Stage, workers: number): Promise<string> {
  doing('one beside a hundred');
  const people = await crowdOf(base.db, base.folder, PEOPLE);
  const [greedy, ...rest] = people.filter(({ role }) => role === 'finance' || role === 'viewer');
  const heavy = (): Call => ({
    kind: 'list',
    path: '/app?op=Page',
    form: { cloud: 'project', page: '1', rows: '100', exact: '1', stat: '1' },
  });
  const script = createScript(rest.slice(0, 99).concat(people.find(({ role }) => role === 'applicant')!), () => null);
  const seconds = Math.min(30, SECONDS);
  const [his, others] = await Promise.all([
    hammer(port, Array(20).fill(greedy) as Person[], heavy, seconds),
    arrive(port, script, 30, seconds),
  ]);
  const all = Object.values(others.times).flat();
  const said = ({ codes }: Met) => JSON.stringify(codes).replace(/[{}"]/g, '');
  return `| ${workers} | ${seconds} s | ${at(all, 0.5)}, ${at(all, 0.95)}, ${at(all, 0.99)} | ${said(others)} | ${said(his)} |`;
}

/** A live channel for everybody, held by a process of its own. Answers how to close them, which tells what came of them. */
async function openChannels(port: number, people: readonly Person[]): Promise<() => Promise<string>> {
  const listeners: object[] = [];
  for (const { token, address } of people) {
    const asked = asForm('/sys?op=Counts', { _bg: '1' }, token);
    const headers = { ...asked.headers, 'x-forwarded-for': address };
    const { data } = answered(await byAddress(`http://127.0.0.1:${port}`).send({ ...asked, headers }));
    listeners.push({ ...(data?.mqtt as { username: string; password: string; topic: string }), address });
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/crowd/channels.ts'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let said = '';
  const open = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('all are open')) resolve();
    });
  });
  child.stdin.end(JSON.stringify({ port, listeners }));
  await Promise.race([open, ended, new Promise((resolve) => setTimeout(resolve, 60_000))]);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    return said
      .split('\n')
      .filter((text) => text.startsWith('{'))
      .join(' ')
      .replace(/[{}"]/g, '');
  };
}
