import { NEVER_EMPTY } from '#protocol/meta/standard.ts';
import { hasBin } from '#protocol/rules/actions.ts';
import type { ResolvedField, ResolvedTable } from '../catalogue.ts';
import { indexWhere, type UniqueKey, uniqueKeys } from '../unique.ts';
import { ownFields } from './columns.ts';
import { partName } from './parts.ts';
import { type Part, quoted } from './schema.ts';

const LIVE = 'WHERE (deleted_time IS NULL)';
const DELETED = 'WHERE (deleted_time IS NOT NULL)';

/**
 * Indexes of a table, deduplicated by what they say: the default order of lists, keywords, one for each unique key, each reference
 * (with the row's id behind it, which also orders a filtered list), each list of ids, each `index: 1`, the declared order, and of a table
 * that has a recycle bin the order of what lies in it.
 */
export function indexesOf(table: ResolvedTable): Part[] {
  const tenant = tenantColumns(table);
  const parts: Part[] = [
    index(table, ['id'], 'list', [...tenant, 'id DESC'], LIVE),
    { name: partName(table.name, ['keywords'], 'search'), says: `USING gin (fw.bigrams(keywords)) ${LIVE}` },
    ...uniqueKeys(table).map((key) => unique(table, tenant, key)),
    ...ownFields(table).flatMap((field) => indexOf(table, tenant, field)),
    ...orderOf(table, tenant),
    ...(hasBin(table.def) ? [index(table, ['deleted_time'], 'bin', [...tenant, 'deleted_time DESC', 'id DESC'], DELETED)] : []),
  ];
  const seen = new Set<string>();
  return parts.filter((part) => !seen.has(part.says) && seen.add(part.says));
}

export const tenantColumns = (table: Pick<ResolvedTable, 'tenancy'>): string[] =>
  table.tenancy === 'platform' ? [] : table.tenancy === 'company' ? ['company_id'] : ['company_id', 'subcompany_id'];

const index = (table: ResolvedTable, names: readonly string[], kind: string, columns: readonly string[], where = ''): Part => ({
  name: partName(table.name, names, kind),
  says: `USING btree (${columns.join(', ')}) ${where}`.trim(),
});

/** Only live rows count: what lies in the recycle bin keeps no name from being used again. */
function unique(table: ResolvedTable, tenant: readonly string[], { name, fields, where }: UniqueKey): Part {
  const columns = [...tenant, ...fields.map(quoted)].join(', ');
  return { name, says: `UNIQUE USING btree (${columns}) ${where ? `WHERE (${indexWhere(table, where)})` : LIVE}` };
}

function indexOf(table: ResolvedTable, tenant: readonly string[], field: ResolvedField): Part[] {
  const name = quoted(field.name);
  if (field.def.data_type === 'entity') {
    const company = table.tenancy === 'platform' ? [] : ['company_id'];
    return [index(table, [field.name], 'index', [...company, name, 'id'])];
  }
  if (field.def.data_type === 'entities' || field.def.data_type === 'checkbox')
    return [{ name: partName(table.name, [field.name], 'index'), says: `USING gin (${name})` }];
  if (!field.def.index) return [];
  const column = sortColumn(table, field.name);
  return [
    index(table, [field.name], 'index', [...tenant, column, 'id'], LIVE),
    index(table, [field.name], 'index_desc', [...tenant, `${column} DESC NULLS LAST`, 'id DESC'], LIVE),
  ];
}

/** Texts are sorted by pinyin; an index serves an order only in its own collation. */
function sortColumn(table: ResolvedTable, name: string): string {
  const storage = table.fields.get(name)?.storage;
  return storage === 'text' ? `${quoted(name)} COLLATE "zh-x-icu"` : quoted(name);
}

/** Lists show empty values last in both directions (query/order.ts), so that one index cannot serve both. */
const downwards = (name: string): string => (NEVER_EMPTY.has(name) ? ' DESC' : ' DESC NULLS LAST');

function orderOf(table: ResolvedTable, tenant: readonly string[]): Part[] {
  const order = (table.def.order ?? '').split(',').filter(Boolean);
  const names = order.map((part) => part.trim().replace(/^-/, ''));
  if (names.length === 0 || names[0] === 'id' || names.some((name) => !table.fields.has(name) || name === 'review_entity')) return [];
  const descending = order.map((part) => part.trim().startsWith('-'));
  const sorted = names.map((name, at) => sortColumn(table, name) + (descending[at] ? downwards(name) : ''));
  const last = descending.at(-1) ? 'id DESC' : 'id';
  return [index(table, names, 'order', [...tenant, ...sorted, last], LIVE)];
}
