import type { RowOp } from '#protocol/rules/form/locked.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { soughtIn } from '#web/fields/sought.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A row of a sub-table as it stands in the form. `key` is the client's own, stable while the form is open. */
export interface SubRow {
  key: string;
  /** absent: not saved yet */
  id?: number;
  version?: number;
  values: Values;
  loaded: Values;
  /** what somebody typed into it after it followed, or brought along: the rest of what follows is the server's to work out */
  said?: readonly string[];
  /** deleted (or unbound) here, remembered until the save says so to the server */
  gone?: boolean;
}

/** What is told at a place of the form: an answer's code, remark and data, put into words when it is drawn, in the language on screen. */
export interface Told extends Pick<Envelope, 'code' | 'remark' | 'data'> {
  /** the server said it: no rule of ours knows when it is mended, so the next key there takes it away */
  byServer?: true;
}

export interface FormState {
  values: Values;
  /** as the server has them (or as a new record starts): what undo restores and what is compared with */
  loaded: Values;
  /** what somebody typed after it followed, or brought along: the rest of what follows is the server's to work out */
  said?: readonly string[];
  /** what a new record brought along */
  loadedSaid?: readonly string[];
  /** rows by `<table>.<parent_field>` */
  subs: Readonly<Record<string, readonly SubRow[]>>;
  loadedSubs: Readonly<Record<string, readonly SubRow[]>>;
  /** what is told under fields, by field_name; for a cell `<sub key>/<row key>/<field_name>`, for a sub-table as a whole its key */
  errors: Readonly<Record<string, Told>>;
  /** what another value took out of a field, until something stands there again: the form says so */
  outgrown?: Values;
  /** the place that was left last, while something is told of it alone */
  left?: string;
  nextKey: number;
  /** the request that was sent last, until it is answered that it was done */
  sent?: Sent;
}

/** One `_rid` stands for one content: sent once more it is the same request, and done once. */
export interface Sent {
  rid: string;
  /** digest of the content */
  of: string;
}

export type FormAction =
  /** `isFresh`: the same record once more; what is told stays */
  | ({ type: 'load'; values: Values; subs: Readonly<Record<string, readonly Values[]>>; isFresh?: boolean } & Along)
  /** `said`: all that is said from now on */
  | { type: 'set'; values: Values; said?: readonly string[] }
  | { type: 'cell'; sub: string; row: string; values: Values; said?: readonly string[] }
  | { type: 'add'; sub: string; values: Values }
  /** values laid over rows, those without a key upon new ones */
  | { type: 'lay'; sub: string; rows: readonly LaidRow[] }
  /** the rows as they stood before, with what was told of them */
  | { type: 'unlay'; sub: string; before: Pick<FormState, 'subs' | 'errors'> }
  | { type: 'remove'; sub: string; row: string }
  | { type: 'errors'; errors: Readonly<Record<string, Told>> }
  | { type: 'sent'; sent: Sent }
  | { type: 'restore'; draft: FormDraft }
  | { type: 'undo' };

