import type { Locale } from '#protocol/codes.ts';
import type { BoardDef } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { openAccess } from '#server/access/access.ts';
import type { Db, Tx } from '#server/db/db.ts';
import { createDb } from '#server/db/pool/pool.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import { readBoard } from '../../board/read.ts';
import { openLab } from '../../testing.ts';
import { countReport, readReport } from '../read.ts';
import { versionsOf } from './versions.ts';

const report = (report_name: string, rest: Partial<ReportDef> = {}): ReportDef => ({
  ...{ uid: report_name, report_name, key_name: '统计', key_name_en: 'Counted' },
  sources: [{ name: 'p', cloud: 'plan' }],
  searchs: { fields: [{ name: 'type', fields: 'type', op: 'in' }] },
  targets: [{ name: 'unit', fields: 'department_entity' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'total', of: 'sum', field: 'amount' },
  ],
  ...rest,
});
const REPORTS = [report('units'), report('types', { targets: [{ name: 'type', fields: 'type' }] })];
const BOARD: BoardDef = {
  ...{ uid: 'desk', board_name: 'desk', key_name: '台', key_name_en: 'Desk', columns: ['1fr'], rows: ['1fr'] },
  widgets: REPORTS.map(({ report_name }, at) => ({ uid: `w${at}`, kind: 'report', report: report_name, look: 'table', at: [at, 0, 1, 1] })),
};

/** What an answer tells, without its moment and its version. */
export const told = ({ rows, data: { made: _, version: __, ...data } = {} }: Reply) => ({ rows, data });

const OF_TABLES = /\b(app|sum)\."/;
/** The statements that a call sends beside the versions that it asks for. */
export async function sent(house: House, work: (watched: House) => Promise<unknown>): Promise<string[]> {
  const said: string[] = [];
  const { db } = house;
  const { query, tx } = db;
  const hearing =
    (one: Tx): Tx['query'] =>
    (text, values) => {
      said.push(text);
      return one.query(text, values);
    };
  // the same object: what is kept belongs to it
  Object.assign(db, {
    query: hearing({ query }),
    tx: ((run, how) => tx((one) => run({ query: hearing(one) }), how)) as Db['tx'],
  });
  await work(house).finally(() => Object.assign(db, { query, tx }));
  return said.filter((text) => OF_TABLES.test(text));
}

/** Two processes on one database with a report by units, one by types and a board of both: each with its own connections, and what it keeps. */
export async function openKept() {
  const lab = await openLab();
  const catalogue: Catalogue = {
    ...lab.house.catalogueOf(null),
    report: (name) => REPORTS.find(({ report_name }) => report_name === name),
    reports: () => REPORTS,
    board: (name) => (name === 'desk' ? BOARD : undefined),
    boards: () => [BOARD],
  };
  const owner = lab.base.db;
  await applySync(owner, catalogue);
  const other = createDb(lab.base.servingUrl, { max: 4, connectWithinMs: 60_000 });
  const [one, two] = [lab.base.serving, other].map((db): House => ({ ...lab.house, db, catalogueOf: () => catalogue }));
  const accessOf = async (house: House, login: string, locale?: Locale) => openAccess(house, await lab.as(login, locale ? { locale } : {}));
  let next = 5_000;
  return {
    ...{ catalogue, owner, one: one!, other: two!, processes: [one!, two!] },
    async ask(house: House, cloud = 'units', login = 'all', version?: string, locale?: Locale): Promise<Reply> {
      const access = await accessOf(house, login, locale);
      return cloud === 'desk' ? readBoard(house, access, { cloud, version }) : readReport(house, access, { cloud, version });
    },
    /** what a report tells without anything that is kept */
    fresh: async (house: House, cloud = 'units', login = 'all') => told(await countReport(house, await accessOf(house, login), { cloud })),
    /** a row of a unit of the company, its id */
    async put(db: Pick<Db, 'query'> = owner, amount = 1, company = 1): Promise<number> {
      next += 1;
      const id = next;
      await db.query(
        `insert into app.plan (company_id, id, subcompany_id, key_name, amount, type, department_entity, create_entity)
         select $2::bigint, $1, o.domain, 'row', $3, 1, o.department, o.person
         from (values (1, 11, 31, 4), (2, 21, 35, 100)) o(company, domain, department, person) where o.company = $2::bigint`,
        [id, company, amount],
      );
      return id;
    },
    versionOf: async (table: string, company = 1) => (await versionsOf(owner, company, [table])).get(table),
    async close(): Promise<void> {
      await other.close();
      await lab.close();
    },
  };
}
export type KeptLab = Awaited<ReturnType<typeof openKept>>;
