import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Values } from './values.ts';
import type { Work } from './work.ts';

const COUNTER = /\{(0+)\}/;

/** A rule's text before and after the counter on a day, and how many digits the counter has at least. */
export function numberParts(rule: string, today: string): { prefix: string; digits: number; suffix: string } {
  const [yyyy, MM, dd] = today.split('-') as [string, string, string];
  const dated = rule.replaceAll('{yyyy}', yyyy).replaceAll('{yy}', yyyy.slice(2)).replaceAll('{MM}', MM).replaceAll('{dd}', dd);
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
    const { prefix, digits, suffix } = numberParts(field.def.number, work.today);
    const company = table.tenancy === 'platform' ? 0 : work.session.company.id;
    const domain = table.tenancy === 'domain' ? work.session.domain.id : 0;
    const [row] = await work.tx.query<{ last: number }>(
      `insert into fw.number as n (company_id, subcompany_id, source, field, prefix, last) values ($1, $2, $3, $4, $5, 1)
       on conflict (company_id, subcompany_id, source, field, prefix) do update set last = n.last + 1 returning last`,
      [company, domain, table.name, field.name, prefix + suffix],
    );
    taken[field.name] = `${prefix}${String(row!.last).padStart(digits, '0')}${suffix}`;
  }
  return taken;
}
