import { openJobs, openServer } from '#server/compose.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { expireLate } from '#server/flow/act/clock/expire.ts';
import type { House } from '#server/meta/house.ts';
import { faultOf, injectFault } from '#server/ports/fault.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { houseOf } from '../lab.ts';

/** A server of the faults' house as a process of its own, told by its parent which fault comes next. Built and started by process.ts. */
async function main(): Promise<void> {
  const house = houseOf(createDb(process.env.DATABASE_URL!), diskFiles(process.env.FILES!));
  await house.db.query('select 1');
  const app = await openServer(house, { web: '/nonexistent', logger: false });
  const url = await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' });
  if (process.env.JOBS) await openJobs(house, app.server, () => undefined);
  process.on('message', (said: string) => void heard(house, said).then((answer) => process.send!(answer)));
  process.on('disconnect', () => process.exit(0));
  process.send!({ url });
}

/** The fault that comes next; or what the clock does every minute, done now. */
async function heard(house: House, said: string): Promise<object> {
  if (said === 'the clock') return { expired: await expireLate(house, (error) => process.stderr.write(`${error.stack}\n`)) };
  injectFault(said ? faultOf(said) : undefined);
  return { armed: said };
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
