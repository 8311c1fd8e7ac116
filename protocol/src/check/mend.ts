import type { TableDef } from '#protocol/meta/table.ts';
import { instead } from './problem.ts';
import type { Kind, Scope } from './scope.ts';

/** How to mend a name that nothing has: what comes closest, else what there is. */
export function unknown(name: string, known: Iterable<string>, what: string): string {
  const names = [...new Set(known)];
  const shown = names.length > 12 ? `${names.slice(0, 12).join(', ')} …` : names.join(', ');
  return instead(name, names) || `${what}: ${shown || 'there is none yet'}`;
}

const OF_SUITES = 'of this suite and of those that it requires';

/** What nobody requires, and where it is. */
function required(scope: Scope, kind: Kind, name: string): string | undefined {
  const suite = scope.elsewhere(kind, name);
  const all = [...scope.requires, suite].map((code) => `'${code}'`).join(', ');
  return suite && `${name} is a ${kind} of suite ${suite}: write requires: [${all}] in suite.ts`;
}

/** How to mend a table's name, with its variant or without. */
export function tableMend(scope: Scope, cloud: string, variants = false): string {
  const names = scope
    .tables()
    .flatMap((one) => [one.table_name, ...(variants ? (one.variants ?? []) : []).map((variant) => `${one.table_name}[${variant.name}]`)]);
  const known = unknown(cloud, names, `tables ${OF_SUITES}`);
  const forgotten = known.endsWith('?') ? ' A table' : '; a table';
  return (
    required(scope, 'table', cloud.split('[')[0]!) ?? `${known}${forgotten} with a file of its own is named in tables of suite.ts, too`
  );
}

const KINDS = {
  dictionary: `dictionaries ${OF_SUITES}`,
  role: `roles ${OF_SUITES}`,
  post: `posts ${OF_SUITES}, which are named in posts of suite.ts`,
  report: `reports ${OF_SUITES}`,
  board: `boards ${OF_SUITES}`,
  group: 'groups, which are tables or what their key permission says',
};

/** How to mend the code of a dictionary, a role or a post, or the name of a permission group. */
export const namedMend = (scope: Scope, kind: keyof typeof KINDS, name: string): string =>
  required(scope, kind, name) ?? unknown(name, scope.names(kind), KINDS[kind]);

/** How to mend a field's name that the table does not have. */
export const fieldMend = (scope: Scope, table: TableDef, name: string): string =>
  unknown(name, scope.columns(table).keys(), `fields of ${table.table_name}`);

/** How to mend a choice that there is not: the ids, each with its name. */
export const choiceMend = (items: readonly { id: number; key_name: string }[]): string => {
  const said = items.slice(0, 12).map((item) => `${item.id}${item.key_name ? ` (${item.key_name})` : ''}`);
  return `write the id of a choice: ${said.join(', ')}${items.length > said.length ? ' …' : ''}`;
};
