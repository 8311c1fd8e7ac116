import { createHash } from 'node:crypto';
import { dataType } from '#protocol/meta/data-types.ts';
import { maxLength } from '#protocol/meta/length.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '../catalogue.ts';
import { ownFields } from './columns.ts';
import { type Part, quoted } from './schema.ts';

/** `project.code.unique`: table and fields stay readable in the database's messages; a dot stands in no name of a definition. */
export function partName(table: string, what: readonly string[], kind: string): string {
  const name = [table, ...what, kind].join('.');
  if (name.length <= 63) return name;
  return `${name.slice(0, 50)}.${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}

/** Key, limits and references of a table; references carry the company, so that none can lead to another. */
export function constraintsOf(catalogue: Catalogue, table: ResolvedTable): Part[] {
  const key = table.tenancy === 'platform' ? '(id)' : '(company_id, id)';
  const fields = ownFields(table);
  return [
    { name: partName(table.name, [], 'pkey'), says: `PRIMARY KEY ${key}` },
    ...['key_name', 'remark'].flatMap((name) => checkOf(table, table.fields.get(name)!)),
    ...fields.flatMap((field) => checkOf(table, field)),
    ...tenantOf(catalogue, table),
    ...fields.flatMap((field) => referenceOf(catalogue, table, field)),
  ];
}

/** Limits in PostgreSQL's own spelling, so that what stands can be compared with what should. */
function checkOf(table: ResolvedTable, field: ResolvedField): Part[] {
  const name = partName(table.name, [field.name], 'check');
  const column = quoted(field.name);
  const { pattern } = dataType(field.def.data_type);
  if (pattern) return [{ name, says: `CHECK ((${column} ~ '${pattern}'::text))` }];
  const length = maxLength(field.def);
  if (length !== null) return [{ name, says: `CHECK ((char_length(${column}) <= ${length}))` }];
  if (field.def.data_type !== 'int') return [];
  const most = `'${Number.MAX_SAFE_INTEGER}'::bigint`;
  const least = `'-${Number.MAX_SAFE_INTEGER}'::bigint`;
  return [{ name, says: `CHECK (((${column} >= ${least}) AND (${column} <= ${most})))` }];
}

function tenantOf(catalogue: Catalogue, table: ResolvedTable): Part[] {
  if (table.tenancy === 'platform') return [];
  const name = partName(table.name, ['company_id'], 'fkey');
  if (table.tenancy === 'company') return [{ name, says: 'FOREIGN KEY (company_id) REFERENCES fw.company(id)' }];
  const domain = catalogue.table('domain');
  if (!domain) return [{ name, says: 'FOREIGN KEY (company_id) REFERENCES fw.company(id)' }];
  return [reference(table, 'subcompany_id', 'domain')];
}

function referenceOf(catalogue: Catalogue, table: ResolvedTable, field: ResolvedField): Part[] {
  if (field.def.data_type !== 'entity' || !field.source) return [];
  const source = catalogue.table(field.source.table);
  if (!source || source.def.storage === 'view') return [];
  if (source.tenancy !== 'platform') return [reference(table, field.name, source.name)];
  const says = `FOREIGN KEY (${quoted(field.name)}) REFERENCES app.${quoted(source.name)}(id) DEFERRABLE`;
  return [{ name: partName(table.name, [field.name], 'fkey'), says }];
}

/** Deferrable: seeds and imports may set people and departments that name each other in one transaction. */
function reference(table: ResolvedTable, field: string, target: string): Part {
  const says = `FOREIGN KEY (company_id, ${quoted(field)}) REFERENCES app.${quoted(target)}(company_id, id) DEFERRABLE`;
  return { name: partName(table.name, [field], 'fkey'), says };
}
