import { pathToFileURL } from 'node:url';
import { findSuites } from '#server/find-suites.ts';
import { tell } from './suites/tell.ts';

/**
 * `npm run suites [CODE…]`: what is wrong with the suites below `suites`, or with these and those that they require, and with the rows that
 * they and their demonstrations bring, before anything is started: file, place, reason, and below it what to do. Ends with 1 where a start
 * would be refused.
 */
async function main(): Promise<void> {
  const folder = `${process.cwd()}/suites/`;
  const codes = process.argv.slice(2);
  const { text, refused } = await tell(await findSuites(pathToFileURL(folder)), folder, codes);
  process.stdout.write(`${text}\n`);
  process.exitCode = refused ? 1 : 0;
}

main().catch((error: Error) => {
  process.stdout.write(`  ${error.message}\n`);
  process.exitCode = 1;
});
