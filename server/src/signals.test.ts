import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

/** A process that says "ready", and at a signal "stopping"; it has stopped when its input ends. */
async function program(withinMs = 60_000) {
  const text = `import { stopOnSignal } from '${import.meta.dirname}/signals.ts';
    stopOnSignal(['SIGTERM', 'SIGINT'], (signal) => {
      console.log(signal);
      return new Promise((resolve) => process.stdin.on('end', () => resolve(true)).resume());
    }, ${withinMs}, () => console.log('forced'));
    process.stdin.pause();
    setInterval(() => undefined, 1000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', text], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  const ended = new Promise<[number | null, string]>((resolve) => child.on('close', (code) => resolve([code, said])));
  child.stdout.on('data', (part) => {
    said += part;
  });
  while (!said.includes('ready\n')) await once(child.stdout, 'data');
  return { child, ended, heard: async () => (said.includes('SIG') ? undefined : void (await once(child.stdout, 'data'))) };
}

it('6 a signal stops in order; the same one passed on twice, as npm does, changes nothing', async () => {
  const { child, ended, heard } = await program();
  child.kill('SIGINT');
  child.kill('SIGINT');
  await heard();
  child.stdin.end();
  expect(await ended).toEqual([0, 'ready\nSIGINT\n']);
});

it('6 a second signal later on ends it at once, and so does the limit', async () => {
  const impatient = await program();
  impatient.child.kill('SIGTERM');
  await impatient.heard();
  await sleep(1_200);
  impatient.child.kill('SIGTERM');
  expect(await impatient.ended).toEqual([1, 'ready\nSIGTERM\nforced\n']);
  const slow = await program(50);
  slow.child.kill('SIGTERM');
  expect(await slow.ended).toEqual([1, 'ready\nSIGTERM\nforced\n']);
});
