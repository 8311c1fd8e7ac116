import { Refusal } from '#protocol/codes.ts';
import { type BoardWidgetDef, WIDGET_ROWS } from '#protocol/meta/board/board.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportIndexOp } from '#protocol/ops/report.ts';
import { chartAsk } from '#protocol/rules/report/chart.ts';
import { isYear, yearAsked } from '#protocol/rules/report/parts.ts';
import { hasEnded } from '#protocol/rules/report/past/month.ts';
import { dayAsked, knowsPast } from '#protocol/rules/report/past/past.ts';
import { statesOfTab, type TodoTab } from '#protocol/rules/todo.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Reply, WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { readRecord } from '../read/get.ts';
import { readPage } from '../read/page.ts';
import { answered } from '../report/kept/answers.ts';
import type { Reading } from '../report/kept/rows.ts';
import { recordedSince } from '../report/past/since.ts';
import { countReport } from '../report/read.ts';
import { readActive } from './active.ts';
import { listsPast, type OpenBoard, type OpenShown, type OpenWidget, openBoard, tellsMonths } from './open.ts';
import { readShortcutsOf } from './shortcuts.ts';

/** Milliseconds that a statement of a part may take: one that takes longer leaves the others their time. */
const WITHIN_MS = 8_000;
/** Milliseconds after which no further part is begun: those that are left say so. */
const ALL_WITHIN_MS = 20_000;
/** A message that was not read yet (DESK-02). */
const UNREAD = '1';
const NOTICE_FIELDS = 'key_name,kind,source,rowid,create_time,event_name,event_name_en';
const TODO_FIELDS =
  'key_name,code,review_state,source,rowid,principal,back_state,applicant,create_time,finish_time,read_time,due_time,urgent';

/** Lines that a chart of a part is drawn of at most. */
const MOST_DRAWN = 1000;

type Request = Omit<RequestOf<typeof reportIndexOp>, 'page' | 'rows'>;
/** What is asked of all parts: what is searched on the whole board, and for which years those that have one. */
interface Asked {
  /** the record of which the board tells */
  readonly id?: number;
  readonly fields: Readonly<Record<string, FieldFilter>>;
  readonly years: Readonly<Record<string, string>>;
  /** the month at whose end things stood so */
  readonly as_of?: string;
}
type Told = Record<string, unknown>;

/** All parts of a board, as they are at one instant. A part that is refused, or takes too long, says so alone. */
export function readBoard(house: House, access: Access, request: Request, all = ALL_WITHIN_MS): Promise<Reply> {
  const { version, ...of } = request;
  // however he came to hide them, they are the same
  const asked = { ...of, hidden: of.hidden?.toSorted() };
  return answered(house, access, { of: ['board', asked], version, within: WITHIN_MS }, (at) =>
    readParts(at, access, of, performance.now() + all),
  );
}

/** Its record, 315 where its reader has none of that id, and its parts. */
async function readParts(at: Reading, access: Access, request: Request, until: number): Promise<Reply> {
  const { house } = at;
  const board = openBoard(access, request.cloud);
  const asked = askedOf(access, board, request);
  const record = board.record && (await readRecord(at.plain(), access, board.record, asked.id!, 'key_name'));
  const shown = board.widgets.filter(({ def }) => !request.hidden?.includes(def.uid));
  const told = await inOrder(shown, (widget) => readAll(at, access, widget, asked, until));
  const rows = told.flat() as unknown as WireRow[];
  const made = wallAt(house.clock.now().getTime(), access.session.company.time_zone);
  const of = record && { id: record.id, key_name: record.key_name, key_name_en: record.key_name_en };
  const { as_of } = asked;
  const since = as_of === undefined ? undefined : sinceOf(told.flat());
  const data = {
    ...{ board: board.def.board_name, made, ...(of ? { record: of } : {}) },
    ...(as_of === undefined ? {} : { as_of }),
    ...(since ? { since } : {}),
  };
  return { rows, total: rows.length, total_kind: 'exact', data };
}

