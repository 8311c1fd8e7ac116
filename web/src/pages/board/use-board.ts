import { useMemo, useRef } from 'react';
import type { Code } from '#protocol/codes.ts';
import type { BoardDef, BoardWidgetDef, TodoTabName } from '#protocol/meta/board/board.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { firstValue, type ReportAsk } from '#protocol/rules/report/ask.ts';
import { isYear, yearAsked } from '#protocol/rules/report/parts.ts';
import { knowsPast } from '#protocol/rules/report/past/past.ts';
import type { BoardLayer, KeptLayer } from '#protocol/wire/board.ts';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { takeEarly } from '#web/api/time/early.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { today } from '#web/i18n/clock.ts';
import type { MenuItem } from '#web/nav/menu.ts';
import { dataLabel, type TabLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { useView } from '#web/nav/use-tab.ts';
import { openSystem } from '../messages/open-system.ts';
import { monthIn } from '../past/month.ts';
import { askOf, atMonth, type LoadedReport, objectIn, placeIn } from '../report/use-report.ts';
import { useFollow, useFollowRights } from '../use-follow.ts';
import { useArrangedElsewhere } from './arrange/elsewhere.ts';

/** A part as LoadReport tells it, each of its tabs with what it is called. */
export interface LoadedWidget extends TabLabel, Omit<BoardWidgetDef, 'key_name' | 'key_name_en' | 'fields'> {
  /** list: the first is what a line is called */
  fields?: readonly FieldDef[];
}
/** A board as LoadReport tells it. */
export interface LoadedBoard extends TabLabel, Pick<BoardDef, 'uid' | 'board_name' | 'columns' | 'rows' | 'record'> {
  searchs: LoadedReport['searchs'];
  reports: Readonly<Record<string, LoadedReport>>;
  widgets: readonly LoadedWidget[];
  /** it can be asked for as of a month of the past */
  past?: 1;
  /** how its reader has it; a process of before does not say */
  layer?: KeptLayer;
}
/** What Index answers of a part, of one of its reports. */
export interface Told {
  uid: string;
  report?: string;
  code: Code;
  remark: string;
  /** the board is asked for as of a month of the past, and this part tells of now */
  now?: 1;
  data?: Readonly<Record<string, unknown>>;
  rows?: readonly WireRow[];
  total?: number;
}
/** An entry of a menu, with the module that it stands in. */
export type Shortcut = MenuItem & { module: string };
export type TodoCount = { tab: TodoTabName; total: number };

const nothing = (): void => undefined;
/** A board as a whole has no period. */
export const NO_PERIODS = { setPeriod: nothing, setValue: nothing, setCompare: nothing };

/** What a board decides; BoardPage draws it. The address carries what it is searched by, and the years that its parts were picked. `every`: ms after which a board that stands open is asked again; `id`: the record of which it tells; `asDefined`: as nobody has changed it for himself. */
export function useBoard(cloud: string, { every, id, asDefined }: { every?: number; id?: number; asDefined?: boolean } = {}) {
  const [view, setView] = useView();
  const definition = useDefinition(cloud);
  const board = definition.data?.data as unknown as LoadedBoard | undefined;
  const asked = useMemo(
    () => ({ fields: askOf(board && { ...board, sources: [], targets: [], indexs: [] }, view).fields ?? {} }),
    [board, view],
  );
  const years = useMemo(() => yearsIn(board?.widgets ?? [], view.years), [board, view.years]);
  const layer = useMemo(() => layerIn(asDefined ? undefined : board), [board, asDefined]);
  const month = board?.past && !asDefined ? monthIn(view) : undefined;
  const request = {
    cloud,
    page: 1,
    rows: 10,
    ...(id ? { id } : {}),
    ...saidOf(asked.fields, years, layer),
    ...(month ? { as_of: month } : {}),
  };
  const known = useRef<Envelope | undefined>(undefined);
  // what is asked again by itself keeps nobody's session alive
  const by = (signal: AbortSignal) =>
    takeEarly(ops.reportIndex, request) ??
    unlessSame(known.current, (version) =>
      askedWithout(request, (said) =>
        call(ops.reportIndex, { ...said, ...version }, { signal, background: every !== undefined && known.current !== undefined }),
      ),
    );
  const answer = useOp(ops.reportIndex, request, {
    ...{ enabled: board !== undefined, fresh: 0, keepPrevious: () => true },
    ...{ by, ...(every ? { every } : {}) },
  });
  known.current = answer.isPlaceholderData ? undefined : answer.data;
  useFollow(ANY, () => (board ? answer.refetch() : definition.refetch()));
  useFollowRights(definition.refetch);
  useArrangedElsewhere(definition.refetch);
  const [defined, read] = [failureOf(definition), failureOf(answer)];
  const record = answer.data?.data?.record as (TabLabel & { id: number }) | undefined;
  return {
    ...{ board, layer, asked, years, month },
    /** of the month that is shown there was nothing yet: the first of which there is */
    since: answer.isPlaceholderData ? undefined : (answer.data?.data?.since as string | undefined),
    /** how it is arranged is another */
    redefine: definition.refetch,
    /** of which it tells */
    record: answer.isPlaceholderData ? undefined : record,
    /** what its parts are asked by */
    fields: board?.record && id ? { ...asked.fields, [board.record.search]: id } : asked.fields,
    told: (answer.data?.rows ?? []) as unknown as readonly Told[],
    made: answer.data?.data?.made as string | undefined,
    ...settersOf(view, setView, years, month),
    isPending: !defined.error && !read.error && !answer.data,
    isBusy: answer.isPlaceholderData,
    error: defined.error ?? read.error,
    outdated: defined.outdated ?? read.outdated,
    retry: () => (definition.error ? void definition.refetch() : void answer.refetch()),
  };
}

const useDefinition = (cloud: string) =>
  useOp(
    ops.loadReport,
    { cloud },
    { fresh: 60_000, by: (signal) => takeEarly(ops.loadReport, { cloud }) ?? call(ops.loadReport, { cloud }, { signal }) },
  );

type View = ReturnType<typeof useView>;

/** What is searched and picked on it, into its address. */
const settersOf = (view: View[0], setView: View[1], years: Readonly<Record<string, string>>, month: string | undefined) => ({
  setFields: (fields: Readonly<Record<string, FieldFilter>>) =>
    setView({ filters: Object.keys(fields).length > 0 ? JSON.stringify(fields) : '' }, 'push'),
  setMonth: (as_of: string) => setView({ as_of }, 'push'),
  setYear: (uid: string, year: string) => {
    const { [uid]: _, ...others } = years;
    const all = year === presentYear(month) ? others : { ...others, [uid]: year };
    setView({ years: Object.keys(all).length > 0 ? JSON.stringify(all) : '' }, 'push');
  },
  /** the place of its map that was pressed, by the uid of its part */
  placeOf: (uid: string) => placeIn(String(objectIn(view.places)[uid] ?? '')),
  setPlace: (uid: string, key: number | null) => {
    const { [uid]: _, ...others } = objectIn(view.places);
    const all = key === null ? others : { ...others, [uid]: key };
    setView({ places: Object.keys(all).length > 0 ? JSON.stringify(all) : '' }, 'push');
  },
});

/** How its reader has it, without what it was saved as. */
function layerIn(board: LoadedBoard | undefined): BoardLayer {
  const { version: _, ...layer } = board?.layer ?? { version: 0 };
  return layer;
}

/** What is searched and picked, where anything is; nothing is asked for what one has hidden. */
function saidOf(fields: Readonly<Record<string, FieldFilter>>, years: Readonly<Record<string, string>>, { hidden }: BoardLayer) {
  return {
    ...(Object.keys(fields).length > 0 ? { filters: { fields } } : {}),
    ...(Object.keys(years).length > 0 ? { years } : {}),
    ...(hidden ? { hidden } : {}),
  };
}

/** A process of before knows no hidden parts: it is asked for all of them, while processes are replaced. */
async function askedWithout<T extends { hidden?: unknown }>(request: T, ask: (said: T) => Promise<Envelope>): Promise<Envelope> {
  try {
    return await ask(request);
  } catch (error) {
    if (request.hidden === undefined || !isUnknown(error)) throw error;
    const { hidden: _, ...all } = request;
    return ask(all as T);
  }
}
const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 317 && error.data?.field === 'hidden';

/** What is shown already stays where the server says that it is the same, as it is at this moment; else what it answers. */
export async function unlessSame(
  known: Envelope | undefined,
  ask: (version: { version?: string }) => Promise<Envelope>,
): Promise<Envelope> {
  const version = known?.data?.version;
  const answer = await ask(typeof version === 'string' ? { version } : {});
  return known && answer.data?.same === 1 ? { ...known, data: { ...known.data, made: answer.data.made } } : answer;
}

export type BoardController = ReturnType<typeof useBoard>;

/** A board shows what others write, and what they wrote is not always told of each record. */
const ANY = () => true;

/** The year with which parts begin that have one of their own: this one, of a month of the past its own. */
export const presentYear = (month?: string): string => (month ?? today()).slice(0, 4);

/** The years that an address says of these parts; what nobody would have picked is passed over. */
export function yearsIn(
  widgets: readonly Pick<LoadedWidget, 'uid' | 'year'>[],
  said: string | undefined,
): Readonly<Record<string, string>> {
  const found = Object.entries(objectIn(said)).filter(([uid]) => widgets.some((one) => one.uid === uid && one.year === 1));
  return Object.fromEntries(found.filter((one): one is [string, string] => isYear(one[1])));
}

/** What is asked of a report: what is searched on the whole board as far as it has it, what its part keeps to, and its days: of the year that was picked, else as it begins on the day on which it was told. */
export function askedOf(
  report: LoadedReport,
  { filters = {} }: Pick<LoadedWidget, 'filters'>,
  fields: Readonly<Record<string, FieldFilter>>,
  days: { year?: string | undefined; day?: string | undefined; month?: string | undefined } = {},
): ReportAsk {
  const past = atMonth(knowsPast(report) ? days.month : undefined);
  const own = Object.entries(fields).filter(([name]) => report.searchs.fields.some((search) => search.name === name));
  const value = days.year === undefined ? firstValue(report, {}, past.today ?? days.day ?? today()) : yearAsked(report, days.year);
  return { fields: { ...Object.fromEntries(own), ...filters }, ...(value === undefined ? {} : { value }), ...past };
}

/** The record of which a board tells. */
export interface ToldOf {
  cloud: string;
  id: number;
}

/** Opens what a part shows the beginning of: of several reports the one that is seen. */
export function openMore(
  { kind, report, cloud, filters: said, by }: LoadedWidget,
  { fields = {}, value, as_of }: ReportAsk,
  { tab, of, month }: { tab?: string | undefined; of?: ToldOf | undefined; month?: string | undefined } = {},
): void {
  const filters = said ?? {};
  const set = (all: object): Record<string, string> => (Object.keys(all).length > 0 ? { filters: JSON.stringify(all) } : {});
  if (report !== undefined)
    nav.visit({ cloud: report, mode: 'REPORT' }, { ...set(fields), ...(value ? { value } : {}), ...(as_of ? { as_of } : {}) });
  else if (kind === 'record' || (kind === 'active' && of)) void (of && nav.visit({ ...of, op: 'Show' }, {}));
  else if (kind === 'todo') nav.visit({ url: '/todo' }, tab === undefined || tab === 'todo' ? {} : { tab });
  else if (kind === 'notice') nav.visit({ url: '/message' }, said ? {} : { tab: 'unread' });
  else if (cloud === SYSTEM) openSystem();
  else if (cloud !== undefined)
    nav.visit({ cloud, op: 'List' }, { ...set(by && of ? { ...filters, [by]: of.id } : filters), ...(month ? { as_of: month } : {}) });
}

/** Opens a record of a list: a message to everybody where those are read, else its page where it may be looked at, else the page on which they all stand. */
export function openRow(widget: LoadedWidget, row: WireRow, at: { of: ToldOf | undefined; month: string | undefined }): void {
  const { cloud = '' } = widget;
  if (cloud === SYSTEM) openSystem(row.id);
  else if (row._actions?.some(({ op }) => op === 'Show'))
    nav.open({ cloud, op: 'Show', id: row.id }, dataLabel(String(row.key_name ?? ''), String(row.key_name_en ?? '')));
  else openMore(widget, {}, at);
}

/** Messages to everybody have a page of their own. */
const SYSTEM = 'message[web]';
