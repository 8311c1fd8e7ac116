import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { ASKER } from '#server/query/asker.ts';
import { and, bound, column, FALSE, instead, type Sql, sql, TRUE } from '#server/query/sql.ts';

/**
 * The rows of a table that the reader may list himself, in each of his domains: of others he is not told either how many somebody else has.
 * It says nothing of who asks any more, so that it stands beside conditions that ask of other people. Whoever is above rules sees them all.
 */
export function sightOf({ session, rules, asker }: Access): (table: ResolvedTable) => Sql {
  const his = new Map(Object.values(ASKER).map(({ name, type }) => [name, bound(asker[name], type)]));
  return (table) => {
    if (session.root) return TRUE;
    const grant = rules.grant(table, 'List');
    if (!grant) return FALSE;
    const [row, domains] = [column('t', 'subcompany_id'), his.get('domains')!];
    if (table.tenancy !== 'domain') return instead(grant.rows('t'), ({ name }) => his.get(name));
    const rows = instead(grant.rows('t'), ({ name }) => (name === 'domain' ? row : his.get(name)));
    return and(rows, sql`${row} = any(${domains})`);
  };
}
