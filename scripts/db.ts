import { installed, MIGRATIONS } from '#server/compose.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { applySync, describePlan, planFor } from '#server/meta/sync/apply.ts';

/**
 * `npm run db plan` prints what table sync would do to the database of the settings; `npm run db apply [-- --allow-destructive]` does it.
 * Both need the server to be stopped when it uses the embedded database.
 */
const [command, ...flags] = process.argv.slice(2);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  if (command !== 'plan' && command !== 'apply') throw new Error('npm run db plan, or npm run db apply [-- --allow-destructive]');
  const config = readConfig(process.env);
  const catalogue = installed();
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, say, troubled: (error) => say(String(error)) });
  try {
    await migrate(database.db, MIGRATIONS);
    const plan =
      command === 'plan'
        ? await planFor(database.db, catalogue)
        : await applySync(database.db, catalogue, { allowDestructive: flags.includes('--allow-destructive') });
    say(describePlan(plan));
  } finally {
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