/** What a new record brings along, and its rows, in their order. */
interface Along {
  said?: readonly string[];
  saidRows?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** Values that are laid over a row; without a key upon a new one. `said`: all that is said of it then. */
export interface LaidRow {
  key?: string;
  values: Values;
  said?: readonly string[];
}

/** What was typed into a form, without what only stands there: fields by name, and the rows that were touched. */
export interface FormDraft {
  values: Values;
  /** absent: all of it, of rows too */
  said?: readonly string[];
  subs: Readonly<Record<string, readonly SubRow[]>>;
  sent?: Sent;
}

export const EMPTY: FormState = { values: {}, loaded: {}, subs: {}, loadedSubs: {}, errors: {}, nextKey: 1 };

export function reduceForm(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'load': {
      const subs = Object.fromEntries(
        Object.entries(action.subs).map(([sub, rows]) => [sub, rows.map((row, at) => savedRow(row, at, action.saidRows?.[sub]?.[at]))]),
      );
      const errors = action.isFresh ? state.errors : {};
      const along = action.said?.length ? { said: action.said, loadedSaid: action.said } : {};
      return { ...EMPTY, values: action.values, loaded: action.values, subs, loadedSubs: subs, errors, ...along };
    }
    case 'set':
      return {
        ...state,
        values: { ...state.values, ...action.values },
        errors: without(state.errors, Object.keys(action.values)),
        ...(state.outgrown ? { outgrown: without(state.outgrown, Object.keys(action.values)) } : {}),
        ...saying(action.said),
      };
    case 'cell':
      return {
        ...state,
        subs: mapRows(state, action.sub, (rows) =>
          rows.map((row) =>
            row.key === action.row ? { ...row, values: { ...row.values, ...action.values }, ...saying(action.said) } : row,
          ),
        ),
        errors: without(
          state.errors,
          Object.keys(action.values).map((name) => cellKey(action.sub, action.row, name)),
        ),
      };
    case 'add':
      return withRow(state, action.sub, { key: `n${state.nextKey}`, values: action.values, loaded: {} });
    case 'lay':
      return laid(state, action.sub, action.rows);
    case 'unlay':
      return {
        ...state,
        subs: { ...state.subs, [action.sub]: action.before.subs[action.sub] ?? [] },
        errors: { ...errorsOf(state, action.sub, false), ...errorsOf(action.before, action.sub, true) },
      };
    case 'remove':
      return { ...state, subs: mapRows(state, action.sub, (rows) => rows.flatMap((row) => removed(row, action.row))) };
    case 'errors': {
      const { left: _, ...others } = state;
      return { ...others, errors: action.errors };
    }
    case 'sent':
      return { ...state, sent: action.sent };
    case 'restore':
      return restored(state, action.draft);
    case 'undo': {
      const { sent: _, said: __, outgrown: ___, ...others } = state;
      return { ...others, values: state.loaded, subs: state.loadedSubs, errors: {}, ...saying(state.loadedSaid) };
    }
  }
}

/**
 * What was typed since `since` stood there, as far as it would be lost: to be restored upon `newest`, which the server has by now. Rows go by
 * their ids; one that was new in `since` is known by the id that it has in `newest`.
 */
export function typedSince(now: FormState, since: FormState, newest: FormState): FormDraft | null {
  const values = picked(now.values, changedFields(now.values, since.values));
  const subs = Object.keys(now.subs).map((sub) => [sub, rowsSince(sub, now, since, newest)] as const);
  const touched = subs.filter(([, rows]) => rows.length > 0);
  const said = (now.said ?? []).filter((name) => name in values);
  return Object.keys(values).length + touched.length > 0 ? { values, said, subs: Object.fromEntries(touched) } : null;
}

function rowsSince(sub: string, now: FormState, since: FormState, newest: FormState): SubRow[] {
  const rows = now.subs[sub]!;
  const stood = since.subs[sub] ?? [];
  const idOf = idsIn(stood, newest.subs[sub] ?? []);
  const known = standing(since, sub).flatMap((before): SubRow[] => {
    const mine = rows.find(({ key }) => key === before.key);
    const isGone = !mine || mine.gone === true;
    const id = idOf.get(before.key);
    const values = mine?.values ?? before.values;
    if (!isGone && changedFields(values, before.values).length === 0) return [];
    const said = saying(mine?.said);
    if (id !== undefined) return [{ key: `r${id}`, id, values, loaded: before.values, ...said, ...(isGone ? { gone: true } : {}) }];
    return isGone ? [] : [{ key: before.key, values, loaded: {}, ...said }];
  });
  return [...known, ...rows.filter(({ key }) => !stood.some((each) => each.key === key))];
}

/** The ids of rows by their keys: the server numbers new ones in the order they were sent. */
function idsIn(stood: readonly SubRow[], newest: readonly SubRow[]): ReadonlyMap<string, number> {
  const numbers = newest.flatMap(({ id }) => (id === undefined || stood.some((each) => each.id === id) ? [] : [id])).sort((a, b) => a - b);
  const sent = stood.filter(({ id }) => id === undefined);
  const fresh = sent.length <= numbers.length ? sent : [];
  return new Map([
    ...stood.flatMap(({ key, id }) => (id === undefined ? [] : [[key, id] as const])),
    ...fresh.map(({ key }, at) => [key, numbers[at]!] as const),
  ]);
}

