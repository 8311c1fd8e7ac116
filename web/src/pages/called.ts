import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { asCalled } from '#protocol/rules/sheet/called.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError, isGone } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { opKey, queryClient } from '#web/api/use-op.ts';
import type { Called } from '#web/fields/host.ts';
import { narrowedBy } from '#web/fields/narrowed.ts';
import { asText } from '#web/fields/values.ts';

const EACH = 200;
const MOST_FOUND = 1000;
/** What is longer is nobody's name: the server looks for no longer one (`LONGEST_SEARCH` of wire/filters.ts, which brings zod with it). */
export const LONGEST_WORD = 200;

/**
 * Who or what of a field's source is called by these words: by its name in either language, or by a text of its own that
 * no other record has (a code, a sign-in name). Case and width of letters differ between lists: who is called so
 * letter for letter is meant, else who is called so but for these. The server answers what the reader may see, narrowed as the field's `query` says.
 */
export async function recordsCalled(field: FieldDef, words: readonly string[], values: Readonly<Record<string, unknown>>): Promise<Called> {
  const cloud = field.source ?? '';
  const narrowed = narrowedBy(field, values);
  const names = (await namesOf(cloud)).filter((name) => !Object.hasOwn(narrowed, name));
  const asked = words.filter((word) => word.length <= LONGEST_WORD);
  const found = new Map<string, Map<number, EntityValue>>();
  const alike = new Map<string, Map<number, EntityValue>>();
  for (const name of names) {
    for (let at = 0; at < asked.length; at += EACH) {
      const filter = { op: 'called' as const, value: asked.slice(at, at + EACH) };
      const fields = name === 'key_name' ? name : `key_name,${name}`;
      const { rows = [] } = await call(ops.page, { cloud, rows: MOST_FOUND, fields, filters: { fields: { ...narrowed, [name]: filter } } });
      for (const row of rows) {
        note(found, asText(row[name]), row as unknown as EntityValue);
        note(alike, asCalled(asText(row[name])), row as unknown as EntityValue);
      }
    }
  }
  return new Map(words.map((word) => [word, [...(found.get(word) ?? alike.get(asCalled(word)) ?? NOBODY).values()]]));
}

const NOBODY: ReadonlyMap<number, EntityValue> = new Map();

function note(found: Map<string, Map<number, EntityValue>>, word: string, { id, key_name, key_name_en }: EntityValue): void {
  const rows = found.get(word) ?? new Map<number, EntityValue>();
  found.set(word, rows.set(id, { id, ...(key_name ? { key_name } : {}), ...(key_name_en ? { key_name_en } : {}) }));
}

/** The fields by which a record of a table is called. Who may see names alone goes by the name. */
async function namesOf(cloud: string): Promise<readonly string[]> {
  try {
    const queryFn = () => call(ops.loadTable, { key_name: cloud });
    const answer = await queryClient.fetchQuery({ queryKey: opKey(ops.loadTable, { key_name: cloud }), queryFn, staleTime: 30 * 60_000 });
    return namingFields(answer.data as unknown as TableDef);
  } catch (error) {
    if (isGone(asApiError(error))) return ['key_name'];
    throw error;
  }
}

export function namingFields({ fields, english_name, unique = [] }: Pick<TableDef, 'fields' | 'english_name' | 'unique'>): string[] {
  const alone = unique.flatMap((names) => (names.length === 1 ? names : []));
  const own = fields.filter(
    ({ field_name, data_type, unique: isUnique }) =>
      field_name !== 'key_name' && isOf(data_type, 'line') && (isUnique === 1 || alone.includes(field_name) || field_name === english_name),
  );
  return ['key_name', ...own.map(({ field_name }) => field_name)];
}
