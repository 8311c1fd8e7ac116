import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { columnNamed } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, compile, sql, TRUE } from '#server/query/sql.ts';
import type { Values } from '../row/values.ts';
import type { Work } from '../row/work.ts';

const COUNTER = /\{(0+)\}/;

/** A rule's text before and after the counter on a day, and how many digits the counter has at least; `codeOf` a field's choice. */
export function numberParts(
  rule: string,
  today: string,
  codeOf: (field: string) => string = () => '',
): { prefix: string; digits: number; suffix: string } {
  const [yyyy, MM, dd] = today.split('-') as [string, string, string];
  const dates: Readonly<Record<string, string>> = { yyyy, yy: yyyy.slice(2), MM, dd };
  const dated = rule.replace(/\{([A-Za-z]\w{0,58})\}/g, (_, name: string) => dates[name] ?? codeOf(name));
  const counter = COUNTER.exec(dated);
  if (!counter) return { prefix: dated, digits: 1, suffix: '' };
  return { prefix: dated.slice(0, counter.index), digits: counter[1]!.length, suffix: dated.slice(counter.index + counter[0].length) };
}

/**
 * The next numbers of a new record's numbered fields, without gaps: whoever takes one of the same prefix waits until this
 * transaction ends, and a refused save gives its number back.
 */
export async function takeNumbers(work: Work, table: ResolvedTable, values: Values): Promise<Values> {
  const taken: Values = {};
  for (const field of table.fields.values()) {
    if (!field.def.number || (work.engine && values[field.name])) continue;
    const { prefix, digits, suffix } = numberParts(field.def.number, work.today, (of) => codeIn(table, of, values));
    const company = table.tenancy === 'platform' ? 0 : work.session.company.id;
    const domain = table.tenancy === 'domain' ? work.session.domain.id : 0;
    const last = await nextOf(work, table, field.name, [company, domain, table.name, field.name, prefix, suffix]);
    taken[field.name] = `${prefix}${String(last).padStart(digits, '0')}${suffix}`;
  }
  return taken;
}

/** The code of the choice that stands in a field: loading has seen that each has one. */
const codeIn = (table: ResolvedTable, field: string, values: Values): string =>
  table.fields.get(field)?.items?.find((item) => item.id === Number(values[field]))?.code ?? '';

type Series = readonly [company: number, domain: number, source: string, field: string, prefix: string, suffix: string];

/** The first number of a prefix follows the highest that rows brought by seeds or imports already have. */
async function nextOf(
  work: Work,
  table: ResolvedTable,
  field: string,
  [company, domain, source, of, prefix, suffix]: Series,
): Promise<number> {
  const key = [company, domain, source, of, prefix + suffix];
  const where = 'company_id = $1 and subcompany_id = $2 and source = $3 and field = $4 and prefix = $5';
  const [next] = await work.tx.query<{ last: number }>(`update fw.number set last = last + 1 where ${where} returning last`, key);
  if (next) return next.last;
  const [first] = await work.tx.query<{ last: number }>(
    `insert into fw.number as n (company_id, subcompany_id, source, field, prefix, last) values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id, subcompany_id, source, field, prefix) do update set last = n.last + 1 returning last`,
    [...key, 1 + (await highest(work, table, field, prefix, suffix))],
  );
  return first!.last;
}

async function highest(work: Work, table: ResolvedTable, field: string, prefix: string, suffix: string): Promise<number> {
  const of = columnNamed('t', table, field);
  const counter = sql`substr(${of}, ${bound([...prefix].length + 1, 'bigint')}::int, greatest(length(${of}) - ${bound([...(prefix + suffix)].length, 'bigint')}::int, 0))`;
  const mine = and(
    inCompany(table, 't', bound(work.session.company.id, 'bigint')),
    table.tenancy === 'domain' ? sql`t.subcompany_id = ${bound(work.session.domain.id, 'bigint')}` : TRUE,
    sql`starts_with(${of}, ${bound(prefix, 'text')})`,
    sql`right(${of}, ${bound([...suffix].length, 'bigint')}::int) = ${bound(suffix, 'text')}`,
    sql`${counter} ~ '^[0-9]{1,15}$'`,
  );
  const statement = compile(sql`select coalesce(max((${counter})::bigint), 0) as found from ${relation(table)} t where ${mine}`);
  const [row] = await work.tx.query<{ found: number }>(statement.text, statement.values);
  return row!.found;
}
