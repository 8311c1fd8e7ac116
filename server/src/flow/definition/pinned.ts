import type { SubtableDef } from '#protocol/meta/table.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import type { FlowDef, FlowNames } from './flow-def.ts';
import { type Renaming, renameFlow } from './naming.ts';

/** Who is who when a flow's names are taken down. */
export interface Identities {
  table(name: string): string | undefined;
  field(table: string, name: string): string | undefined;
  source(table: string, field: string): string | undefined;
  /** the table of whose rows a sub-table is, by what it is called; undefined where it is called as its table */
  each(table: string, name: string): string | undefined;
}

/** The uids behind all names that a flow uses. */
export function namesUsed(def: FlowDef, who: Identities): FlowNames {
  const names: Record<string, { uid: string; fields: Record<string, string> }> = {};
  const noted = (table: string) => {
    const uid = who.table(table);
    if (uid !== undefined) names[table] ??= { uid, fields: {} };
    return names[table];
  };
  renameFlow(def, {
    table: (name) => {
      noted(name);
      return name;
    },
    field: (table, name) => {
      const uid = who.field(table, name);
      const of = noted(table);
      if (of && uid !== undefined) of.fields[name] = uid;
      return name;
    },
    each: (name) => {
      const table = who.each(def.table_name, name) ?? name;
      noted(table);
      return { name, table };
    },
    source: who.source,
  });
  return names;
}

/** As the definitions stand now. */
export const identitiesOf = (catalogue: Catalogue): Identities => ({
  table: (name) => catalogue.table(name)?.def.uid,
  field: (table, name) => {
    const field = catalogue.table(table)?.fields.get(name);
    return field && !field.standard ? field.def.uid : undefined;
  },
  source: (table, field) => catalogue.table(table)?.fields.get(field)?.source?.table,
  each: (table, name) => catalogue.table(table)?.subtables.find((sub) => sub.name === name)?.table_name,
});

/** A name that a published flow uses and that nothing has any more. */
export interface Missing {
  path: string;
  table: string;
  /** absent: the table itself is gone */
  field?: string;
  /** it is a sub-table that is called so no more */
  each?: true;
}
export interface Current {
  def: FlowDef;
  missing: readonly Missing[];
  /** what the published flow calls a field, or one of a record that it names, that is called so now */
  published: (field: string) => string;
}

/** Longer than any name may be: what is gone reads as an unknown field, also where another one has taken its name. */
const gone = (name: string): string => `${'gone'.padEnd(60, '_')}${name}`;

/** A published flow with the names that its tables and fields have now: whatever was renamed since, a running case goes on. */
export function currentFlow(def: FlowDef, catalogue: Catalogue): Current {
  const missing: Missing[] = [];
  const back = new Map<string, string>();
  const names = def.names ?? {};
  const tableOf = (name: string) => (names[name] ? catalogue.tableOf(names[name].uid) : catalogue.table(name));
  const renaming: Renaming = {
    table: (name, path) => {
      const now = tableOf(name)?.name;
      if (now === undefined) missing.push({ path, table: name });
      return now ?? gone(name);
    },
    field: (table, name, path) => {
      const now = fieldNow(tableOf(table), names[table]?.fields[name], name);
      if (now === undefined) missing.push({ path, table, field: name });
      else if (now !== name) back.set(`${tableOf(table)!.name}.${now}`, name);
      return now ?? gone(name);
    },
    each: (name, path) => {
      const own = tableOf(def.table_name);
      const sub = own?.subtables.find((one) => one.name === name) ?? own?.subtables.find(isCalled(tableOf(name)?.name));
      if (!sub) missing.push({ path, table: name, each: true });
      return sub ? { name: rowsName(sub), table: spelled(names, catalogue, sub.table_name) } : { name: gone(name), table: name };
    },
    source: (table, field) => sourceOf(names, catalogue, tableOf(table), names[table]?.fields[field], field),
  };
  const renamed = isCurrent(names, catalogue) && hasEach(def, tableOf(def.table_name)) ? def : renameFlow(def, renaming);
  const own = tableOf(def.table_name);
  const was = (table: ResolvedTable | undefined, field: string) => back.get(`${table?.name}.${field}`) ?? field;
  const published = (name: string): string => {
    const related = relatedOf(name);
    if (!related) return was(own, name);
    const source = own?.fields.get(related.by)?.source?.table;
    return `${was(own, related.by)}.${was(source ? catalogue.table(source) : undefined, related.field)}`;
  };
  return { def: renamed, missing, published };
}

/** Nothing was renamed and nothing is gone: the flow stands as it was published, which is what nearly all do. */
const isCurrent = (names: FlowNames, catalogue: Catalogue): boolean =>
  Object.keys(names).length > 0 &&
  Object.entries(names).every(([name, { uid, fields }]) => {
    const table = catalogue.tableOf(uid);
    return table?.name === name && Object.entries(fields).every(([field, of]) => table.fields.get(field)?.def.uid === of);
  });

/** A sub-table that is called as its table is. */
const isCalled =
  (table: string | undefined) =>
  (sub: SubtableDef): boolean =>
    sub.name === undefined && sub.table_name === table;

/** The sub-tables that it writes through are there still. */
const hasEach = (def: FlowDef, own: ResolvedTable | undefined): boolean =>
  def.write_back.every(({ each }) => each === undefined || own?.subtables.some((sub) => rowsName(sub) === each) === true);

/** In the flow's own spelling: what a table of now was called then. */
function spelled(names: FlowNames, catalogue: Catalogue, table: string): string {
  const uid = catalogue.table(table)?.def.uid;
  return Object.keys(names).find((name) => names[name]!.uid === uid) ?? table;
}

/** What was noted without a uid keeps its name: a standard column, or a flow of before that named what was gone already. */
function fieldNow(table: ResolvedTable | undefined, uid: string | undefined, name: string): string | undefined {
  if (!table) return undefined;
  if (uid === undefined) return table.fields.has(name) ? name : undefined;
  return [...table.fields.values()].find((field) => field.def.uid === uid)?.name;
}

/** In the flow's own spelling: the table that the field leads to now, by the name it had then. */
function sourceOf(
  names: FlowNames,
  catalogue: Catalogue,
  table: ResolvedTable | undefined,
  uid: string | undefined,
  field: string,
): string | undefined {
  const now = fieldNow(table, uid, field);
  const source = now === undefined ? undefined : table?.fields.get(now)?.source?.table;
  return source === undefined ? undefined : spelled(names, catalogue, source);
}
