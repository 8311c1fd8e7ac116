import { Refusal } from '#protocol/codes.ts';
import type { EntityValue, Reply } from '#protocol/wire/envelope.ts';
import type { FoundName, FoundRow, FoundTable } from '#protocol/wire/find.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { isSlow } from '#server/db/refuse.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { isKeyword } from '#server/query/keyword.ts';
import type { Statement } from '#server/query/sql.ts';
import { compileFind, RANKED } from '#server/query/statements.ts';
import { readingOf } from '../read/page.ts';
import { viewOf } from '../read/view.ts';
import type { Row } from '../row/present.ts';
import { filesFound, findFiles } from './find-files.ts';
import { type Asked, askedTables } from './find-tables.ts';

/** How long one table may take, and all together, in ms: what is slower is left out and named. */
const TABLE_WITHIN = 400;
const ALL_WITHIN = 1_000;
/** Tables that are asked at once: a process has ten connections, and a search leaves them to others. */
const AT_ONCE = 2;
/** Fields that tell a hit from others of its name. */
const TOLD = 2;

interface Ask {
  key_word: string;
  rows: number;
}
/** One statement, and what becomes of its rows. */
interface Part {
  told: FoundTable;
  statement: () => Statement;
  rows(found: readonly Row[]): FoundRow[];
}

/** Records, people and files that a keyword finds, each table by one statement under its list's rights; what is slow is left out and said. */
export async function find(house: House, access: Access, ask: Ask): Promise<Reply> {
  if (!isKeyword(ask.key_word)) throw new Refusal(314, '', { field: 'key_word' });
  const asked = askedTables(access);
  const files = filesFound(asked);
  const parts = [
    ...asked.map((one) => partOf(access, one, ask)),
    ...(files.length
      ? [{ ...FILES, statement: () => findFiles(access, files, ask), rows: (found: readonly Row[]) => found.map(fileRow) }]
      : []),
  ];
  const answers = await askAll(house, parts);
  const tables = parts.map(({ told }, at) => ({ ...told, ...((answers[at]?.length ?? 0) > ask.rows ? { more: 1 as const } : {}) }));
  const late = parts.filter((_, at) => answers[at] === null).map(({ told }) => told);
  const rows = once(answers.flatMap((found) => (found ?? []).slice(0, ask.rows))).toSorted((a, b) => a.rank - b.rank);
  return { rows: rows as unknown as NonNullable<Reply['rows']>, total: rows.length, total_kind: 'exact', data: { tables, late } };
}

const FILES = { told: { cloud: '', key_name: '附件', key_name_en: 'Files' } };

function partOf(access: Access, { grant, told }: Asked, { key_word, rows }: Ask): Part {
  const kind = grant.table.def.type === 'USER' ? 'person' : 'record';
  const fields = tellingFields(grant);
  const view = viewOf(access, grant, 'past', fields.map(({ name }) => name).join(',') || 'id');
  return {
    told,
    statement: () => {
      const reading = readingOf(access, grant, { filters: { key_word } });
      return compileFind({ ...reading, key_word, fields: view.fields, flags: view.flags, limit: rows + 1 }, access.asker);
    },
    rows: (found) =>
      found.map((row) => {
        const values = view.present(row, access.asker) as Readonly<Record<string, unknown>>;
        const state = grant.table.def.flow === 1 ? (values.review_state as EntityValue | undefined) : undefined;
        return {
          ...{ kind, cloud: grant.table.cloud, id: Number(values.id), rank: Number(row[RANKED]) },
          ...nameOf(values),
          ...(state ? { state } : {}),
          told: fields.flatMap(({ name }) => tellingName(values[name])),
        };
      }),
  };
}

const nameOf = (values: Readonly<Record<string, unknown>>): FoundName => ({
  key_name: String(values.key_name ?? ''),
  ...(values.key_name_en ? { key_name_en: String(values.key_name_en) } : {}),
});

/** The first columns of its list that say something short. */
function tellingFields(grant: Grant): ResolvedField[] {
  const tells = ({ name, def, storage }: ResolvedField): boolean =>
    name !== 'key_name' &&
    name !== 'review_state' &&
    def.hidden !== 1 &&
    def.list_hidden !== 1 &&
    tellingType(def.data_type) &&
    storage !== 'none';
  return [...grant.table.fields.values()].filter((field) => tells(field) && grant.sees(field.name, 't') !== false).slice(0, TOLD);
}
const tellingType = (type: string): boolean => ['text', 'entity', 'mobile', 'select', 'radio', 'date'].includes(type);

function tellingName(value: unknown): FoundName[] {
  if (typeof value === 'string' && value !== '') return [{ key_name: value }];
  const { key_name, key_name_en } = (typeof value === 'object' && value !== null ? value : {}) as Partial<FoundName>;
  return key_name ? [{ key_name, ...(key_name_en ? { key_name_en } : {}) }] : [];
}

const fileRow = (row: Row): FoundRow => ({
  ...{ kind: 'file', cloud: String(row.cloud), id: Number(row.id), key_name: String(row.file_name), rank: 2 },
  ...{ length: Number(row.length), told: row.key_name ? [{ key_name: String(row.key_name) }] : [] },
});

/** A record that several lists of its table show is found once, in the table's own before any variant; a file as often as it is called so. */
function once(rows: readonly FoundRow[]): FoundRow[] {
  const known = new Set<string>();
  return rows
    .toSorted((a, b) => Number(a.cloud.includes('[')) - Number(b.cloud.includes('[')))
    .filter((row) => {
      const key = `${row.kind === 'file' ? row.key_name : ''} ${row.cloud.split('[', 1)[0]} ${row.id}`;
      return !known.has(key) && known.add(key);
    });
}

/** The rows of each part, null of one that took too long or was not begun any more. */
async function askAll(house: House, parts: readonly Part[]): Promise<(FoundRow[] | null)[]> {
  const answers = parts.map((): FoundRow[] | null => null);
  const begun = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < parts.length; at = next++) {
      const left = ALL_WITHIN - (performance.now() - begun);
      if (left <= 0) return;
      answers[at] = await askOne(house, parts[at]!, Math.min(TABLE_WITHIN, left));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

async function askOne(house: House, part: Part, within: number): Promise<FoundRow[] | null> {
  const { text, values } = part.statement();
  try {
    return part.rows(await house.db.tx((tx) => tx.query<Row>(text, values), { still: true, within, planned: true }));
  } catch (error) {
    if (isSlow(error)) return null;
    throw error;
  }
}
