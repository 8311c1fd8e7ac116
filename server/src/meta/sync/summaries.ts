import { createHash } from 'node:crypto';
import { type SummaryDef, summaryKey } from '#protocol/meta/report/summary.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import { countOf, ROWS_COUNTED, summaryName, tenantOf } from '../summaries.ts';
import { syncedTables, typeOf } from './columns.ts';
import { KEEP_PATH } from './history.ts';
import { quoted } from './schema.ts';
import type { Step } from './step.ts';

/** A summary as it stands. `whole`: nothing of what keeps it is missing. */
export interface StandingSummary {
  name: string;
  relation: string;
  says: string;
  whole: boolean;
}
interface Wanted {
  name: string;
  relation: string;
  says: string;
  sql: string;
}
/** One fold at a time; who empties a table waits for it. */
const FOLDING = 7_041_790;
/** Its triggers: after what, and what they call. */
const TRIGGERS = [
  ['insert', 'add', ' referencing new table as added'],
  ['update', 'move', ' referencing old table as removed new table as added'],
  ['delete', 'take', ' referencing old table as removed'],
  ['truncate', 'clear', ''],
] as const;
const FUNCTIONS = [...TRIGGERS.map(([, calls]) => calls), 'fold', 'differs'] as const;

/** What of summaries stands, and about how many rows each table has. */
export async function readSummaries(tx: Tx): Promise<{ summaries: StandingSummary[]; rows: ReadonlyMap<string, number> }> {
  const [made] = await tx.query<{ made: boolean }>(`select to_regclass('sum.summary') is not null as made`);
  if (!made!.made) return { summaries: [], rows: new Map() };
  const summaries = await tx.query<StandingSummary>(
    `select s.name, s.relation, s.says,
       (select count(*) from pg_trigger t join pg_proc p on p.oid = t.tgfoid and p.prosecdef
          where t.tgrelid = to_regclass(s.relation) and t.tgenabled = 'O' and p.pronamespace = 'sum'::regnamespace
            and p.proname = any(array[${TRIGGERS.map(([, calls]) => `s.name || '.${calls}'`).join(', ')}])) = ${TRIGGERS.length}
       and to_regclass(format('sum.%I', s.name)) is not null as whole
     from sum.summary s order by s.name`,
  );
  const rows = await tx.query<{ name: string; rows: number }>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  );
  return { summaries, rows: new Map(rows.map((one) => [one.name, one.rows])) };
}

/** Steps of what goes, before all others, and of what is made and filled, after them. Pure. One that differs in anything is made anew. */
export function summarySteps(
  catalogue: Catalogue,
  { summaries, rows }: Awaited<ReturnType<typeof readSummaries>>,
): { goes: Step[]; comes: Step[] } {
  const wanted = syncedTables(catalogue).flatMap((table) => (table.def.summaries ?? []).map((def) => wantedOf(table, def)));
  const isSame = (one: StandingSummary, other: Wanted) => one.whole && one.name === other.name && one.says === other.says;
  const goes = summaries.filter((one) => !wanted.some((other) => isSame(one, other)));
  const comes = wanted.filter((one) => !summaries.some((other) => isSame(other, one)));
  return {
    goes: goes.map(({ name, relation }) => ({
      when: 'release',
      text: `sum.${name}: drop the summary`,
      sql: dropped(name, relation),
    })),
    comes: comes.map(({ name, relation, sql }) => ({
      when: 'keep',
      text: `sum.${name}: make the summary, filled from about ${rows.get(relation.slice('app."'.length, -1)) ?? 0} rows of ${relation.replaceAll('"', '')}`,
      sql: `${sql};\nselect sum.fill('${name}')`,
    })),
  };
}

function dropped(name: string, relation: string): string {
  const at = (part: string) => `sum.${quoted(`${name}.${part}`)}`;
  return [
    ...FUNCTIONS.map((called) => `drop function if exists ${at(called)}() cascade`),
    `drop view if exists sum.${quoted(name)}`,
    `drop view if exists ${at('rows')}`,
    `drop table if exists ${at('folded')}, ${at('deltas')}`,
    `delete from sum.summary where name = '${name}' and relation = '${relation}'`,
  ].join(';\n');
}

