import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '../catalogue.ts';
import { type Choice, choicesOf } from './choice.ts';
import { mergeDict, type Saying } from './merge.ts';

/** A dictionary that stands in a company: its row, its choices, and what the suite said last. */
interface Standing extends Saying {
  id: number;
  uid: string | null;
  code: string;
  suite: string;
  status: number;
  said: Saying | null;
}

const [IN_USE, RETIRED] = [1, 2];

/**
 * Brings the dictionaries of a company to what the suites say of them, where nobody changed them here. One that no suite brings any more is
 * retired and keeps its choices. `tell` hears what stays though a suite says something new.
 */
export async function loadDicts(tx: Tx, catalogue: Catalogue, company: number, tell: (line: string) => void): Promise<void> {
  if (!catalogue.tableOf('sys.dict') || !catalogue.tableOf('sys.dict_item')) return;
  const standing = await readStanding(tx, company);
  const rows: Row[] = [];
  const brought = new Set(catalogue.suites.flatMap((suite) => suite.dicts.map(({ uid }) => uid)));
  for (const suite of catalogue.suites) {
    for (const { uid, code, key_name, key_name_en, items } of suite.dicts) {
      const isBefore = (one: Standing) => one.code === code && !brought.has(one.uid ?? '');
      const here = standing.find((one) => one.uid === uid) ?? standing.find(isBefore) ?? null;
      const merged = mergeDict(here?.said ?? null, here, { key_name, name_en: key_name_en, items: choicesOf({ items }) });
      for (const line of merged.told) tell(`dictionary ${code} in company ${company}: ${line}`);
      const { said, items: choices, ...names } = merged;
      const row = { uid, code, suite: suite.code, status: IN_USE, key_name: names.key_name, name_en: names.name_en };
      rows.push({ row: { ...row, id: here?.id ?? null }, choices, said, here });
    }
  }
  const kept = new Set(rows.map(({ here }) => here));
  const retired = standing.filter((one) => one.status === IN_USE && !kept.has(one));
  await write(tx, company, rows, retired);
}

interface Row {
  row: Omit<Standing, 'items' | 'said' | 'id'> & { id: number | null };
  choices: readonly Choice[];
  said: Saying;
  here: Standing | null;
}

async function readStanding(tx: Tx, company: number): Promise<Standing[]> {
  return tx.query<Standing>(
    `select d.id, d.code, d.key_name, d.name_en, d.suite, d.status, s.uid, s.said,
       coalesce((select jsonb_agg(jsonb_build_object('number', i.number, 'key_name', i.key_name, 'name_en', i.name_en, 'look', i.look,
         'code', i.code, 'ordinal', i.ordinal, 'hidden', i.hidden) order by i.ordinal, i.number)
         from app."dict_item" i where i.company_id = $1 and i.dict_entity = d.id and i.deleted_time is null), '[]') as items
     from app."dict" d left join fw.dict_said s on s.company_id = d.company_id and s.dict_id = d.id
     where d.company_id = $1 order by d.id`,
    [company],
  );
}

async function write(tx: Tx, company: number, rows: readonly Row[], retired: readonly Standing[]): Promise<void> {
  const ids = await writeDicts(tx, company, rows, retired);
  const idOf = ({ row }: Row): number => row.id ?? ids.get(row.code)!;
  const choices = rows.flatMap((one) => one.choices.map((choice) => ({ ...choice, dict: idOf(one), here: choiceIn(one.here, choice) })));
  await insertChoices(
    tx,
    company,
    choices.filter(({ here }) => !here),
  );
  await updateChoices(
    tx,
    company,
    choices.filter(({ here, dict: _, ...now }) => here && !isDeepStrictEqual(here, now)),
  );
  const heard = rows.filter(({ here, row, said }) => here?.uid !== row.uid || !isDeepStrictEqual(here.said, said));
  await writeSaid(
    tx,
    company,
    heard.map((one) => ({ dict_id: idOf(one), uid: one.row.uid, said: one.said })),
  );
}

