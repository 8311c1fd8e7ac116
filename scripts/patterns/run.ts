import { superLinear } from './check.ts';

/** A process of its own: proving takes seconds in which nothing else could be done. */
const wrong = await superLinear(new URL('../../', import.meta.url).pathname);
if (wrong.length > 0) {
  process.stdout.write(`${wrong.join('\n')}\n`);
  process.exitCode = 1;
}
