import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { defineCache, hashed, identityOf, MIB, PROCESS } from '#server/cache/cache.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { Asker } from '#server/query/asker.ts';
import { fieldsNamed } from '#server/query/statements.ts';
import { presenter, type Row } from '../row/present.ts';
import { domainFlag } from './currency.ts';
import { returnReading } from './returned.ts';
import { type ActionReading, actionReading } from './row-actions.ts';
import { baseFields, listFields, recordFields, unique } from './shown.ts';

/** What a reader sees of rows: their fields in order, and how a row that was read becomes the wire's. */
export interface View {
  readonly shown: readonly ResolvedField[];
  /** what is read: the fields shown, and what the rule of row actions needs beside them */
  readonly fields: readonly ResolvedField[];
  readonly flags: ActionReading['flags'];
  present(row: Row, asker: Asker): WireRow;
}

/** `past`: a list as of an instant, on which nothing can be done. */
type Kind = 'list' | 'past' | 'record';

const views = defineCache<View>({
  name: 'views',
  holds: "which fields a reader sees of a table, and how its rows become the wire's",
  key: 'number of the grant, kind of view, language, hash of the fields that were asked for',
  ends: 'with the grant',
  bytes: 4 * MIB,
});
/** What presents a field, and where it lies in the lists. */
const OF_FIELD = 400;

/** The view of a grant with the fields that were asked for, else its own; worked out once as long as the grant is the same. */
export function viewOf(access: Access, grant: Grant, kind: Kind, asked = ''): View {
  const fields = hashed(asked);
  if (fields === null) return createView(access, grant, kind, asked);
  const key = `${identityOf(grant)} ${kind} ${access.session.locale} ${fields}`;
  const known = views.of(PROCESS).get(key);
  if (known) return known;
  const view = createView(access, grant, kind, asked);
  views.of(PROCESS).set(key, view, 2_000 + OF_FIELD * view.fields.length);
  return view;
}

function createView(access: Access, grant: Grant, kind: Kind, asked: string): View {
  const shown = withEnglish(grant, kind === 'record' ? shownOf(grant, asked) : listFields(grant, asked));
  const actions = kind === 'past' ? undefined : actionReading(access, grant);
  const back = kind === 'past' ? undefined : returnReading(access, grant);
  const english = englishOf(grant);
  const fields = unique([...shown, ...(actions?.fields ?? []), ...(english ? [english] : [])]);
  const { locale } = access.session;
  const read = presenter(fields, locale, english);
  const wire = fields.length === shown.length ? undefined : presenter(shown, locale, english);
  const present = (row: Row, asker: Asker): WireRow => {
    const values = read(row);
    const given = actions && { _actions: actions.actions(row, values, asker) };
    const returned = back?.returned(row, asker);
    return Object.assign(wire?.(row) ?? values, given, returned && { _returned: returned }) as WireRow;
  };
  return { shown, fields, flags: { ...actions?.flags, ...back?.flags, ...domainFlag(grant) }, present };
}

/** The field of the rows' English names, where this reader sees it on any. */
const englishOf = ({ table, sees }: Grant): ResolvedField | undefined =>
  table.englishName && sees(table.englishName.name, 't') !== false && sees('key_name', 't') !== false ? table.englishName : undefined;

/** Texts that are said in English by another field bring that along, where this reader sees it on any row. */
const withEnglish = (grant: Grant, shown: readonly ResolvedField[]): ResolvedField[] =>
  unique([...shown, ...shown.flatMap(({ name, def }) => (def.english === 1 ? (seen(grant, `${name}_en`) ?? []) : []))]);

function seen({ table, sees }: Grant, name: string): ResolvedField | undefined {
  const field = table.fields.get(name);
  return field && sees(name, 't') !== false ? field : undefined;
}

const shownOf = (grant: Grant, asked: string): ResolvedField[] =>
  asked ? unique([...baseFields(grant), ...fieldsNamed(grant, asked)]) : recordFields(grant);
