/** `npm run attack NAME …`: the long versions of attacks that run short and seeded in CI. Each prints its report; dated ones are kept in bench/results. */
const ATTACKS: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<string>>>> = {
  outages: async () => (await import('./faults/outages-command.ts')).outagesCommand,
  rolling: async () => (await import('./faults/outages-command.ts')).rollingCommand,
  ids: async () => (await import('./table.ts')).idsCommand,
  foreign: async () => (await import('./foreign/command.ts')).foreignCommand,
  twin: async () => (await import('./twin/command.ts')).twinCommand(),
  literals: async () => (await import('./literals/command.ts')).literalsCommand(),
  fuzz: async () => (await import('./input/fuzz-command.ts')).fuzzCommand,
  soundness: async () => (await import('./soundness/command.ts')).soundnessCommand,
  model: async () => (await import('./model/command.ts')).modelCommand,
  kills: async () => (await import('./faults/command.ts')).killsCommand,
};

async function main(): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  const attack = ATTACKS[name];
  if (!attack) throw new Error(`npm run attack ${Object.keys(ATTACKS).join(' | ')}`);
  process.stdout.write(`${await (await attack())(args)}\n`);
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
