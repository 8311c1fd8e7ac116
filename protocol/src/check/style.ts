import type { SuiteDef } from '#protocol/meta/suite.ts';
import { fileOf, type Problem, unique } from './problem.ts';
import { nameOf } from './shape.ts';

/** A part of a suite, with the path to it. */
interface Part {
  file: string;
  path: string;
  of: Record<string, unknown>;
}

/** Every part of a suite but its rows and what it writes. */
function* partsOf(value: unknown, file: string, path: string): Generator<Part> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield { file, path, of: value as Record<string, unknown> };
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'seed' || key === 'values' || key === 'tables') continue;
    const here = Array.isArray(value) ? `${path}[${nameOf(inner) ?? key}]` : path ? `${path}.${key}` : key;
    yield* partsOf(inner, file, here);
  }
}

const BASES = ['key_name', 'hint', 'placeholder', 'unit', 'remark'];
const CHINESE = /[\u4e00-\u9fff]/;
const CURRENCY = /[¥￥$€£]|[\d万亿]\s*(?:美|人民币)?元/;

/**
 * How the house writes suites: nothing is refused for it at a start. A uid stands once and begins with its suite; English is English; amounts
 * name no currency, for it is the domain's; where some states or choices bear a mark all do.
 */
export function styleOf(suite: SuiteDef): Problem[] {
  const tables = suite.tables.map((table) => [...partsOf(table, fileOf(suite.code, table.table_name), '')]);
  const parts = [...partsOf({ ...suite, tables: [] }, fileOf(suite.code), ''), ...tables.flat()];
  return [...names(suite, parts), ...english(parts), ...currencies(suite), ...marks(suite)];
}

function names(suite: SuiteDef, parts: readonly Part[]): Problem[] {
  const found: Problem[] = [];
  const named = parts.flatMap((part) => (typeof part.of.uid === 'string' ? [{ ...part, uid: part.of.uid }] : []));
  unique(
    named,
    ({ uid }) => uid,
    ({ file, path, uid }, first) =>
      found.push({
        ...{ file, path: `${path}.uid`, reason: `uid ${uid} stands twice: first in ${first.file} at ${first.path || 'the table itself'}` },
        mend: 'give the newer one a uid of its own, by custom suite.table.name',
      }),
  );
  for (const table of suite.tables)
    for (const { uid, path } of [
      { uid: table.uid, path: 'uid' },
      ...table.fields.map((of) => ({ uid: of.uid, path: `fields[${of.field_name}].uid` })),
    ])
      if (!uid.startsWith(`${suite.code}.`))
        found.push({
          ...{ file: fileOf(suite.code, table.table_name), path, reason: `uid ${uid} does not begin with its suite` },
          mend: `write ${suite.code}.${uid}, as long as the table has no rows: later a uid may not change`,
        });
  return found;
}

const english = (parts: readonly Part[]): Problem[] =>
  parts.flatMap(({ file, path, of }) =>
    BASES.filter((base) => typeof of[base] === 'string' && of[base] !== '').flatMap((base) => {
      const said = of[`${base}_en`];
      const at = `${path ? `${path}.` : ''}${base}_en`;
      if (typeof said !== 'string' || said === '')
        return [{ file, path: at, reason: 'the English text is missing', mend: `write ${base}_en beside ${base}` }];
      return CHINESE.test(said) ? [{ file, path: at, reason: `${said} is not English`, mend: 'say it in English' }] : [];
    }),
  );

function currencies(suite: SuiteDef): Problem[] {
  const priced = suite.tables.filter((table) => table.fields.some((field) => field.money));
  return priced.flatMap((table) =>
    [...partsOf(table, fileOf(suite.code, table.table_name), '')].flatMap(({ file, path, of }) =>
      BASES.flatMap((base) => [base, `${base}_en`])
        .filter((key) => CURRENCY.test(String(of[key] ?? '')))
        .map((key) => ({
          ...{ file, path: `${path ? `${path}.` : ''}${key}`, reason: 'it names a currency, and amounts are in that of the domain' },
          mend: 'take the currency out: the page shows it beside each amount',
        })),
    ),
  );
}

interface Marked {
  file: string;
  path: string;
  all: readonly { key_name: string; look?: string | undefined }[];
}

/** A choice that says that nothing was stated needs no mark. */
function marks(suite: SuiteDef): Problem[] {
  const lists: Marked[] = [
    ...suite.tables.map((table) => ({
      ...{ file: fileOf(suite.code, table.table_name), path: 'states' },
      all: table.states.filter(({ value }) => value !== '*'),
    })),
    ...suite.dicts.map((dict) => ({
      ...{ file: fileOf(suite.code), path: `dicts[${dict.code}].items` },
      all: dict.items.filter(({ key_name }) => key_name !== '未说明'),
    })),
  ];
  return lists.flatMap(({ file, path, all }) => {
    const bare = all.filter(({ look = 'none' }) => look === 'none');
    if (bare.length === all.length) return [];
    return bare.map((one) => ({
      ...{ file, path: `${path}[${nameOf(one) ?? ''}].look`, reason: `${one.key_name} bears no mark, and others beside it do` },
      mend: "write look: 'plan', 'doing', 'late', 'done' or 'draft' (of a state also 'flow'), or take it from all",
    }));
  });
}