/** By the searches that its reports have in common, by years of its parts; a board has no periods, comparisons, targets or sorts. */
function askedOf(access: Access, board: OpenBoard, request: Request): Asked {
  const { def, widgets } = board;
  const { filters, period, value, compare, targets, sort, within, years = {}, id, as_of } = request;
  const others = Object.entries({ period, value, compare, targets, sort, within }).find(([, said]) => said !== undefined);
  if (others) throw new Refusal(317, '', { field: others[0] });
  if (def.record === undefined && id !== undefined) throw new Refusal(317, '', { field: 'id' });
  if (def.record !== undefined && id === undefined) throw new Refusal(317, '$boardNoRecord', { field: 'id' });
  if (as_of !== undefined && !(tellsMonths(board) && hasEnded(as_of, access.asker.today))) throw new Refusal(317, '', { field: 'as_of' });
  const fields = filters?.fields ?? {};
  for (const name of Object.keys(fields)) if (!def.searchs?.includes(name)) throw new Refusal(317, '', { field: name });
  for (const [uid, year] of Object.entries(years))
    if (!isYear(year) || !widgets.some((widget) => widget.def.uid === uid && widget.def.year === 1))
      throw new Refusal(317, '', { field: 'years' });
  const said = { years, ...(as_of === undefined ? {} : { as_of }) };
  if (def.record === undefined || id === undefined) return { ...said, fields };
  return { ...said, id, fields: { ...fields, [def.record.search]: id } };
}

/** The first month of which there is anything, where a part has nothing of the one that was asked for. */
const sinceOf = (told: readonly Told[]): string | undefined =>
  told.flatMap(({ data }) => (data as { since?: string } | undefined)?.since ?? []).sort()[0];

/** One after the other: a transaction has one connection. */
async function inOrder<T, R>(all: readonly T[], each: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await each(one));
  return done;
}

/** What a part shows: a row, of several reports a row each. */
async function readAll({ tx, house, plain }: Reading, access: Access, widget: OpenWidget, asked: Asked, until: number): Promise<Told[]> {
  const { uid } = widget.def;
  // its definition says it
  if (widget.def.kind === 'text') return [{ uid, code: 200, remark: '', rows: [] }];
  const inTime = (read: () => Promise<Reply>) => async (): Promise<Reply> => {
    if (performance.now() < until) return read();
    // what is not told is not kept
    plain();
    throw new Refusal(341);
  };
  const { as_of } = asked;
  const isNow = (knows: boolean): Told => (as_of === undefined || knows ? {} : { now: 1 });
  if (widget.shown.length === 0)
    return inOrder([widget], () =>
      alone(
        tx,
        { uid, ...isNow(listsPast(widget)) },
        inTime(() => readOwn(plain(), access, widget, asked)),
      ),
    );
  return inOrder(widget.shown, (shown) => {
    const of = { uid, report: shown.def.report, ...isNow(knowsPast(shown.report.def)) };
    return alone(
      tx,
      of,
      inTime(() => readShown(house, access, widget, shown, asked)),
    );
  });
}