function wantedOf(table: ResolvedTable, def: SummaryDef): Wanted {
  const name = summaryName(table, def);
  const sql = made(table, def);
  const relation = table.relation.live;
  const hash = createHash('sha256').update(sql).digest('hex').slice(0, 20);
  return {
    name,
    relation,
    says: hash,
    sql: `${sql};\ninsert into sum.summary (name, relation, says) values ('${name}', '${relation}', '${hash}')`,
  };
}

interface Shape {
  /** columns of a key, each with its type and what it is of a row */
  keys: readonly (readonly [column: string, type: string, of: string])[];
  sums: readonly string[];
  /** types of what is read, as the table has them */
  read: readonly string[];
}

function shapeOf(table: ResolvedTable, def: SummaryDef): Shape {
  const type = (field: string): string => typeOf(table.fields.get(field)!);
  const keys = def.by.map(summaryKey).map(({ field, bucket }) => {
    const of = bucket ? `date_trunc('${bucket.toLowerCase()}', ${quoted(field)}::timestamp)::date` : quoted(field);
    return [field, type(field), of] as const;
  });
  return {
    keys: [...tenantOf(table).map((column) => [column, 'bigint', quoted(column)] as const), ...keys],
    sums: def.sum,
    read: [...keys.map(([field]) => field), ...def.sum].map((field) => `${field} ${type(field)}`),
  };
}

const list = (parts: readonly string[]): string => parts.join(', ');

/** All that stands for one summary: folded rows, changes since, what it should be (`.rows`), and what keeps it. */
function made(table: ResolvedTable, def: SummaryDef): string {
  const shape = shapeOf(table, def);
  const at = (part: string) => `sum.${quoted(`${summaryName(table, def)}.${part}`)}`;
  const { keys, sums } = shape;
  const columns = list([
    ...keys.map(([column, type]) => `${quoted(column)} ${type}`),
    ...[ROWS_COUNTED, ...sums.flatMap((sum) => [sum, countOf(sum)])].map(
      (column) => `${quoted(column)} ${sums.includes(column) ? 'numeric' : 'bigint'} not null`,
    ),
  ]);
  const functions = { ...bodiesOf(shape, at), fold: foldOf(shape, at), differs: differsOf(shape, at) };
  const triggers = TRIGGERS.map(
    ([after, calls, tables]) =>
      `create trigger ${quoted(`sum.${def.name}.${after}`)} after ${after} on ${table.relation.live}${tables} for each statement execute function ${at(calls)}()`,
  );
  return [
    `-- ${list(shape.read)}\ncreate table ${at('folded')} (${columns}, unique nulls not distinct (${list(keys.map(([column]) => quoted(column)))}))`,
    `create index on ${at('folded')} ((1)) where ${quoted(ROWS_COUNTED)} = 0`,
    `create table ${at('deltas')} (${columns})`,
    `create view ${at('rows')} as ${counted(shape, `${table.relation.live} where deleted_time is null`)}`,
    ...Object.entries(functions).map(([called, body]) => functionOf(at(called), called, body)),
    ...triggers,
  ].join(';\n');
}

function functionOf(name: string, called: string, body: string): string {
  const says = called === 'fold' || called === 'differs' ? 'bigint' : 'trigger';
  const reads = called === 'differs' ? 'stable ' : '';
  return `create function ${name}() returns ${says} language plpgsql ${reads}security definer set ${KEEP_PATH.replace('=', ' = ')} as $sum$${body}$sum$`;
}

/** Rows counted by their keys. */
function counted({ keys, sums }: Shape, from: string): string {
  const columns = [
    ...keys.map(([column, , of]) => `${of} as ${quoted(column)}`),
    `count(*) as ${quoted(ROWS_COUNTED)}`,
    ...sums.flatMap((sum) => [
      `coalesce(sum(${quoted(sum)}), 0)::numeric as ${quoted(sum)}`,
      `count(${quoted(sum)}) as ${quoted(countOf(sum))}`,
    ]),
  ];
  return `select ${list(columns)} from ${from}${grouped(keys.length)}`;
}