/** What would be lost with the form; null while it is as it was loaded. */
export function draftOf(state: FormState): FormDraft | null {
  if (!isDirty(state)) return null;
  const values = picked(state.values, changedFields(state.values, state.loaded));
  const subs = Object.entries(state.subs).map(([sub, rows]) => [sub, rows.filter(isRowChanged)] as const);
  const changed = Object.fromEntries(subs.filter(([sub, rows]) => rows.length > 0 || isShorter(state, sub)));
  return { values, said: state.said ?? [], subs: changed, ...(state.sent ? { sent: state.sent } : {}) };
}

const isShorter = (state: FormState, sub: string): boolean => (state.subs[sub]?.length ?? 0) < (state.loadedSubs[sub]?.length ?? 0);

const picked = (values: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, values[name]]));

/** The draft upon what is loaded now, which may be newer than what it was typed on: what others changed elsewhere stays theirs. */
function restored(state: FormState, draft: FormDraft): FormState {
  const subs = Object.entries(draft.subs).map(
    ([sub, rows]) => [sub, restoredRows(state.subs[sub] ?? [], rows, draft.said === undefined)] as const,
  );
  const drawn = [...Object.values(draft.subs)].flat().map(({ key }) => Number(/^n(\d+)$/.exec(key)?.[1] ?? 0));
  return {
    ...state,
    values: { ...state.values, ...draft.values },
    subs: { ...state.subs, ...Object.fromEntries(subs) },
    nextKey: Math.max(state.nextKey, ...drawn.map((drew) => drew + 1)),
    ...(draft.sent ? { sent: draft.sent } : {}),
    ...saying([...new Set([...(state.said ?? []), ...(draft.said ?? Object.keys(draft.values))])]),
  };
}

/** Rows that the server has, each with what was typed into it; then those that it does not have. One that somebody deleted meanwhile is added anew. */
function restoredRows(now: readonly SubRow[], typed: readonly SubRow[], isAllSaid: boolean): SubRow[] {
  const saidIn = ({ said, values, loaded }: SubRow) => saying(isAllSaid ? changedFields(values, loaded) : said);
  const known = now.filter((row) => row.id !== undefined);
  const kept = known.map((row) => {
    const mine = typed.find((each) => each.id === row.id);
    if (!mine) return row;
    const values = { ...row.values, ...picked(mine.values, changedFields(mine.values, mine.loaded)) };
    return {
      ...row,
      ...(mine.version === undefined ? {} : { version: mine.version }),
      ...(mine.gone ? { gone: true } : {}),
      ...saidIn(mine),
      values,
    };
  });
  const own = typed.flatMap((row) => {
    if (row.id === undefined) return [{ ...row, ...saidIn(row) }];
    const anew = without(row.values, ['id', 'version']);
    return row.gone || known.some(({ id }) => id === row.id)
      ? []
      : [{ key: `n${row.id}x`, values: anew, loaded: {}, said: Object.keys(anew) }];
  });
  return [...kept, ...own];
}

const savedRow = (row: Values, at: number, said?: readonly string[]): SubRow => ({
  ...saying(said),
  key: row.id === undefined ? `d${at}` : `r${row.id}`,
  ...(typeof row.id === 'number' ? { id: row.id } : {}),
  ...(typeof row.version === 'number' ? { version: row.version } : {}),
  values: row,
  loaded: row,
});

/** A row never saved simply goes; a saved one is kept as gone. */
const removed = (row: SubRow, key: string): SubRow[] => (row.key !== key ? [row] : row.id === undefined ? [] : [{ ...row, gone: true }]);

const saying = (said: readonly string[] | undefined): { said?: readonly string[] } => (said === undefined ? {} : { said });

const mapRows = (state: FormState, sub: string, change: (rows: readonly SubRow[]) => readonly SubRow[]) => ({
  ...state.subs,
  [sub]: change(state.subs[sub] ?? []),
});

const withRow = (state: FormState, sub: string, row: SubRow): FormState => ({
  ...state,
  nextKey: state.nextKey + 1,
  subs: mapRows(state, sub, (rows) => [...rows, row]),
});

