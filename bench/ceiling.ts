import fastify from 'fastify';
import pg from 'pg';
import type { DictDef } from '#protocol/meta/suite.ts';
import type { Session } from '#server/meta/session.ts';
import { placeAccuracy, powerKind, powerStatus, powerTechnology } from '#suites/opendata/dicts/power.ts';

/**
 * The ceiling: what a server would take that does this work and nothing else. The same answers for the same rows, by SQL written by
 * hand for this one reader and prepared; no session, no rights, no checks, no actions to decide, no total.
 */
const reader = JSON.parse(process.env.READER!) as Session;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 10 });
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (text: string) => text);

type Row = Record<string, unknown>;
const MINE = 't.company_id = $1 and t.subcompany_id = $2 and t.deleted_time is null and t.department_entity = any($3::bigint[])';
const mine = [reader.company.id, reader.domain.id, reader.departments];

const LISTED = ['name_en', 'unit_name', 'kind', 'status', 'capacity_mw', 'technology', 'start_year'];
const PLACED = ['end_year', 'place', 'latitude', 'longitude', 'accuracy'];
const SOURCED = ['owner', 'owner_en', 'unit_id', 'permit_text', 'province_text', 'wiki_url', 'remark'];
const columns = (names: readonly string[]) => ['id', 'key_name', 'review_state', 'version', ...names].map((name) => `t.${name}`).join(', ');

const LIST = `select ${columns(LISTED)}, t.province_entity as p, p.key_name as pn, p.en_name as pe from app.power_unit t
  left join app.province p on p.id = t.province_entity
  where ${MINE} and t.status = $4 order by t.capacity_mw desc nulls last, t.id desc limit $5 offset $6`;
const RECORD = `select ${columns([...LISTED, ...PLACED, ...SOURCED])}, t.province_entity as p, p.key_name as pn, p.en_name as pe, t.department_entity as d, d.key_name as dn, d.name_en as de
  from app.power_unit t left join app.province p on p.id = t.province_entity
  left join app.department d on d.company_id = $1 and d.id = t.department_entity where ${MINE} and t.id = $4`;
const SHOWN = RECORD.replace(
  ' from',
  `, to_char(t.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as create_time,
  t.create_entity as c, c.key_name as cn, c.name_en as ce, s.key_name as sn, s.name_en as se from`,
).replace(
  ' where',
  ' left join app."user" c on c.company_id = $1 and c.id = t.create_entity left join app."domain" s on s.company_id = $1 and s.id = t.subcompany_id where',
);

const named = (dict: DictDef) => new Map(dict.items.map((item) => [item.id, { id: item.id, key_name: item.key_name }]));
const CHOICES = { kind: named(powerKind), status: named(powerStatus), technology: named(powerTechnology), accuracy: named(placeAccuracy) };
const entity = (id: unknown, key_name: unknown, key_name_en: unknown) =>
  id === null ? null : { id, key_name, ...(key_name_en ? { key_name_en } : {}) };
const choice = (name: keyof typeof CHOICES, row: Row) => CHOICES[name].get(row[name] as number) ?? null;
const ACTIVE = { id: 1, key_name: '有效' };
const ACTIONS = [{ op: 'Show', uid: 'opendata.power_unit.show' }];

function wire({ p, pn, pe, ...row }: Row): Row {
  const choices = { kind: choice('kind', row), status: choice('status', row), technology: choice('technology', row) };
  const english = row.name_en ? { key_name_en: row.name_en } : {};
  return { ...row, ...english, review_state: ACTIVE, ...choices, province_entity: entity(p, pn, pe), _actions: ACTIONS };
}
const record = ({ d, dn, de, ...row }: Row): Row => ({
  ...wire(row),
  accuracy: choice('accuracy', row),
  department_entity: entity(d, dn, de),
});
const shown = ({ c, cn, ce, sn, se, ...row }: Row): Row => ({
  ...record(row),
  ...{
    review_entity: '',
    subcompany_id: entity(reader.domain.id, sn, se),
    create_entity: entity(c, cn, ce),
    modify_entity: null,
    modify_time: null,
  },
  ...{ page: { show_revoke: false }, _subtables: {} },
});

type Form = Record<string, string>;
const query = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query({ name, text, values: [...mine, ...values] })).rows;
const OPS: Record<string, (form: Form) => Promise<Row>> = {
  Page: async ({ filters, page, rows }) => {
    const { fields } = JSON.parse(filters!) as { fields: { status: number } };
    const found = await query('list', LIST, [fields.status, Number(rows), (Number(page) - 1) * Number(rows)]);
    return { rows: found.map(wire) };
  },
  Get: async ({ id }) => ({ data: record((await query('record', RECORD, [Number(id)]))[0]!) }),
  Show: async ({ id }) => ({ data: shown((await query('shown', SHOWN, [Number(id)]))[0]!) }),
};

const app = fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body as string))),
);
app.post('/app', async (request) => {
  const begun = performance.now();
  const answer = await OPS[(request.query as Form).op!]!(request.body as Form);
  return { code: 200, remark: '', ...answer, duration: performance.now() - begun };
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('ready\n');
