import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { fieldsNamed } from '#server/query/statements.ts';
import { domainFlag } from './currency.ts';
import { presenter, type Row } from './present.ts';
import { type ActionReading, actionReading } from './row-actions.ts';
import { baseFields, listFields, recordFields, unique } from './shown.ts';

/** What a reader sees of rows: their fields in order, and how a row that was read becomes the wire's. */
export interface View {
  readonly shown: readonly ResolvedField[];
  /** what is read: the fields shown, and what the rule of row actions needs beside them */
  readonly fields: readonly ResolvedField[];
  readonly flags: ActionReading['flags'];
  present(row: Row): WireRow;
}

/** `past`: a list as of an instant, on which nothing can be done. */
type Kind = 'list' | 'past' | 'record';

const views = new WeakMap<Grant, Map<string, View>>();
/** Different lists of fields that are kept of one grant: a page asks for one or two (R10). */
const MOST = 4;

/** The view of a grant with the fields that were asked for, else its own; worked out once as long as the grant is the same. */
export function viewOf(access: Access, grant: Grant, kind: Kind, asked = ''): View {
  const known = views.get(grant) ?? new Map<string, View>();
  views.set(grant, known);
  const key = `${kind} ${asked}`;
  const view = known.get(key) ?? createView(access, grant, kind, asked);
  if (known.size >= MOST) known.clear();
  known.set(key, view);
  return view;
}

function createView(access: Access, grant: Grant, kind: Kind, asked: string): View {
  const shown = kind === 'record' ? shownOf(grant, asked) : listFields(grant, asked);
  const actions = kind === 'past' ? undefined : actionReading(access, grant);
  const fields = unique([...shown, ...(actions?.fields ?? [])]);
  const { locale } = access.session;
  const read = presenter(fields, locale);
  const wire = fields.length === shown.length ? undefined : presenter(shown, locale);
  const present = (row: Row): WireRow => {
    const values = read(row);
    const given = actions && { _actions: actions.actions(row, values) };
    return Object.assign(wire?.(row) ?? values, given) as WireRow;
  };
  return { shown, fields, flags: { ...actions?.flags, ...domainFlag(grant) }, present };
}

const shownOf = (grant: Grant, asked: string): ResolvedField[] =>
  asked ? unique([...baseFields(grant), ...fieldsNamed(grant, asked)]) : recordFields(grant);