function laid(state: FormState, sub: string, rows: readonly LaidRow[]): FormState {
  const over = new Map(rows.flatMap((row) => (row.key === undefined ? [] : [[row.key, row] as const])));
  const fresh = rows
    .filter(({ key }) => key === undefined)
    .map(({ values, said }, at): SubRow => ({ key: `n${state.nextKey + at}`, values, loaded: {}, ...saying(said) }));
  const places = [...over].flatMap(([row, { values }]) => Object.keys(values).map((name) => cellKey(sub, row, name)));
  return {
    ...state,
    nextKey: state.nextKey + fresh.length,
    subs: mapRows(state, sub, (all) => [
      ...all.map((row) =>
        over.has(row.key) ? { ...row, values: { ...row.values, ...over.get(row.key)!.values }, ...saying(over.get(row.key)!.said) } : row,
      ),
      ...fresh,
    ]),
    errors: without(state.errors, places),
  };
}

/** What is told of a sub-table's rows, or of all else. */
const errorsOf = ({ errors }: Pick<FormState, 'errors'>, sub: string, ofRows: boolean): FormState['errors'] =>
  Object.fromEntries(Object.entries(errors).filter(([place]) => (place === sub || place.startsWith(`${sub}/`)) === ofRows));

export const without = <V>(values: Readonly<Record<string, V>>, names: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

export const cellKey = (sub: string, row: string, field_name: string): string => `${sub}/${row}/${field_name}`;

/** Rows as they will stand after the save. */
export const standing = (state: FormState, sub: string): readonly SubRow[] => (state.subs[sub] ?? []).filter((row) => !row.gone);

/** Same to the server: references compare by id, lists by their members, nothing by spelling of emptiness. */
export function isSame(a: unknown, b: unknown): boolean {
  return fingerprint(a) === fingerprint(b);
}

function fingerprint(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(fingerprint).join()}]`;
  if (typeof value === 'object') {
    const { id, key_name } = value as { id?: unknown; key_name?: unknown };
    return `#${id !== undefined && id !== 0 ? id : key_name}${soughtIn(value)}`;
  }
  return String(value);
}

export const changedFields = (now: Values, before: Values): string[] => Object.keys(now).filter((name) => !isSame(now[name], before[name]));

export function isDirty(state: FormState): boolean {
  if (changedFields(state.values, state.loaded).length > 0) return true;
  return Object.entries(state.subs).some(([sub, rows]) => rows.length !== (state.loadedSubs[sub]?.length ?? 0) || rows.some(isRowTouched));
}

/** A file is on its way: leaving would lose it. */
export const isUploading = ({ values, subs }: FormState): boolean =>
  [values, ...Object.values(subs).flatMap((rows) => rows.map((row) => row.values))].some((each) =>
    Object.values(each).some((value) => (value as { uploading?: boolean } | null)?.uploading === true),
  );

/** Something was done to the row; a first empty row that nobody typed in is as it was. */
export const isRowTouched = (row: SubRow): boolean =>
  row.gone === true || row.key.startsWith('n') || changedFields(row.values, row.loaded).length > 0;

/** The server does not have the row as it stands here. */
const isRowChanged = (row: SubRow): boolean => row.id === undefined || isRowTouched(row);

/** Sub-tables of whose rows some are other than the server's. */
export const changedSubs = ({ subs }: Pick<FormState, 'subs'>): string[] =>
  Object.keys(subs).filter((key) => subs[key]!.some(isRowChanged));

/**
 * The rows of `_subtables`: only what changed, each with its op. `encode` turns a row's values into what is sent of a new one; `names` says what of
 * it a Modify has, of the fields that changed. Of a sub-table that is not inherited a removed row is unbound.
 */
export function submittedRows(
  rows: readonly SubRow[],
  inherited: boolean,
  encode: (row: SubRow) => Readonly<Record<string, unknown>>,
  names: (row: SubRow, changed: readonly string[]) => readonly string[] = (_, changed) => changed,
): (Readonly<Record<string, unknown>> & { op: RowOp })[] {
  return rows.filter(isRowChanged).flatMap((row) => {
    const known = row.id === undefined ? {} : { id: row.id, ...(row.version === undefined ? {} : { version: row.version }) };
    if (row.gone) return { op: inherited ? ('Delete' as const) : ('Unbind' as const), ...known };
    const sent = encode(row);
    if (row.id === undefined) return { op: 'Add' as const, ...sent };
    const said = names(row, changedFields(row.values, row.loaded)).filter((name) => name in sent);
    // what only followed from something else is the server's to write
    return said.length > 0 ? { op: 'Modify' as const, ...known, ...Object.fromEntries(said.map((name) => [name, sent[name]])) } : [];
  });
}
