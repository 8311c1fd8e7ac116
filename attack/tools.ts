import { existsSync } from 'node:fs';

/** Foreign tools that some attacks need, by the Debian package that brings them, and a file of each. */
const TOOLS = {
  wfuzz: '/usr/share/wfuzz/wordlist/Injections',
  strace: '/usr/bin/strace',
  faketime: '/usr/bin/faketime',
  'mosquitto-clients': '/usr/bin/mosquitto_sub',
} as const;

export type Tool = keyof typeof TOOLS;

/**
 * Whether a tool stands on this machine, for `test.runIf(has('strace'))`. Where it does not, one line says which tests are left out;
 * with ALL_TOOLS=1, as in CI, that is an error instead.
 */
export function has(tool: Tool): boolean {
  if (existsSync(TOOLS[tool])) return true;
  if (process.env.ALL_TOOLS === '1') throw new Error(`Debian's package ${tool} is missing: apt-get install ${tool}`);
  process.stdout.write(`left out: the tests that need Debian's ${tool}\n`);
  return false;
}