const grouped = (keys: number): string => ` group by ${list(Array.from({ length: keys }, (_, at) => String(at + 1)))}`;

/** Each way of writing appends what it changes: nobody waits for another, and what is undone is undone with it. */
function bodiesOf(shape: Shape, at: (part: string) => string): Record<(typeof TRIGGERS)[number][1], string> {
  const body = (statement: string) => `\nbegin\n  ${statement};\n  return null;\nend`;
  const columns = [...shape.keys.map(([column]) => column), ...shape.sums].map(quoted);
  const way = (sign: string, from: string) => `select ${list([`${sign}1 as way`, ...columns])} from ${from} where deleted_time is null`;
  const changes = (from: string, having: string) => {
    const sums = shape.sums.flatMap((sum) => [
      `coalesce(sum(way * ${quoted(sum)}), 0)`,
      `coalesce(sum(way) filter (where ${quoted(sum)} is not null), 0)`,
    ]);
    const kept = having ? ` having ${['sum(way)', ...sums].map((sum) => `${sum} <> 0`).join(' or ')}` : '';
    const told = [...shape.keys.map(([, , of]) => of), 'sum(way)', ...sums];
    return body(`insert into ${at('deltas')} select ${list(told)} from (${from}) b${grouped(shape.keys.length)}${kept}`);
  };
  return {
    add: changes(way('', 'added'), ''),
    take: changes(way('-', 'removed'), ''),
    move: changes(`${way('', 'added')} union all ${way('-', 'removed')}`, 'what stays as it was'),
    clear: `\nbegin\n  perform pg_advisory_xact_lock(${FOLDING});\n  delete from ${at('folded')};\n  delete from ${at('deltas')};\n  return null;\nend`,
  };
}

const added = ({ keys, sums }: Shape, from: string): string => {
  const own = keys.map(([column]) => quoted(column));
  const figures = [ROWS_COUNTED, ...sums.flatMap((sum) => [sum, countOf(sum)])].map(
    (column) => `sum(${quoted(column)})${sums.includes(column) ? '' : '::bigint'} as ${quoted(column)}`,
  );
  return `select ${list([...own, ...figures])} from ${from} a${grouped(keys.length)}`;
};

/** What was appended goes into the folded rows by one statement: who reads meanwhile sees all of before or all of after. */
function foldOf(shape: Shape, at: (part: string) => string): string {
  const keys = shape.keys.map(([column]) => quoted(column));
  const set = [ROWS_COUNTED, ...shape.sums.flatMap((sum) => [sum, countOf(sum)])].map(
    (column) => `${quoted(column)} = t.${quoted(column)} + excluded.${quoted(column)}`,
  );
  return `
declare
  folded bigint;
begin
  with gone as (delete from ${at('deltas')} returning *),
    kept as (insert into ${at('folded')} as t ${added(shape, 'gone')} on conflict (${list(keys)}) do update set ${list(set)})
  select count(*) into folded from gone;
  if folded > 0 then
    delete from ${at('folded')} where ${quoted(ROWS_COUNTED)} = 0;
  end if;
  return folded;
end`;
}

/** How many keys of the summary and of the rows differ. */
function differsOf(shape: Shape, at: (part: string) => string): string {
  const sums = [ROWS_COUNTED, ...shape.sums.flatMap((sum) => [sum, countOf(sum)])].map((column) => `sum(${quoted(column)}) <> 0`);
  const kept = `${added(shape, `(table ${at('folded')} union all table ${at('deltas')})`)} having ${sums.join(' or ')}`;
  return `
begin
  return (with s as (${kept}), r as (table ${at('rows')})
    select count(*) from (select from ((table s except table r) union all (table r except table s)) d group by ${list(shape.keys.map(([column]) => quoted(column)))}) k);
end`;
}