/** What is asked for, or why it is not told: behind a savepoint, so that a statement that failed is no end of the others. */
async function alone(tx: Tx, of: Told, read: () => Promise<Reply>): Promise<Told> {
  await tx.query('savepoint part');
  try {
    return { ...of, code: 200, remark: '', ...(await read()) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query('rollback to savepoint part');
    return { ...of, code: error.code, remark: error.remark, data: error.data, rows: [] };
  }
}

/** The lines of a report with bars or columns, one figure of it, or all that its chart is drawn of. */
async function readShown(house: House, access: Access, { def: { uid, kind, year } }: OpenWidget, shown: OpenShown, asked: Asked) {
  const { def, report, chart } = shown;
  const searchs = report.def.searchs?.fields.map(({ name }) => name) ?? [];
  const own = Object.fromEntries(Object.entries(asked.fields).filter(([name]) => searchs.includes(name)));
  const as_of = knowsPast(report.def) ? asked.as_of : undefined;
  const present = dayAsked(as_of, access.asker.today).slice(0, 4);
  const value = year === 1 ? yearAsked(report.def, asked.years[uid] ?? present) : undefined;
  const ask = {
    ...{ cloud: def.report, filters: { fields: { ...own, ...def.filters } } },
    ...(value === undefined ? {} : { value }),
    ...(as_of === undefined ? {} : { as_of }),
  };
  if (!chart) {
    const [target] = kind === 'report' ? report.def.targets : [];
    return countReport(house, access, { ...ask, targets: target?.name ?? '', page: 1, rows: def.lines ?? WIDGET_ROWS, rest: true });
  }
  const { targets = [], sort } = chartAsk(report.def, chart, chart.kind, {});
  const by = { targets: targets.join(), ...(sort === undefined ? {} : { sort }) };
  const drawn = await countReport(house, access, { ...ask, ...by, page: 1, rows: MOST_DRAWN });
  if (drawn.total! > MOST_DRAWN) throw new Refusal(341);
  return drawn;
}

/** A list, or what is the reader's own. */
async function readOwn(house: House, access: Access, widget: OpenWidget, { id, as_of }: Asked): Promise<Reply> {
  const { def, list } = widget;
  if (list && def.kind === 'record') {
    const { _currency, ...row } = await readRecord(house, access, list.grant, id!, list.fields.map(({ name }) => name).join());
    return { rows: [row as WireRow], ...(_currency ? { data: { _currency } } : {}) };
  }
  if (list && def.kind === 'active') return readActive(house, access, list.grant, id);
  if (list) {
    const by = def.by === undefined ? {} : { [def.by]: id! };
    const asked = firstOf({ fields: { ...def.filters, ...by } }, list.fields.map(({ name }) => name).join());
    return as_of !== undefined && listsPast(widget)
      ? readPast(house, access, list.grant, { ...asked, as_of })
      : readPage(house, access, list.grant, asked);
  }
  if (def.kind === 'todo') return readTodo(house, access, def.tabs ?? []);
  return def.kind === 'notice' ? readNotices(house, access, def.filters) : readShortcutsOf(house, access);
}

/** A list as it stood; where there was nothing yet, of which month there is the first. */
async function readPast(
  house: House,
  access: Access,
  grant: Grant,
  asked: Parameters<typeof readPage>[3] & { as_of: string },
): Promise<Reply> {
  const told = await readPage(house, access, grant, asked);
  const since = told.total === 0 ? await recordedSince(house, access, [{ grant, month: asked.as_of }]) : undefined;
  return since === undefined ? told : { ...told, data: { ...told.data, since } };
}

const firstOf = (filters: Parameters<typeof readPage>[3]['filters'], fields: string) => ({ page: 1, rows: WIDGET_ROWS, filters, fields });

/** Each tab with how much stands there and what is first; what is over stands in the order in which it was done, the latest first. */
async function readTodo(house: House, access: Access, tabs: readonly TodoTab[]): Promise<Reply> {
  const grant = access.grant(access.table('todo'), 'Page');
  const read = await inOrder(tabs, async (tab) => {
    const sort: [string, 'desc'][] = tab === 'done' ? [['finish_time', 'desc']] : [];
    const filters = { fields: { review_state: { op: 'in' as const, value: [...statesOfTab(tab)] } }, sort };
    const { rows = [], total } = await readPage(house, access, grant, firstOf(filters, TODO_FIELDS));
    return { tab, total, rows };
  });
  return {
    data: { tabs: read.map(({ tab, total }) => ({ tab, total })) },
    rows: read.flatMap(({ tab, rows }) => rows.map((row) => ({ ...row, tab }))),
  };
}

/** Those of some kind, else what was not read. */
const readNotices = (house: House, access: Access, filters: BoardWidgetDef['filters'] = { review_state: UNREAD }): Promise<Reply> =>
  readPage(house, access, access.grant(access.table('notice'), 'Page'), firstOf({ fields: filters }, NOTICE_FIELDS));
