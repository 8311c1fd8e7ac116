import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite } from '#protocol/meta/suite.ts';
import { defineTable } from '#protocol/meta/table.ts';
import type { Db } from '#server/db/db.ts';
import { NOW } from '#server/records/testing.ts';

const field = (table: string, field_name: string, rest: Partial<FieldDef> & Pick<FieldDef, 'data_type'>): FieldDef => ({
  ...{ uid: `count.${table}.${field_name}`, field_name, key_name: field_name, key_name_en: field_name },
  ...rest,
});
const state = (table: string, value: string, ops: readonly string[]): StateDef => {
  const uid = `count.${table}.${value.replace('*', 'all')}`;
  return {
    ...{ uid, value, key_name: `状态${value}`, key_name_en: `State ${value}` },
    actions: ops.map((op) => ({ uid: `${uid}.${op}`, op, key_name: op, key_name_en: op })),
  };
};
const table = (table_name: string) => ({
  ...{ uid: `count.${table_name}`, table_name, key_name: table_name, key_name_en: table_name },
  states: [state(table_name, '*', ['List', 'Add']), state(table_name, '1', ['Show', 'Modify', 'Delete'])],
});
const items = [1, 2].map((id) => ({ id, key_name: `第${id}`, key_name_en: `No. ${id}` }));

/** Rows with a keeper and a department of the definition's own naming, of which it shows only some; one field may be hidden. */
const kept = defineTable({
  ...table('kept'),
  owner_field: 'keeper',
  department_field: 'office',
  row_where: 'kind=1',
  fields: [
    field('kept', 'keeper', { data_type: 'entity', source: 'user' }),
    field('kept', 'office', { data_type: 'entity', source: 'department' }),
    field('kept', 'kind', { data_type: 'select', items }),
    field('kept', 'amount', { data_type: 'numeric', length: '18,6' }),
  ],
});
/** Of the whole company, in no domain. */
const paper = defineTable({
  ...table('paper'),
  tenancy: 'company',
  fields: [field('paper', 'department_entity', { data_type: 'entity', source: 'department' })],
});
/** A row of several owners. */
const tool = defineTable({
  ...table('tool'),
  owner_field: 'holders',
  fields: [
    field('tool', 'holders', { data_type: 'entities', source: 'user' }),
    field('tool', 'department_entity', { data_type: 'entity', source: 'department' }),
  ],
});
/** What one sees of it hangs on who one is, whatever a role gives. */
const secret = defineTable({
  ...table('secret'),
  row_where: 'teller!={user.id}',
  fields: [
    field('secret', 'teller', { data_type: 'entity', source: 'user' }),
    field('secret', 'department_entity', { data_type: 'entity', source: 'department' }),
  ],
});

/** Tables whose rows are given in every way that a definition can say, for tests of counting. */
export const counted = defineSuite({
  ...{ uid: 'count', code: 'count', version: '0.1.0', key_name: '计数', key_name_en: 'Counting' },
  requires: ['sys'],
  modules: [],
  dicts: [],
  roles: [],
  tables: [kept, paper, tool, secret],
  seed: [],
});

/** Beside what a world is filled with: rows of several owners, to-dos of the records of a flow, and who acts for whom. */
export async function fillCases(db: Db): Promise<void> {
  await db.query('update app."tool" set holders = array[id % 7 + 1, id % 4 + 2] where company_id = 1 and id % 5 > 0');
  await db.query(
    `insert into fw.flow_todo (company_id, source, rowid, review_entity, done_entity)
     select 1, 'request', id, id % 8 + 1, id % 3 + 1 from app."request" where company_id = 1`,
  );
  const acts = (user: number, agent: number, from: number, to: number, sources: string[] | null, company = 1) =>
    db.query(
      `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time, sources)
       values ($1, $2, $3, $4::timestamptz + $5 * interval '1 day', $4::timestamptz + $6 * interval '1 day', $7)`,
      [company, user, agent, NOW, from, to, sources],
    );
  await acts(4, 2, -1, 1, null);
  await acts(8, 2, 0, 1, ['request']);
  await acts(8, 2, 0, 2, null);
  await acts(2, 2, 0, 2, null);
  // on another table, not any more, not yet, in another company
  await acts(3, 2, -1, 1, ['plan']);
  await acts(1, 3, -2, 0, null);
  await acts(1, 3, 1, 2, null);
  await acts(4, 3, 0, 2, null, 2);
  await acts(7, 3, 0, 2, ['plan', 'request']);
}
