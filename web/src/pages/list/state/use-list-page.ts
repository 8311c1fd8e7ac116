import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { Layout } from '#protocol/meta/layout.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { SHOW, toolbarActions } from '#protocol/rules/actions.ts';
import type { Currency, TotalKind, WireRow } from '#protocol/wire/envelope.ts';
import { mayRun, runAction, tabLabelOf } from '#web/actions/run-action.ts';
import { needsOf } from '#web/actions/selection.ts';
import type { ApiError } from '#web/api/error.ts';
import { failureOf } from '#web/api/use-op.ts';
import { useSession } from '#web/api/use-session.ts';
import { onChoices } from '#web/choices/choices.ts';
import { isSubmit, submitAction } from '#web/flow/process/submit-action.ts';
import { say } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { useLabel, useTab } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { NOT_OPENED } from '../../not-opened.ts';
import { useFollow } from '../../use-follow.ts';
import { binOf } from './bin.ts';
import { type Column, columnsOf } from './columns.ts';
import { dropFirst, knownTo } from './first-rows.ts';
import { type Density, keepDensity, ownDensity } from './kept.ts';
import type { ListAction, ListState } from './list-state.ts';
import { type Beside, type BesideController, useBeside } from './use-beside.ts';
import { type Celled, useCelled } from './use-celled.ts';
import { type Filtering, useFiltering } from './use-filtering.ts';
import { type Laying, useLaidOut } from './use-laid-out.ts';
import { useListState } from './use-list-state.ts';
import { useDefined, useRows } from './use-rows.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useViewing, type Viewing } from './use-viewing.ts';
import { PLAIN } from './view.ts';

/** LIST opens records; SELECT and MULTI choose them (LIST-01). */
export type ListMode = 'LIST' | 'SELECT' | 'MULTI';

export interface ListOptions {
  cloud: string;
  mode: ListMode;
  /** what the page itself narrows, such as the parent of a sub-table's rows */
  fixed?: ListState['fields'];
  /** what that is called, such as the group whose records these are */
  within?: string;
  /** of what its definition offers, what is offered here; absent: all */
  offers?: (action: ActionDef) => boolean;
  /** what is done here beside that */
  deeds?: Deeds | undefined;
  /** fields that say the same in each row here: they have no column; one function for as long as it says the same */
  without?: (field: string) => boolean;
  /** MULTI: what is chosen already */
  chosen?: readonly WireRow[];
  onChoose?: (rows: readonly WireRow[]) => void;
  /** MULTI: told of every change of what is chosen */
  onSelection?: (rows: readonly WireRow[]) => void;
}

/** What a page lets one do with its list that no definition says. */
export interface Deeds {
  toolbar: readonly ActionDef[];
  /** what is offered on a row */
  of: (row: WireRow) => readonly ActionDef[];
  run: (action: ActionDef, rows: readonly WireRow[]) => Promise<boolean>;
}

export interface ListController {
  cloud: string;
  mode: ListMode;
  within: string | undefined;
  /** what the page itself narrows */
  fixed: ListState['fields'] | undefined;
  /** whether the page itself narrows this field: nobody filters by it then */
  isFixed: (field: string) => boolean;
  /** undefined until the definition is known */
  table: TableDef | undefined;
  /** what the reader, or his company, says of its columns and filters */
  layout: Layout | undefined;
  /** how he changes that; undefined where he does not */
  laying: Laying | undefined;
  /** the views that he has of it; undefined where the list is a part of something else */
  viewing: Viewing | undefined;
  columns: readonly Column[];
  rows: readonly WireRow[];
  total: number;
  totalKind: TotalKind;
  /** sums over everything that is filtered, by field */
  sums: Readonly<Record<string, unknown>>;
  /** what the amounts of rows are in that do not say so themselves */
  currency: Currency | null;
  /** rows of several domains: each says what its amounts are in */
  mixed: boolean;
  state: ListState;
  filtering: Filtering;
  dispatch: (action: ListAction) => void;
  /** nothing to show yet */
  loading: boolean;
  /** the next rows are on their way, the last ones still stand */
  busy: boolean;
  /** why there is nothing to show */
  error: ApiError | null;
  /** why the rows are still those of before */
  outdated: ApiError | null;
  refresh: () => void;
  toolbar: readonly ActionDef[];
  /** opens what was deleted here, for who may delete */
  openBin: (() => void) | undefined;
  selection: Selection;
  /** rows can be chosen: something can be done with those that are */
  boxes: boolean;
  density: Density;
  setDensity: (density: Density) => void;
  hand: RowHand;
  /** the record that stands beside it */
  beside: Beside | null;
  /** how it is edited in its cells; undefined where it is not */
  celled: Celled | undefined;
  /** rows are being pasted into the table */
  pasting: boolean;
  /** what a record that is added here begins with */
  begun: Readonly<Record<string, string>> | undefined;
  endPaste: () => void;
  /** the records that are being changed at once; none: all that match */
  changing: readonly WireRow[] | null;
  /** `done`: all were, and are chosen no more */
  endChange: (done: boolean) => void;
}

