import type { ItemDef } from '#protocol/meta/field.ts';
import { type DictDef, OWN_CHOICES } from '#protocol/meta/suite.ts';
import type { Catalogue, FormerField, ResolvedField, ResolvedTable } from '../catalogue.ts';
import { type Choice, itemOf } from './choice.ts';
import { dictsInto } from './copied.ts';

/** A dictionary as it stands in a company; choices in their order, those of the bin hidden. */
export interface DictRows {
  code: string;
  key_name: string;
  name_en: string | null;
  items: readonly Omit<Choice, 'ordinal'>[];
}

/** Of a company's dictionaries those that are otherwise than the definitions have them, as definitions. */
export function changedDicts(base: Catalogue, rows: readonly DictRows[]): Map<string, DictDef> {
  const changed = new Map<string, DictDef>();
  for (const { code, key_name, name_en, items: choices } of rows) {
    const dict = base.dict(code);
    if (!dict) continue;
    const before = new Map(dict.items.map((item) => [item.id, item]));
    const here = new Set(choices.map(({ number }) => number));
    const asHere = (choice: DictRows['items'][number]): ItemDef => {
      const [item, was] = [itemOf(choice), before.get(choice.number)];
      return was && told(item) === told(was) ? was : Object.freeze(item);
    };
    // what only the database of before remembers has no row: records may have it
    const items = [...choices.map(asHere), ...dict.items.filter(({ id }) => !here.has(id))];
    const now = { ...dict, key_name, key_name_en: name_en || key_name, items };
    if (said(now) !== said(dict)) changed.set(code, now);
  }
  return changed;
}

const told = ({ id, key_name, key_name_en, look, code, hidden }: ItemDef): string =>
  JSON.stringify([id, key_name, key_name_en, look ?? '', code ?? '', hidden ?? 0]);

/** What a reader can tell two dictionaries apart by: the order of what is hidden is none of it. */
function said({ key_name, key_name_en, items }: DictDef): string {
  const offered = items.filter(({ hidden }) => hidden !== 1);
  const kept = items.filter(({ hidden }) => hidden === 1).toSorted((one, other) => one.id - other.id);
  return JSON.stringify([key_name, key_name_en, [...offered, ...kept].map(told)]);
}

/**
 * The definitions with these dictionaries in the place of their own. Every table is an object of its own: what is worked out from tables is
 * kept by them, and nothing of a company may be found under a table that others share. Where a company changed nothing there is nothing to make.
 */
export function overlaid(base: Catalogue, dicts: ReadonlyMap<string, DictDef>): Catalogue {
  if (dicts.size === 0) return base;
  const into = dictsInto(base.suites);
  const tables = new Map<string, ResolvedTable>();
  const all: ResolvedTable[] = [];
  for (const { def, cloud } of base.tables()) {
    const clouds = [cloud, ...(def.variants ?? []).map(({ name }) => `${cloud}[${name}]`)];
    for (const each of clouds)
      tables.set(
        each,
        withChoices(base.table(each)!, (name) => into.get(`${def.table_name}.${name}`), base, dicts),
      );
    all.push(tables.get(cloud)!);
  }
  Object.freeze(all);
  const byUid = new Map(all.map((table) => [table.def.uid, table]));
  return Object.freeze({
    ...base,
    table: (cloud: string) => tables.get(cloud),
    tableOf: (uid: string) => byUid.get(uid),
    tables: () => all,
    dict: (code: string) => dicts.get(code) ?? base.dict(code),
  });
}

type Into = (field: string) => ReadonlySet<string> | undefined;

function withChoices(table: ResolvedTable, into: Into, base: Catalogue, dicts: ReadonlyMap<string, DictDef>): ResolvedTable {
  const change = <Field extends ResolvedField>(field: Field): Field => {
    const items = choicesIn(field, into(field.name), base, dicts);
    return items === field.items || !items ? field : Object.freeze({ ...field, items: Object.freeze(items) });
  };
  const fields = new Map([...table.fields].map(([name, field]) => [name, change(field)] as const));
  const former = new Map([...table.former].map(([name, field]): [string, FormerField] => [name, change(field)]));
  const isSame = [...fields].every(([name, field]) => table.fields.get(name) === field);
  return Object.freeze({ ...table, fields: isSame ? table.fields : fields, former });
}

/** A field's own dictionary as it stands; of those that are copied into it, how their choices are called, and what the company added. */
function choicesIn(
  { def, items }: ResolvedField,
  from: ReadonlySet<string> | undefined,
  base: Catalogue,
  dicts: ReadonlyMap<string, DictDef>,
): readonly ItemDef[] | undefined {
  const own = typeof def.items === 'string' ? dicts.get(def.items)?.items : undefined;
  let now = own ?? items;
  for (const code of from ?? []) {
    const dict = code === def.items ? undefined : dicts.get(code);
    if (dict && now) now = withCopied(now, base.dict(code)!.items, dict.items);
  }
  return now;
}

function withCopied(items: readonly ItemDef[], before: readonly ItemDef[], now: readonly ItemDef[]): readonly ItemDef[] {
  const [was, is] = [before, now].map((some) => new Map(some.map((item) => [item.id, item]))) as [
    Map<number, ItemDef>,
    Map<number, ItemDef>,
  ];
  const isSame = (one: ItemDef, other: ItemDef | undefined): boolean =>
    one.key_name === other?.key_name && one.key_name_en === other.key_name_en;
  const called = items.map((item) => {
    const named = isSame(item, was.get(item.id)) ? is.get(item.id) : undefined;
    return named && !isSame(item, named) ? { ...item, key_name: named.key_name, key_name_en: named.key_name_en } : item;
  });
  const here = new Set(items.map(({ id }) => id));
  const added = now.filter(({ id }) => id >= OWN_CHOICES && !here.has(id));
  return added.length === 0 && called.every((item, at) => item === items[at]) ? items : [...called, ...added];
}
