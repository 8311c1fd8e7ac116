import { useMemo } from 'react';
import type { Code } from '#protocol/codes.ts';
import type { BoardDef, BoardWidgetDef, TodoTabName } from '#protocol/meta/board/board.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import type { MenuItem } from '#web/nav/menu.ts';
import type { TabLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { useView } from '#web/nav/use-tab.ts';
import { askOf, type LoadedReport } from '../report/use-report.ts';
import { useFollow } from '../use-follow.ts';

/** A part as LoadReport tells it. */
export interface LoadedWidget
  extends TabLabel,
    Pick<BoardWidgetDef, 'uid' | 'kind' | 'report' | 'index' | 'cloud' | 'filters' | 'tabs' | 'at'> {
  /** list: the first is what a line is called */
  fields?: readonly FieldDef[];
}
/** A board as LoadReport tells it. */
export interface LoadedBoard extends TabLabel, Pick<BoardDef, 'columns' | 'rows'> {
  searchs: LoadedReport['searchs'];
  reports: Readonly<Record<string, LoadedReport>>;
  widgets: readonly LoadedWidget[];
}
/** What Index answers of a part. */
export interface Told {
  uid: string;
  code: Code;
  remark: string;
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

/** What a board decides; BoardPage draws it. The address carries what it is searched by. `every`: ms after which a board that stands open is asked again. */
export function useBoard(cloud: string, every?: number) {
  const [view, setView] = useView();
  const definition = useOp(ops.loadReport, { cloud }, { fresh: 60_000 });
  const board = definition.data?.data as unknown as LoadedBoard | undefined;
  const asked = useMemo(() => ({ fields: askOf(board && { ...board, targets: [], indexs: [] }, view).fields ?? {} }), [board, view]);
  const filters = Object.keys(asked.fields).length > 0 ? { filters: { fields: asked.fields } } : {};
  const answer = useOp(
    ops.reportIndex,
    { cloud, page: 1, rows: 10, ...filters },
    { enabled: board !== undefined, fresh: 0, keepPrevious: () => true, ...(every ? { every } : {}) },
  );
  useFollow(ANY, () => (board ? answer.refetch() : definition.refetch()));
  const [defined, read] = [failureOf(definition), failureOf(answer)];
  return {
    ...{ board, asked },
    told: (answer.data?.rows ?? []) as unknown as readonly Told[],
    made: answer.data?.data?.made as string | undefined,
    setFields: (fields: Readonly<Record<string, FieldFilter>>) =>
      setView({ filters: Object.keys(fields).length > 0 ? JSON.stringify(fields) : '' }, 'push'),
    isPending: !defined.error && !read.error && !answer.data,
    isBusy: answer.isPlaceholderData,
    error: defined.error ?? read.error,
    outdated: defined.outdated ?? read.outdated,
    retry: () => (definition.error ? void definition.refetch() : void answer.refetch()),
  };
}
export type BoardController = ReturnType<typeof useBoard>;

/** A board shows what others write, and what they wrote is not always told of each record. */
const ANY = () => true;

/** What a report of the board is asked by: what is searched on the whole board as far as the report has it, and what its part keeps to. */
export function askedOf(
  report: LoadedReport,
  { filters = {} }: Pick<LoadedWidget, 'filters'>,
  fields: Readonly<Record<string, FieldFilter>>,
) {
  const own = Object.entries(fields).filter(([name]) => report.searchs.fields.some((search) => search.name === name));
  return { fields: { ...Object.fromEntries(own), ...filters } as Readonly<Record<string, FieldFilter>> };
}

/** Opens what a part shows the beginning of. */
export function openMore(
  { kind, report, cloud, filters = {} }: LoadedWidget,
  fields: Readonly<Record<string, FieldFilter>>,
  tab?: string,
): void {
  const set = (of: object): Record<string, string> => (Object.keys(of).length > 0 ? { filters: JSON.stringify(of) } : {});
  if (report !== undefined) nav.visit({ cloud: report, mode: 'REPORT' }, set(fields));
  else if (kind === 'todo') nav.visit({ url: '/todo' }, tab === undefined || tab === 'todo' ? {} : { tab });
  else if (kind === 'notice') nav.visit({ url: '/message' }, { tab: 'unread' });
  else if (cloud === SYSTEM) nav.visit({ url: '/message' }, { tab: 'system' });
  else if (cloud !== undefined) nav.visit({ cloud, op: 'List' }, set(filters));
}

/** Messages to everybody have a page of their own. */
const SYSTEM = 'message[web]';
