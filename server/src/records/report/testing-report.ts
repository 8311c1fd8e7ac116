import type { ReportDef } from '#protocol/meta/report.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportIndexOp } from '#protocol/ops/report.ts';
import type { Drill } from '#protocol/rules/report/drill.ts';
import { openAccess } from '#server/access/access.ts';
import type { StoredRow } from '#server/access/testing-oracle.ts';
import type { SessionWish } from '#server/meta/testing-session.ts';
import { readPage } from '../read/page.ts';
import type { Lab } from '../testing.ts';
import { loadReport } from './load.ts';
import { readReport } from './read.ts';

/** Three hundred rows of all kinds of values, a third of them of who asks, some in other domains, companies and the bin. */
export const putMany = (lab: Lab, vault: number) =>
  lab.base.db.query(
    `insert into app.plan (company_id, id, subcompany_id, key_name, code, memo, amount, secret, num, type, begin_date, due_time, department_entity,
       owner_entity, vault_entity, create_entity, create_time, deleted_time)
     select 1 + (n % 23 = 0)::int, 20000 + n, case when n % 23 = 0 then 21 else 11 + (n % 11 = 0)::int end, 'many ' || n,
       case n % 4 when 0 then null when 1 then '' else 'C' || n % 6 end, case when n % 5 = 0 then 'CANARY-memo ' || n % 3 end,
       case when n % 9 <> 0 then (n - 40) * 1.000001 end, n, n % 17, nullif(n % 4, 0), case when n % 6 <> 0 then date '2023-11-28' + n * 5 end,
       case when n % 7 <> 0 then timestamptz '2025-12-31 14:00Z' + n * interval '37 minutes' end, case when n % 23 <> 0 then nullif(31 + n % 5, 35) end,
       case when n % 23 <> 0 then nullif(2 + n % 4, 5) end, case when n % 8 = 0 and n % 23 <> 0 then $1::bigint end,
       case when n % 23 = 0 then 100 else 2 + n % 3 end, timestamptz '2026-01-01Z', case when n % 13 = 0 then timestamptz '2026-02-01Z' end
     from generate_series(1, 300) n`,
    [vault],
  );

/** All rows of plans as they lie, for an oracle: no right is asked. */
export const storedPlans = (lab: Lab): Promise<StoredRow[]> =>
  lab.base.db.query<StoredRow>(
    `select id, company_id, subcompany_id, deleted_time, create_entity, department_entity, owner_entity, vault_entity, type, code, num, memo, begin_date::text,
       to_char(due_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as due, amount::text, secret::text from app.plan`,
  );

export interface ToldLine {
  source: string;
  query: Drill['filters'];
  as_of?: string;
  depth: number;
  rest?: 1;
  off?: string[];
  keys: Record<string, { id: number | string | null; key_name: string }>;
  [figure: string]: unknown;
}
export interface Told {
  lines: ToldLine[];
  total: Record<string, unknown>;
  count: number;
  data: Record<string, unknown>;
}
type Ask = Partial<RequestOf<typeof reportIndexOp>>;

/** Reports of a lab as if its suites brought them, asked by its people. */
export function reportsOf(lab: Lab) {
  const reports = new Map<string, ReportDef>();
  const catalogue = { ...lab.house.catalogueOf(null), report: (name: string) => reports.get(name) };
  const house = { ...lab.house, catalogueOf: () => catalogue };
  const access = async (login: string, wish?: SessionWish) => openAccess(house, await lab.as(login, wish));
  return {
    house,
    put: (def: ReportDef) => void reports.set(def.report_name, def),
    load: async (login: string, name: string) => loadReport(await access(login), name),
    async ask(login: string, name: string, ask: Ask = {}, wish: SessionWish = {}): Promise<Told> {
      const { rows, data, total } = await readReport(house, await access(login, wish), { cloud: name, ...ask });
      return { lines: rows as unknown as ToldLine[], total: data!.total as Told['total'], count: total!, data: data! };
    },
    /** what the list of these filters tells: how many rows, and the sum of amounts */
    async list(login: string, { cloud, filters, as_of }: Drill) {
      const opened = await access(login);
      const grant = opened.grant(opened.table(cloud), 'Page');
      const { total, data, rows } = await readPage(house, opened, grant, { page: 1, rows: 1000, filters, exact: 1, stat: 1, as_of });
      return {
        total: total!,
        stat: (data as { stat?: Record<string, string | null> } | undefined)?.stat ?? {},
        ids: rows!.map(({ id }) => id),
      };
    },
  };
}
