import { pathToFileURL } from 'node:url';
import { chooseSuites, findSuites } from '#server/installed.ts';
import { tell } from './suites/tell.ts';

/**
 * `npm run suites [CODE…]`: what is wrong with the suites below `suites`, or with these and those that they require, before anything is
 * started: file, place, reason, and below it what to do. Ends with 1 where a start would be refused.
 */
async function main(): Promise<void> {
  const folder = `${process.cwd()}/suites/`;
  const codes = process.argv.slice(2);
  const { suites } = await findSuites(pathToFileURL(folder));
  const { text, refused } = tell(codes.length ? chooseSuites(suites, codes) : suites, folder);
  process.stdout.write(`${text}\n`);
  process.exitCode = refused ? 1 : 0;
}

main().catch((error: Error) => {
  process.stdout.write(`  ${error.message}\n`);
  process.exitCode = 1;
});
