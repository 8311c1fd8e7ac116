import { Refusal } from '#protocol/codes.ts';
import { OWN_CHOICES } from '#protocol/meta/suite.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { dictsInto } from '#server/meta/dicts/copied.ts';
import { fieldsOf, namedAt } from '#server/meta/dicts/named.ts';
import { columnOf } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, compile, joined, name, sql } from '#server/query/sql.ts';
import type { Guard, Writing } from './guard.ts';
import { onField } from './guard.ts';

/** Choices of its own that a company has at most, in all dictionaries. */
const MOST_OWN = 2_000;

/** A choice, with its dictionary. */
interface Stands {
  number: number;
  hidden: number;
  dict: number;
  code: string;
  names: { zh_CN: string; en_US: string };
}

/**
 * Saves of choices of a dictionary (docs/decisions/194). What a definition goes by stays on offer, what records have is hidden and never removed,
 * a suite's choices are never removed, and something is left to choose. Who saves choices of a company waits for whoever else does.
 */
export const guardChoice: Guard = async (writing) => {
  const { tx, access, act, id, changes } = writing;
  const company = access.session.company.id;
  await tx.query('select 1 from fw.rights_version where company_id = $1 for update', [company]);
  if (id === null) return guardNew(writing);
  const stands = await readChoice(tx, company, id);
  if (!stands) return;
  if ('dict_entity' in changes || 'number' in changes) throw new Refusal(312, '$choiceMoved');
  if ('code' in changes) demandCode(writing, stands.code, changes.code);
  if (act === 'Delete') {
    if (stands.number < OWN_CHOICES) throw new Refusal(312, '$choiceOfSuite', { choice: stands.names });
    await demandUnused(writing, stands);
  }
  const goes = act === 'Delete' || Number(changes.hidden ?? 0) === 1;
  if (goes && stands.hidden === 0) await demandGoing(writing, id, stands);
};

async function guardNew(writing: Writing): Promise<void> {
  const { tx, access, changes } = writing;
  const company = access.session.company.id;
  const [dict] = await tx.query<{ code: string; own: number }>(
    `select d.code, (select count(*) from app."dict_item" i where i.company_id = $1 and i.number >= ${OWN_CHOICES} and i.deleted_time is null) as own
     from app."dict" d where d.company_id = $1 and d.id = $2`,
    [company, changes.dict_entity ?? null],
  );
  if (dict && dict.own >= MOST_OWN) throw new Refusal(341, '$choicesMany', { most: MOST_OWN });
  if (dict) demandCode(writing, dict.code, changes.code ?? null);
}

async function readChoice(tx: Tx, company: number, id: number): Promise<Stands | undefined> {
  const [row] = await tx.query<Omit<Stands, 'names'> & { key_name: string; name_en: string | null }>(
    `select i.number, i.hidden, i.dict_entity as dict, d.code, i.key_name, i.name_en
     from app."dict_item" i join app."dict" d on d.company_id = i.company_id and d.id = i.dict_entity
     where i.company_id = $1 and i.id = $2`,
    [company, id],
  );
  return row && { ...row, names: { zh_CN: row.key_name, en_US: row.name_en || row.key_name } };
}

/** Numbers of records that name the field stand on a code, none longer than those that the numbers were made for. */
function demandCode(writing: Writing, dict: string, said: unknown): void {
  const { catalogue } = writing.access;
  const isNumbered = fieldsOf(catalogue, dict).some(({ table, field }) =>
    table.fields.some(({ number }) => number?.includes(`{${field.field_name}}`)),
  );
  if (!isNumbered) return;
  const codes = catalogue.suites.flatMap((suite) => suite.dicts.find(({ code }) => code === dict)?.items ?? []);
  const most = Math.max(...codes.map(({ code }) => code?.length ?? 0));
  if (said === null || said === '') throw onField(writing, 314, 'choiceCode', 'code');
  if (String(said).length > most) throw onField(writing, 316, 'choiceCodeLong', 'code', { most });
}

/** What goes is named by no definition, and is not the last that is offered; what goes in the same transaction counts as gone. */
async function demandGoing({ tx, access }: Writing, id: number, { code, number, dict, names }: Stands): Promise<void> {
  const at = namedAt(access.catalogue, code, number);
  if (at) {
    const label = (of: 'key_name' | 'key_name_en') => `${at.table[of]} · ${at.field[of]}`;
    throw new Refusal(312, '$choiceNamed', { choice: names, where: { zh_CN: label('key_name'), en_US: label('key_name_en') } });
  }
  await tx.query(`select set_config('fw.going', coalesce(current_setting('fw.going', true), '') || $1, true)`, [`${id},`]);
  const [left] = await tx.query(
    `select 1 from app."dict_item" i where i.company_id = $1 and i.dict_entity = $2 and i.hidden = 0 and i.deleted_time is null
       and i.id::text <> all(string_to_array(current_setting('fw.going', true), ',')) limit 1`,
    [access.session.company.id, dict],
  );
  if (!left) throw new Refusal(312, '$choiceLast', { choice: names });
}

/** No record of the company has it, in whichever field its dictionary reaches: 311, with the table where the writer may know of its rows. */
async function demandUnused({ tx, access }: Writing, { code, number, names }: Stands): Promise<void> {
  const { catalogue } = access;
  const into = dictsInto(catalogue.suites);
  const places = catalogue
    .tables()
    .filter(({ def }) => def.storage !== 'view')
    .flatMap((table) => [...table.fields.values()].map((field) => ({ table, field })))
    .filter(({ table, field }) => into.get(`${table.name}.${field.name}`)?.has(code));
  if (places.length === 0) return;
  const asked = places.map((place, at) => sql`${has(place, number)} as ${name(`n${at}`)}`);
  const statement = compile(sql`select ${joined(asked, ', ')}`, access.asker);
  const [found] = await tx.query<Record<string, boolean>>(statement.text, statement.values);
  const used = places.find((_, at) => found![`n${at}`]);
  if (!used) return;
  const { def } = used.table;
  if (!access.may(used.table, 'List')) throw new Refusal(311, '$choiceUsedElsewhere', { choice: names });
  throw new Refusal(311, '$choiceUsed', { choice: names, table: { zh_CN: def.key_name, en_US: def.key_name_en } });
}

function has({ table, field }: { table: ResolvedTable; field: ResolvedField }, number: number) {
  const value = columnOf('t', field);
  const is = field.storage === 'bigint[]' ? sql`${value} @> ${bound([number], 'bigint[]')}` : sql`${value} = ${bound(number, 'bigint')}`;
  return sql`exists (select 1 from ${relation(table)} t where ${and(inCompany(table, 't'), is)})`;
}
