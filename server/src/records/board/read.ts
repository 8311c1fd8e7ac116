import { Refusal } from '#protocol/codes.ts';
import { WIDGET_ROWS } from '#protocol/meta/board/board.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { reportChartOp } from '#protocol/ops/report.ts';
import { statesOfTab, type TodoTab } from '#protocol/rules/todo.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { type House, houseAt } from '#server/meta/house.ts';
import { readPage } from '../read/page.ts';
import { readReport } from '../report/read.ts';
import { type OpenBoard, type OpenWidget, openBoard } from './open.ts';
import { readShortcutsOf } from './shortcuts.ts';

/** Milliseconds that a statement of a part may take: one that takes longer leaves the others their time. */
const WITHIN_MS = 8_000;
/** A message that was not read yet (DESK-02). */
const UNREAD = 1;
const NOTICE_FIELDS = 'key_name,kind,source,rowid,create_time,event_name,event_name_en';
const TODO_FIELDS =
  'key_name,code,review_state,source,rowid,principal,back_state,applicant,create_time,finish_time,read_time,due_time,urgent';

type Request = RequestOf<typeof reportChartOp>;
type Fields = Readonly<Record<string, FieldFilter>>;

/** All parts of a board, as they are at one instant. A part that is refused, or takes too long, says so alone. */
export async function readBoard(house: House, access: Access, request: Request): Promise<Reply> {
  const board = openBoard(access, request.cloud);
  const fields = askedOf(board, request);
  const rows = await house.db.tx((tx) => inOrder(board.widgets, (widget) => alone(tx, houseAt(house, tx), access, widget, fields)), {
    still: true,
    within: WITHIN_MS,
  });
  const made = wallAt(house.clock.now().getTime(), access.session.company.time_zone);
  return { rows, total: rows.length, total_kind: 'exact', data: { board: board.def.board_name, made } };
}

/** By the searches that its reports have in common; a board has no periods, comparisons, targets or sorts. */
function askedOf({ def }: OpenBoard, { filters, period, value, compare, targets, sort }: Request): Fields {
  const others = Object.entries({ period, value, compare, targets, sort }).find(([, said]) => said !== undefined);
  if (others) throw new Refusal(317, '', { field: others[0] });
  const fields = filters?.fields ?? {};
  for (const name of Object.keys(fields)) if (!def.searchs?.includes(name)) throw new Refusal(317, '', { field: name });
  return fields;
}

/** One after the other: a transaction has one connection. */
async function inOrder<T, R>(all: readonly T[], each: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await each(one));
  return done;
}

/** What a part shows, or why it does not: behind a savepoint, so that a statement that failed is no end of the others. */
async function alone(tx: Tx, house: House, access: Access, widget: OpenWidget, fields: Fields): Promise<Record<string, unknown>> {
  const { uid } = widget.def;
  await tx.query('savepoint part');
  try {
    return { uid, code: 200, remark: '', ...(await readWidget(house, access, widget, fields)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tx.query('rollback to savepoint part');
    return { uid, code: error.code, remark: error.remark, data: error.data, rows: [] };
  }
}

function readWidget(house: House, access: Access, widget: OpenWidget, asked: Fields): Promise<Reply> {
  const { def, report, list } = widget;
  if (report) {
    const searchs = report.def.searchs?.fields.map(({ name }) => name) ?? [];
    const own = Object.fromEntries(Object.entries(asked).filter(([name]) => searchs.includes(name)));
    const [target] = def.kind === 'report' ? report.def.targets : [];
    const ask = { cloud: report.def.report_name, filters: { fields: { ...own, ...def.filters } }, targets: target?.name ?? '' };
    return readReport(house, access, { ...ask, page: 1, rows: WIDGET_ROWS });
  }
  if (list) return readPage(house, access, list.grant, firstOf({ fields: def.filters ?? {} }, list.fields.map(({ name }) => name).join()));
  if (def.kind === 'todo') return readTodo(house, access, def.tabs ?? []);
  return (def.kind === 'notice' ? readUnread : readShortcutsOf)(house, access);
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

const readUnread = (house: House, access: Access): Promise<Reply> =>
  readPage(house, access, access.grant(access.table('notice'), 'Page'), firstOf({ fields: { review_state: UNREAD } }, NOTICE_FIELDS));
