import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { forbiddenImports } from './check.ts';

const made: string[] = [];
const repository = new URL('../..', import.meta.url).pathname;

/** A small house with the given files, its own package imports and this repository's libraries. */
function house(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'formwork-imports-'));
  made.push(root);
  const imports = { '#protocol/*': './protocol/src/*', '#server/*': './server/src/*', '#web/*': './web/src/*', '#suites/*': './suites/*' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'house', type: 'module', imports }));
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
});

const value = 'export const value = 1;\nexport type Value = number;\n';

interface Planted {
  rule: string;
  from: string;
  text: string;
  beside?: Record<string, string>;
}

const planted: Planted[] = [
  {
    rule: 'room server/src/query',
    from: 'server/src/query/plan.ts',
    text: "import '#server/records/read.ts';",
    beside: { 'server/src/records/read.ts': value },
  },
  {
    rule: 'room server/src/db',
    from: 'server/src/db/pool/pool.ts',
    text: "import type { Value } from '#server/meta/a.ts';\nexport type V = Value;",
    beside: { 'server/src/meta/a.ts': value },
  },
  {
    rule: 'room protocol/src/meta',
    from: 'protocol/src/meta/a.ts',
    text: "import '#protocol/rules/b.ts';",
    beside: { 'protocol/src/rules/b.ts': value },
  },
  { rule: 'room web/src/api', from: 'web/src/api/a.ts', text: "import '#web/pages/b.tsx';", beside: { 'web/src/pages/b.tsx': value } },
  {
    rule: 'no cycle',
    from: 'server/src/flow/a.ts',
    text: "import type { Value } from './b.ts';\nexport const a: Value = 1;",
    beside: { 'server/src/flow/b.ts': "import { a } from './a.ts';\nexport type Value = number;\nexport const b = a;" },
  },
  { rule: 'resolves', from: 'server/src/flow/a.ts', text: "import './nowhere.ts';" },
  { rule: 'driver', from: 'server/src/records/a.ts', text: "import pg from 'pg';\nexport const a = pg;" },
  {
    rule: 'fastify',
    from: 'server/src/ops/a.ts',
    text: "import type { FastifyInstance } from 'fastify';\nexport type A = FastifyInstance;",
  },
  { rule: 'antd', from: 'web/src/nav/a.ts', text: "import { Button } from 'antd';\nexport const a = Button;" },
  {
    rule: 'who knows suites',
    from: 'server/src/meta/a.ts',
    text: "import '#suites/capex/suite.ts';",
    beside: { 'suites/capex/suite.ts': value },
  },
  { rule: 'suite data', from: 'suites/capex/suite.ts', text: "import '#suites/sys/suite.ts';", beside: { 'suites/sys/suite.ts': value } },
  { rule: 'suite data', from: 'suites/capex/suite.ts', text: "import '#server/call/sdk.ts';", beside: { 'server/src/call/sdk.ts': value } },
  {
    rule: 'suite server code',
    from: 'suites/capex/server/a.ts',
    text: "import '#server/db/b.ts';",
    beside: { 'server/src/db/b.ts': value },
  },
  { rule: 'e2e stands outside', from: 'e2e/a.spec.ts', text: "import '#server/main.ts';", beside: { 'server/src/main.ts': value } },
  { rule: 'protocol is pure', from: 'protocol/src/wire/a.ts', text: "import 'node:fs';" },
  {
    rule: 'web and server meet in protocol',
    from: 'web/src/main.tsx',
    text: "import '#server/config.ts';",
    beside: { 'server/src/config.ts': value },
  },
  {
    rule: 'no test in the product',
    from: 'server/src/meta/a.ts',
    text: "import './testing.ts';",
    beside: { 'server/src/meta/testing.ts': value },
  },
  { rule: 'across rooms', from: 'server/src/meta/a.ts', text: "import '../db/b.ts';", beside: { 'server/src/db/b.ts': value } },
  {
    rule: 'attack rights',
    from: 'attack/rights/a.test.ts',
    text: "import '../faults/b.ts';",
    beside: { 'attack/faults/b.ts': value },
  },
  {
    rule: 'a room without a row',
    from: 'server/src/nowhere/a.ts',
    text: "import '#server/db/b.ts';",
    beside: { 'server/src/db/b.ts': value },
  },
  {
    rule: 'a room without a row',
    from: 'attack/nowhere/a.ts',
    text: "import '#server/db/b.ts';",
    beside: { 'server/src/db/b.ts': value },
  },
  {
    rule: 'attack knows the server by its wire and its rooms',
    from: 'attack/files/a.test.ts',
    text: "import '../../e2e/support/b.ts';",
    beside: { 'e2e/support/b.ts': value },
  },
  {
    rule: 'tools of attacks know no attack',
    from: 'attack/a.ts',
    text: "import './input/b.ts';",
    beside: { 'attack/input/b.ts': value },
  },
  {
    rule: 'bench uses the tools of others',
    from: 'bench/a.ts',
    text: "import '../attack/twin/b.ts';",
    beside: { 'attack/twin/b.ts': value },
  },
  {
    rule: 'bench uses the tools of others',
    from: 'bench/a.ts',
    text: "import '../e2e/b.ts';",
    beside: { 'e2e/b.ts': value },
  },
  {
    rule: 'scripts come first',
    from: 'scripts/a.test.ts',
    text: "import '../attack/b.ts';",
    beside: { 'attack/b.ts': value },
  },
  {
    rule: 'scripts know no suite and no page',
    from: 'scripts/a.ts',
    text: "import '#suites/capex/suite.ts';",
    beside: { 'suites/capex/suite.ts': value },
  },
  {
    rule: 'tests stay in the house',
    from: 'server/src/meta/a.test.ts',
    text: "import '../../../attack/b.ts';",
    beside: { 'attack/b.ts': value },
  },
  {
    rule: 'tests of pages know no server',
    from: 'web/src/ui/a.test.ts',
    text: "import '#server/db/b.ts';",
    beside: { 'server/src/db/b.ts': value },
  },
  {
    rule: 'tests of the server know no page',
    from: 'server/src/db/a.test.ts',
    text: "import '#web/ui/b.ts';",
    beside: { 'web/src/ui/b.ts': value },
  },
  {
    rule: 'nobody imports a test',
    from: 'e2e/a.spec.ts',
    text: "import './b.spec.ts';",
    beside: { 'e2e/b.spec.ts': value },
  },
  {
    rule: 'nobody imports main',
    from: 'attack/a.ts',
    text: "import '#server/main.ts';",
    beside: { 'server/src/main.ts': value },
  },
  {
    rule: 'an oracle stands by itself',
    from: 'attack/twin/oracle.ts',
    text: "import '#server/db/b.ts';",
    beside: { 'server/src/db/b.ts': value },
  },
];

