/** `npm run bench NAME [ROWS]`: measurements beside their reference in the same run. Never part of the tests. */
export const BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  history: async () => (await import('./past/history.ts')).historyBench(),
  add: async () => (await import('./adds.ts')).addBench(),
  decision: async () => (await import('./decisions.ts')).decisionBench(),
  search: async () => (await import('./pages.ts')).searchBench(),
  grouping: async () => (await import('./grouping.ts')).groupingBench(),
  bulk: async () => (await import('./bulk/bulk.ts')).bulkBench(),
  todo: async () => (await import('./todo.ts')).todoBench(),
  deep: async () => (await import('./pages.ts')).deepBench(),
  timing: async () => (await import('./timing.ts')).timingBench(),
  reads: async () => (await import('./reads.ts')).readsBench(),
  list: async () => (await import('./reads.ts')).listBench(),
  get: async () => (await import('./reads.ts')).getBench(),
  security: async () => (await import('./security.ts')).securityBench(),
  show: async () => (await import('./reads.ts')).showBench(),
  memory: async () => (await import('./reads.ts')).memoryBench(),
  crowd: async () => (await import('./crowd/command.ts')).crowdBench(),
  approvals: async () => (await import('./crowd/approvals.ts')).approvalsBench(),
  browser: async () => (await import('./browser.ts')).browserBench(),
  frames: async () => (await import('./frames/frames.ts')).framesBench(),
  leader: async () => (await import('./frames/leader.ts')).leaderBench(),
  start: async () => (await import('./reads.ts')).startBench(),
  reports: async () => (await import('./reports.ts')).reportsBench(),
  'as-of': async () => (await import('./past/as-of.ts')).asOfBench(),
  tree: async () => (await import('./tree.ts')).treeBench(),
  tables: async () => (await import('./many/command.ts')).tablesBench(),
  find: async () => (await import('./many/command.ts')).findBench(),
  people: async () => (await import('./people/command.ts')).peopleBench(),
  coverage: async () => (await import('./mutation/coverage.ts')).coverageBench(),
  mutation: async () => (await import('./mutation/command.ts')).mutationBench(),
};

async function main(): Promise<void> {
  const bench = BENCHES[process.argv[2] ?? ''];
  if (!bench) throw new Error(`npm run bench ${Object.keys(BENCHES).join(' | ')}`);
  process.stdout.write(`${await bench()}\n`);
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
