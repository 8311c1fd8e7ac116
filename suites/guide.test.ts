import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { ModuleDef, RoleDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import * as actions from './capex/actions.ts';
import { capex } from './capex/suite.ts';
import { sys } from './sys/suite.ts';

/** The TypeScript of docs/guides/add-a-table.md, in its order. */
const blocks = [
  ...(await readFile(new URL('../docs/guides/add-a-table.md', import.meta.url), 'utf8')).matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, block]) => block!);
/** A literal of the guide, with what it names. */
const read = (text: string): unknown =>
  new Function('defineTable', ...Object.keys(actions), `return ${text}`)((table: TableDef) => table, ...Object.values(actions));

it('META-01 the table that docs/guides/add-a-table.md makes loads, with its roles and its menu', () => {
  const table = read(blocks[0]!.slice(blocks[0]!.indexOf('defineTable({'))) as TableDef;
  const grants = blocks.filter((block) => block.includes('group:')).map((block) => (read(`[${block}]`) as RoleDef['grants'])[0]!);
  expect(grants).toHaveLength(2);
  const [applicant, ...others] = capex.roles;
  const roles = [{ ...applicant!, grants: [...applicant!.grants, ...grants.slice(0, 1)] }, ...others];
  const [module] = capex.modules;
  const menus = [...module!.menus, ...(read(`[${blocks.find((block) => block.includes('capex.menu'))}]`) as ModuleDef['menus'])];
  const suite = { ...capex, tables: [...capex.tables, table], roles, modules: [{ ...module!, menus }] };
  const catalogue = loadCatalogue([sys, suite]);
  expect(catalogue.table('site_visit')?.fields.get('visit_date')?.def.data_type).toBe('date');
  expect(() => loadCatalogue([sys, { ...suite, tables: [...capex.tables, { ...table, order: 'nothing' }] }])).toThrow(/site_visit/);
});