describe('imports', () => {
  it.each(planted)('a planted edge breaks "$rule" in $from', async ({ rule, from, text, beside }) => {
    const broken = await forbiddenImports(house({ [from]: text, ...beside }));
    expect(broken.join('\n')).toContain(`[${rule}]`);
    expect(broken.join('\n')).toContain(`${from} imports`);
  });

  it('looking at no module is a failure', async () => {
    expect(await forbiddenImports(house({ 'server/readme.md': 'empty' }))).toHaveLength(1);
  });

  it('what the table allows passes', async () => {
    const files = {
      'protocol/src/codes.ts': value,
      'protocol/src/meta/a.ts': "import { z } from 'zod';\nexport const a = z;",
      'protocol/src/ops/b.ts': "import '#protocol/meta/a.ts';\nimport '#protocol/codes.ts';",
      'server/src/db/c.ts':
        "import pg from 'pg';\nimport '#protocol/codes.ts';\nimport 'node:fs';\nexport type Value = number;\nexport const c = pg;",
      'server/src/records/d.ts': "import '#server/db/c.ts';",
      'server/src/records/d.test.ts': "import '#suites/capex/suite.ts';",
      'server/src/main.ts': "import fastify from 'fastify';\nexport const m = fastify;",
      'suites/capex/suite.ts': "import '#protocol/meta/a.ts';\nimport './tables/project.ts';",
      'suites/capex/tables/project.ts': value,
      'web/src/pages/list/list.tsx': "import '#web/fields/text/read.tsx';",
      'web/src/fields/text/read.tsx': "import { Button } from 'antd';\nexport const r = Button;",
      'attack/twin/oracle.ts': "import type { Value } from '#server/db/c.ts';\nimport '#protocol/meta/a.ts';\nexport type V = Value;",
      'attack/literals/e.ts': "import '../twin/oracle.ts';\nimport '../tools.ts';\nimport '../../scripts/s.ts';",
      'attack/tools.ts': "import '#server/db/c.ts';",
      'bench/b.ts': "import '../attack/tools.ts';\nimport '../e2e/support/w.ts';\nimport '../scripts/s.ts';",
      'scripts/s.ts': "import '#server/db/c.ts';",
      'e2e/support/w.ts': "import '#protocol/codes.ts';",
    };
    expect(await forbiddenImports(house(files))).toEqual([]);
  });
});