/** What can be done with rows; the same object as long as table and mode stay, so that no row is drawn again for having it. */
export interface RowHand {
  run: (action: ActionDef, rows: readonly WireRow[]) => void;
  open: (row: WireRow) => void;
  toggle: (row: WireRow) => void;
  actionsOf: (row: WireRow) => readonly ActionDef[];
}

/** A decision may write other tables too, and what it wrote is not told: a list follows whatever is. */
const ANY = () => true;
const NO_ROWS: readonly WireRow[] = [];
const NO_SUMS: Readonly<Record<string, unknown>> = {};

/** Decides everything a list shows; ListView draws it. */
export function useListPage(options: ListOptions): ListController {
  const { cloud, mode } = options;
  const { asked, state, dispatch, definition, table, layout, laying, viewing } = useViewed(options);
  const density = useSyncExternalStore(onChoices, () => ownDensity(cloud));
  const filtering = useFiltering(cloud, mode === 'LIST', state.fields);
  const answer = useRows(options, state, table);
  const selection = useSelection(mode === 'MULTI' ? options.chosen : undefined, options.onSelection);
  const [defined, read] = [failureOf(definition), failureOf(answer)];
  useFollow(ANY, () => (table ? answer.refetch() : dropFirst(options, asked)));
  useLabel(mode === 'LIST' ? table : undefined, mode === 'LIST' && defined.error !== null, NOT_OPENED);
  const over = useOver(selection);
  const rows = (answer.data?.rows ?? NO_ROWS) as readonly WireRow[];
  const beside = useBeside(cloud, table, mode === 'LIST', state.groups.length > 0 ? NO_ROWS : rows);
  const begun = useMemo(() => (options.fixed ? begunFor(options.fixed) : undefined), [options.fixed]);
  const hand = useHand(options, begun, table, selection, { beside: beside.open, ...over.open });
  const celled = useCelled(table, mode === 'LIST' && state.groups.length === 0, rows, hand);
  const { session } = useSession();
  const isPast = state.month !== undefined;
  const toolbar = useToolbar(options, isPast ? undefined : table);
  const boxes = useBoxes(mode, toolbar, rows, hand);
  const columns = useColumns(options, table, boxes, layout);
  return {
    cloud,
    mode,
    within: options.within,
    fixed: options.fixed,
    isFixed: (field) => Object.hasOwn(options.fixed ?? {}, field),
    table,
    layout,
    laying,
    viewing,
    columns,
    rows,
    currency: (answer.data?.data?._currency as Currency | undefined) ?? session?.user.domain ?? null,
    mixed: rows.some((row) => row._currency !== undefined),
    total: answer.data?.total ?? 0,
    totalKind: answer.data?.total_kind ?? 'exact',
    sums: (answer.data?.data?.stat ?? NO_SUMS) as Readonly<Record<string, unknown>>,
    state,
    filtering,
    dispatch,
    loading: !defined.error && !answer.error && !answer.data,
    busy: answer.isPlaceholderData,
    error: defined.error ?? read.error,
    outdated: defined.outdated ?? read.outdated,
    refresh: () => (definition.error ? void definition.refetch() : void answer.refetch()),
    toolbar,
    openBin: useMemo(() => (table && mode === 'LIST' && !isPast ? binOf(cloud, table) : undefined), [cloud, table, mode, isPast]),
    selection,
    boxes,
    density,
    setDensity: (next) => keepDensity(cloud, next),
    hand,
    beside: beside.shown,
    celled,
    begun,
    ...over.shown,
  };
}

function useColumns({ without }: ListOptions, table: TableDef | undefined, boxes: boolean, layout: Layout | undefined): readonly Column[] {
  return useMemo(() => (table ? columnsOf(without ? lacking(table, without) : table, boxes, layout) : []), [table, boxes, layout, without]);
}

const lacking = (table: TableDef, isLeft: (field: string) => boolean): TableDef => ({
  ...table,
  fields: table.fields.filter(({ field_name }) => !isLeft(field_name)),
});

function useToolbar({ mode, offers = ANY, deeds }: ListOptions, table: TableDef | undefined): readonly ActionDef[] {
  return useMemo(() => {
    if (!table || mode !== 'LIST') return [];
    return [...(deeds?.toolbar ?? []), ...toolbarActions(table, () => true).filter(offers)];
  }, [table, mode, offers, deeds]);
}

