import { DECIDES } from '#protocol/rules/todo.ts';
import type { OutdatedCase, OutdatedFlows } from '#protocol/wire/outdated.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Session } from '#server/meta/session.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { flowOf } from '../definition/definition.ts';
import { publishedFlow, publishedVersion } from '../store/publish.ts';
import type { Label } from './labels.ts';
import type { Look } from './seen-case.ts';

/** Cases of a page. */
const ROWS = 100;

interface Outdated extends OutdatedFlows {
  rows: OutdatedCase[];
  total: number;
}

interface Counted {
  version: number;
  state: number;
  label: Label | null;
  cases: number;
}
type Found = Omit<Counted, 'cases'> & { rowid: number; who: number[] };

/** Running cases of a table that go by an older flow than its newest, in the order in which they began; those of the reader's domain. */
export async function readOutdated(look: Look, page: number): Promise<Outdated> {
  const { catalogue } = look.access;
  const published = await publishedFlow(look.house.db, catalogue, look.table);
  return look.house.db.tx(
    async (tx) => {
      const { session, access, table } = look;
      const of = [session.company.id, table.name, published.id, domainOf(session, table)];
      const found = await tx.query<Found>(CASES, [...of, ROWS, (page - 1) * ROWS]);
      const older = await tx.query<Counted>(COUNTED, of);
      const records = await namesOf(
        tx,
        access,
        table.name,
        found.map(({ rowid }) => rowid),
      );
      const people = await namesOf(
        tx,
        access,
        'user',
        found.flatMap(({ who }) => who),
      );
      const { steps } = flowOf(catalogue, table.def, published.def);
      const goals = [...steps.values()].filter(({ value, def, end }) => value > 1 && def && !end);
      return {
        rows: found.map(({ rowid, version, state, label, who }) => ({
          ...(records.get(rowid) ?? { id: rowid, key_name: '' }),
          id: rowid,
          ...{ version, state, label: label ?? nameless(state), who: who.map((one) => namedBy(people, one)) },
        })),
        total: older.reduce((sum, { cases }) => sum + cases, 0),
        version: await publishedVersion(tx, published.id),
        steps: goals.map(({ value, def }) => ({ state: value, key_name: def!.key_name, key_name_en: def!.key_name_en })),
        older: older.map(({ version, state, label, cases }) => ({
          ...{ version, state, label: label ?? nameless(state), cases },
          known: goals.some(({ value }) => value === state) ? 1 : 0,
        })),
      };
    },
    { still: true },
  );
}

/** How many there are beside the newest published flow, of the reader's domain. */
export async function countOutdated({ house, session, table }: Look, newest: number): Promise<number> {
  const [row] = await house.db.query<{ n: number }>(`select count(*)::int as n from ${RUNNING}`, [
    ...[session.company.id, table.name, newest, domainOf(session, table)],
  ]);
  return row!.n;
}

/** The domain whose records an administrator sees now; null where records have none. */
const domainOf = (session: Session, table: ResolvedTable): number | null => (table.tenancy === 'domain' ? session.domain.id : null);

const nameless = (state: number): Label => ({ key_name: String(state), key_name_en: String(state) });

/** What is running under another flow than the newest, and is not with its applicant, whose next submission takes that by itself. */
const RUNNING = `fw.flow_case c join fw.flow_def d on d.id = c.def_id
where c.company_id = $1 and c.source = $2 and c.status = 0 and c.state > 1 and c.def_id < $3 and ($4::bigint is null or c.subcompany_id = $4)`;
/** The step as its own flow calls it. */
const LABEL = `(select jsonb_build_object('key_name', s ->> 'key_name', 'key_name_en', s ->> 'key_name_en')
  from jsonb_array_elements(d.def -> 'states') s where s ->> 'value' = c.state::text limit 1)`;

const CASES = `
select c.rowid, d.version, c.state, ${LABEL} as label,
  array(select w.review_entity from fw.flow_todo w where w.company_id = $1 and w.case_id = c.id
    and w.review_state in (${[...DECIDES].join()}) order by w.id) as who
from ${RUNNING} order by c.id limit $5 offset $6`;
const COUNTED = `
select d.version, c.state, min(${LABEL}::text)::jsonb as label, count(*)::int as cases from ${RUNNING} group by d.version, c.state order by 1, 2`;
