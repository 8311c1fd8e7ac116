import { type NamedId, namedIds } from '#protocol/check/languages/named-ids.ts';
import { fileOf, type Problem } from '#protocol/check/problem.ts';
import { createScope } from '#protocol/check/scope.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from './catalogue.ts';
import { ACTIVE_PERSON } from './person.ts';
import { relationOf } from './relation.ts';
import { allSeeds, type Demonstration } from './seed/plan.ts';

interface Named extends NamedId {
  file: string;
}

/** The rows that these definitions name by their ids, each with its place. */
export function idsOfDefinitions({ suites }: Catalogue): Named[] {
  const scope = createScope(suites);
  return suites.flatMap(({ code, tables }) =>
    tables.flatMap((table) => namedIds(scope, table).map((named) => ({ ...named, file: fileOf(code, table.table_name) }))),
  );
}

const nameOf = ({ table, id }: Pick<Named, 'table' | 'id'>): string => `${table} ${id}`;

/** Ids that rows which come with the suites have, and the first person of each company. */
function seededIds(catalogue: Catalogue, demo: Pick<Demonstration, 'companies' | 'seeds'>): Set<string> {
  const fixed = allSeeds(catalogue, demo).flatMap(({ seed }) => seed.rows.map(({ _id }) => nameOf({ table: seed.table, id: Number(_id) })));
  return new Set([...fixed, nameOf({ table: 'user', id: FIRST_PERSON })]);
}
const FIRST_PERSON = 1;

/** What definitions name by an id that no row which comes with them has: without a database more is not known. */
export const unseeded = (catalogue: Catalogue, demo: Pick<Demonstration, 'companies' | 'seeds'>): Problem[] => {
  const seeded = seededIds(catalogue, demo);
  return idsOfDefinitions(catalogue)
    .filter((one) => !seeded.has(nameOf(one)))
    .map(({ file, path, table, id, signs }) => ({
      ...{ file, path, reason: `no row that comes with the suites has the id ${id}: whether ${table} has one, the database alone knows` },
      mend: `npm run db plan asks it. Else ${MEND(table, signs)}`,
    }));
};

/** Which of these ids a company has not, by its key; of a platform table the company is empty. */
const ABSENT = (table: string, platform: boolean, isThere: string): string => `
  select w.id, c.key as company from unnest($1::bigint[]) w (id) ${platform ? "cross join (select '' as key) c" : 'cross join fw.company c'}
  where not exists (select 1 from ${table} u where ${platform ? '' : 'u.company_id = c.id and '}u.id = w.id and ${isThere}) order by 1, 2`;

/**
 * Rows that definitions name by an id that no row has, in which company. Ids are drawn by the database, and somebody may get one any day:
 * only it can tell, and nothing is refused for it.
 */
export async function strangers(tx: Tx, catalogue: Catalogue): Promise<Problem[]> {
  const found: Problem[] = [];
  // rows that are yet to be loaded bring theirs
  const loaded = await tx.query<{ table: string; id: number }>('select table_name as table, id from fw.seed');
  const coming = seededIds(catalogue, { companies: [], seeds: [] });
  for (const one of loaded) coming.delete(nameOf(one));
  const named = idsOfDefinitions(catalogue).filter((one) => !coming.has(nameOf(one)));
  const kinds = new Map(named.map((one) => [`${one.table} ${one.signs}`, one]));
  for (const { table, signs } of kinds.values()) {
    const of = named.filter((one) => one.table === table && one.signs === signs);
    const stored = relationOf(table).live;
    const [there] = await tx.query<{ is: boolean }>('select to_regclass($1) is not null as is', [stored]);
    if (!there?.is) continue;
    const isThere = signs ? ACTIVE_PERSON : 'u.deleted_time is null';
    const absent = await tx.query<{ id: number; company: string }>(
      ABSENT(stored, catalogue.table(table)?.tenancy === 'platform', isThere),
      [[...new Set(of.map(({ id }) => id))]],
    );
    for (const { file, path, id } of of) {
      const companies = absent.filter((one) => one.id === id).map(({ company }) => company);
      if (companies.length) found.push({ file, path, reason: absence(table, id, signs, companies), mend: MEND(table, signs) });
    }
  }
  return found;
}

const absence = (table: string, id: number, signs: boolean, companies: readonly string[]): string => {
  const where = companies.filter(Boolean).slice(0, 5).join(', ');
  const more = companies.length > 5 ? ` and ${companies.length - 5} more` : '';
  const of = where ? ` of company ${where}${more}` : '';
  return signs
    ? `nobody${of} who may sign in has the id ${id}: the step finds no signer there`
    : `no row of ${table}${of} has the id ${id}`;
};

const MEND = (table: string, signs: boolean): string =>
  signs
    ? "name a role, which every company has: { type: 'role', code: '…' }, or the id of such a person; with empty: 'admin' an administrator stands in"
    : `write the id of a row of ${table} that is there, or give the seeded row that is meant this _id`;