/** What is listed and how it lies: as the address says, and of what it does not say as its view does. */
function useViewed(options: ListOptions) {
  const { cloud, mode, fixed, within } = options;
  const isPage = mode === 'LIST';
  const { asked, from, dispatch } = useListState(cloud, isPage);
  const { view } = useTab();
  const { table: declared, query: definition } = useDefined(options, asked, isPage && view.view !== undefined);
  const viewing = useViewing(cloud, isPage && !fixed && within === undefined, declared);
  const { table, layout, laying } = useLaidOut(cloud, isPage, declared, viewing);
  const state = useMemo(() => {
    const said = viewing ? from(viewing.begin) : asked;
    return table ? knownTo(table, said) : said;
  }, [table, viewing, from, asked]);
  const act = (action: ListAction) => dispatch(action, viewing?.begin ?? PLAIN);
  return { asked, state, dispatch: act, definition, table, layout, laying, viewing };
}

/** What stands over the list: rows that are pasted, records that are changed at once; those that were are chosen no more. */
function useOver({ clear }: Selection) {
  const [pasting, setPasting] = useState(false);
  const [changing, setChanging] = useState<readonly WireRow[] | null>(null);
  const endChange = (done: boolean) => {
    setChanging(null);
    if (done) clear();
  };
  return { open: { setPasting, setChanging }, shown: { pasting, endPaste: () => setPasting(false), changing, endChange } };
}

/** Whether anything can be done with several records here; where it could once, it stays so while one turns pages. */
function useBoxes(mode: ListMode, toolbar: readonly ActionDef[], rows: readonly WireRow[], { actionsOf }: RowHand): boolean {
  const before = useRef(false);
  const now = useMemo(
    () => mode !== 'LIST' || takesSeveral(toolbar) || rows.some((row) => actionsOf(row).some((action) => needsOf(action) === 'multiple')),
    [mode, toolbar, rows, actionsOf],
  );
  before.current ||= now;
  return before.current;
}

const takesSeveral = (toolbar: readonly ActionDef[]): boolean => toolbar.some((action) => needsOf(action) !== 'none');

/** What opens over the list. */
interface Opening {
  beside: BesideController['open'];
  setPasting: (is: boolean) => void;
  setChanging: (rows: readonly WireRow[]) => void;
}

function useHand(
  { cloud, mode, onChoose, offers = ANY, deeds }: ListOptions,
  begun: Readonly<Record<string, string>> | undefined,
  table: TableDef | undefined,
  selection: Selection,
  { beside, setPasting, setChanging }: Opening,
): RowHand {
  const { toggle, clear } = selection;
  const choose = useRef(onChoose);
  choose.current = onChoose;
  return useMemo(() => {
    const byUid = actionsByUid(table);
    const run = async (action: ActionDef, rows: readonly WireRow[]) => {
      if (action.op === 'Paste') return setPasting(true);
      if (action.op === 'Batch')
        return mayRun(rows.length === 0 ? { ...action, param: 'none' } : action, rows) ? setChanging(rows) : undefined;
      if (deeds && (deeds.toolbar.includes(action) || rows.some((row) => deeds.of(row).includes(action))))
        return void (await deeds.run(action, rows));
      const done =
        isSubmit(action) && table && rows[0]
          ? await submitted(table, rows[0])
          : await runAction({ action, cloud, rows, ...(begun ? { query: begun } : {}) });
      if (done) clear();
    };
    return {
      run: (action, rows) => void run(action, rows),
      open: (row) => {
        if (mode === 'SELECT') choose.current?.([row]);
        else if (mode === 'MULTI') toggle(row);
        else if (beside) beside(row);
        else nav.open({ cloud, op: 'Show', id: row.id }, tabLabelOf(row));
      },
      toggle,
      actionsOf: (row) => {
        const submit = table && submitAction(table, row);
        const given = (row._actions ?? []).flatMap(({ uid, op }) => byUid.get(uid) ?? (op === 'Show' ? SHOW : [])).filter(offers);
        return [...(submit ? [submit] : []), ...given, ...(deeds?.of(row) ?? [])];
      },
    };
  }, [cloud, mode, begun, table, offers, deeds, toggle, clear, beside, setPasting, setChanging]);
}

/** What a press on Submit does comes with the first of them. */
async function submitted(table: TableDef, row: WireRow): Promise<boolean> {
  const room = await import('#web/flow/handling/submit.ts').catch(() => null);
  if (!room) toast.error(say('ui.brokenWhy'));
  return room ? room.submitRecord(table, row) : false;
}

const actionsByUid = (table: TableDef | undefined): ReadonlyMap<string, ActionDef> =>
  new Map((table?.states ?? []).flatMap((each) => each.actions ?? []).map((action) => [action.uid, action]));

/** What a list is narrowed to, as the record that is added there begins with it: one value of a field, or a branch by its node. */
export const begunFor = (fixed: ListState['fields']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fixed).flatMap(([name, value]) => {
      const one = isBranch(value) ? value.value : value;
      return one === null || typeof one === 'object' || one === undefined ? [] : [[name, String(one)]];
    }),
  );

const isBranch = (value: unknown): value is { op: 'below'; value: number } =>
  value !== null && typeof value === 'object' && (value as { op?: unknown }).op === 'below';
