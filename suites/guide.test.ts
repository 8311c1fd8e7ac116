import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { ModuleDef, RoleDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { desiredSchema } from '#server/meta/sync/desired.ts';
import { NOTHING_KEPT } from '#server/meta/sync/kept.ts';
import { planSync } from '#server/meta/sync/plan.ts';
import { tell } from '../scripts/suites/tell.ts';
import * as actions from './capex/actions.ts';
import { capex } from './capex/suite.ts';
import { sys } from './sys/suite.ts';

const guide = await readFile(new URL('../docs/guides/add-a-table.md', import.meta.url), 'utf8');
const written = (language: string) => [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^\`]*)`, 'g'))].map(([, block]) => block!);
/** The TypeScript of docs/guides/add-a-table.md, in its order, and what the product is said to say. */
const [blocks, said] = [written('ts'), written('text')];
/** A literal of the guide, with what it names. */
const read = (text: string): unknown =>
  new Function('defineTable', ...Object.keys(actions), `return ${text}`)((table: TableDef) => table, ...Object.values(actions));

/** The suite of capital projects with what the guide adds to it. */
function added(change = (text: string) => text) {
  const table = read(change(blocks[0]!.slice(blocks[0]!.indexOf('defineTable({')))) as TableDef;
  const grants = blocks.filter((block) => block.includes('group:')).map((block) => (read(`[${block}]`) as RoleDef['grants'])[0]!);
  expect(grants).toHaveLength(2);
  const [applicant, ...others] = capex.roles;
  const roles = [{ ...applicant!, grants: [...applicant!.grants, ...grants.slice(0, 1)] }, ...others];
  const [module] = capex.modules;
  const menus = [...module!.menus, ...(read(`[${blocks.find((block) => block.includes('capex.menu'))}]`) as ModuleDef['menus'])];
  return [sys, { ...capex, tables: [...capex.tables, table], roles, modules: [{ ...module!, menus }] }];
}

it('META-01 the table that docs/guides/add-a-table.md makes loads, with its roles and its menu', () => {
  expect(loadCatalogue(added()).table('site_visit')?.fields.get('visit_date')?.def.data_type).toBe('date');
});

it('META-01 the steps that the guide shows are those of the plan', () => {
  const standing = desiredSchema(loadCatalogue([sys, capex]), NOTHING_KEPT);
  const steps = planSync(loadCatalogue(added()), standing, []).steps.flatMap(({ text }) =>
    /\.site_visit\b/.test(text) ? `-- ${text}` : [],
  );
  expect(steps).toEqual(expect.arrayContaining(said[0]!.trim().split('\n')));
  expect(steps).toHaveLength(Number(/Of the (\d+) steps/.exec(guide)![1]));
});

it('META-01 a mistake is told in the words that the guide shows', async () => {
  const wrong = added((text) => text.replace("source: 'project'", "source: 'projekt'"));
  const found = { suites: wrong, handlers: new Map(), demos: [], broken: new Map(), empty: [], near: [] };
  expect(`${(await tell(found, '/nowhere')).text}\n`).toBe(said[1]);
});

it.each([
  ["order: '-visit_date'", "order: '-visited'"],
  ["defvalue: '{today}'", "defvalue: '{now}'"],
  ["ListShow: 'STATE'", "ListShow: 'STATES'"],
  ["value: '1',\n      key_name: '有效'", "value: 'one',\n      key_name: '有效'"],
])('META-01 a mistake planted in the guide is found: %s', (from, to) => {
  expect(blocks[0]).toContain(from);
  expect(() => loadCatalogue(added((text) => text.replace(from, to)))).toThrow(/suites\/capex\/tables\/site-visit\.ts/);
});
