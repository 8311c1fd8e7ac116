import type { TableDef } from '#protocol/meta/table.ts';
import { capex } from '#suites/capex/suite.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { laid } from './laid.ts';

const TABLES: readonly TableDef[] = [sys, capex, opendata, laid].flatMap((suite) => suite.tables);
const STANDARD = ['key_name', 'remark', 'review_entity', 'create_entity', 'create_time', 'modify_entity', 'modify_time', 'subcompany_id'];

/** As rights are stored: the uid of the table that gives the group its name. */
export function uidOf(group: string): string {
  const table = TABLES.find((one) => one.table_name === group);
  if (!table) throw new Error(`no table ${group}`);
  return table.uid;
}

/** As rights are stored: `mobile` in every table of the group that has it, `user.mobile` in one, each as the uid of its table and its own. */
export const rulesOf = (group: string, names: readonly string[]): string[] =>
  TABLES.filter((table) => (table.permission ?? table.table_name) === group).flatMap((table) =>
    names.flatMap((name) => {
      const own = name.startsWith(`${table.table_name}.`) ? name.slice(table.table_name.length + 1) : name;
      const uid = STANDARD.includes(own) ? `std.${own}` : table.fields.find(({ field_name }) => field_name === own)?.uid;
      return uid ? [`${table.uid}:${uid}`] : [];
    }),
  );