async function writeSaid(tx: Tx, company: number, said: readonly object[]): Promise<void> {
  if (said.length === 0) return;
  await tx.query(
    `insert into fw.dict_said (company_id, dict_id, uid, said) select $1, r.dict_id, r.uid, r.said
     from jsonb_to_recordset($2::jsonb) as r (dict_id bigint, uid text, said jsonb)
     on conflict (company_id, dict_id) do update set uid = excluded.uid, said = excluded.said`,
    [company, JSON.stringify(said)],
  );
}

const choiceIn = (here: Standing | null, { number }: Choice): Choice | undefined => here?.items.find((one) => one.number === number);

const OF_DICT = ['code', 'key_name', 'name_en', 'suite', 'status'] as const;

/** The rows of the dictionaries themselves; answers the ids of new ones by their codes. */
async function writeDicts(tx: Tx, company: number, rows: readonly Row[], retired: readonly Standing[]): Promise<Map<string, number>> {
  const isChanged = ({ row, here }: Row): boolean => here !== null && OF_DICT.some((key) => row[key] !== here[key]);
  const changed = [...rows.filter(isChanged).map(({ row }) => row), ...retired.map((one) => ({ ...bare(one), status: RETIRED }))];
  const record = 'id bigint, code text, key_name text, name_en text, suite text, status bigint';
  if (changed.length > 0)
    await tx.query(
      `update app."dict" d set code = r.code, key_name = r.key_name, name_en = r.name_en, suite = r.suite, status = r.status,
         version = d.version + 1, modify_entity = null, modify_time = now()
       from jsonb_to_recordset($2::jsonb) as r (${record}) where d.company_id = $1 and d.id = r.id`,
      [company, JSON.stringify(changed)],
    );
  const fresh = rows.flatMap(({ row }) => (row.id === null ? [row] : []));
  if (fresh.length === 0) return new Map();
  const made = await tx.query<{ id: number; code: string }>(
    `insert into app."dict" (company_id, code, key_name, name_en, suite, status)
     select $1, r.code, r.key_name, r.name_en, r.suite, r.status from jsonb_to_recordset($2::jsonb) as r (${record}) returning id, code`,
    [company, JSON.stringify(fresh)],
  );
  return new Map(made.map(({ id, code }) => [code, id]));
}

const bare = ({ id, code, key_name, name_en, suite, status }: Standing) => ({ id, code, key_name, name_en, suite, status });

type Placed = Choice & { dict: number };
const CHOICE = 'dict bigint, number bigint, key_name text, name_en text, look bigint, code text, ordinal bigint, hidden bigint';

async function insertChoices(tx: Tx, company: number, choices: readonly Placed[]): Promise<void> {
  if (choices.length === 0) return;
  await tx.query(
    `insert into app."dict_item" (company_id, dict_entity, number, key_name, name_en, look, code, ordinal, hidden)
     select $1, r.dict, r.number, r.key_name, r.name_en, r.look, r.code, r.ordinal, r.hidden from jsonb_to_recordset($2::jsonb) as r (${CHOICE})`,
    [company, JSON.stringify(choices)],
  );
}

async function updateChoices(tx: Tx, company: number, choices: readonly Placed[]): Promise<void> {
  if (choices.length === 0) return;
  await tx.query(
    `update app."dict_item" i set key_name = r.key_name, name_en = r.name_en, look = r.look, code = r.code, ordinal = r.ordinal,
       hidden = r.hidden, version = i.version + 1, modify_entity = null, modify_time = now()
     from jsonb_to_recordset($2::jsonb) as r (${CHOICE})
     where i.company_id = $1 and i.dict_entity = r.dict and i.number = r.number and i.deleted_time is null`,
    [company, JSON.stringify(choices)],
  );
}
