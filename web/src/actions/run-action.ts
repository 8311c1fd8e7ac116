import type { Locale } from '#protocol/codes.ts';
import { isFromRecord } from '#protocol/meta/action.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { label as labelOf } from '#protocol/meta/naming.ts';
import { opDef, opensToLook } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { remarkOf } from '#web/api/error.ts';
import type { OpRef } from '#web/api/op-ref.ts';
import { ops } from '#web/api/ops.ts';
import { isLooking } from '#web/api/session.ts';
import { invalidateTable, opKey, queryClient } from '#web/api/use-op.ts';
import { locale } from '#web/i18n/locale.ts';
import { say, sayList } from '#web/i18n/use-text.ts';
import { dataLabel, type PageDescriptor, type TabLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { LinkRow } from './Links.tsx';
import { failedRows, lastsFor, tellFault } from './result.ts';
import { needsOf, selectionFault, typeOf } from './selection.ts';

export interface ActionRun {
  action: ActionDef;
  cloud: string;
  /** the records it runs on */
  rows: readonly WireRow[];
  /** facts for the page it opens, such as the parent of a new record */
  query?: Readonly<Record<string, string>>;
}

/** Runs an action: selection check, confirmation, call, result (LIST-08, WIRE-13). True when something was done. */
export async function runAction({ action, cloud, rows, query }: ActionRun): Promise<boolean> {
  if (!mayRun(action, rows)) return false;
  if (action.op === 'Open') return opened(action, cloud, rows);
  if (typeOf(action) === 'MODEL') return openPage(action, cloud, rows, query);
  // what is only looked at, of one record, is not asked about first
  if (!(action.preview && rows.length <= 1) && !(await confirmed(action, rows))) return false;
  return action.op === 'Call' ? called(action, cloud, rows) : send(action, cloud, rows);
}

/** Whether an action can run on these records; why not is told. */
export function mayRun(action: ActionDef, rows: readonly WireRow[]): boolean {
  const fault = isLooking() && !opensToLook(action.op) ? 'actions.onlyLooks' : selectionFault(action, rows.length);
  if (fault) toast.info(say(fault));
  return fault === null;
}

function openPage(action: ActionDef, cloud: string, rows: readonly WireRow[], query: ActionRun['query']): boolean {
  const row = needsOf(action) === 'none' ? undefined : rows[0];
  const own = opDef(action.op).opens;
  if (own) {
    nav.visit({ url: own }, row ? { id: String(row.id) } : {});
    return true;
  }
  // a list is narrowed to what is its own, and no other table's
  const facts = isFromRecord(action) ? { begun_by: `${cloud},${rows[0]!.id},${action.uid}` } : query;
  const page: PageDescriptor = {
    cloud: action.cloud ?? cloud,
    op: action.op,
    ...(row ? { id: row.id } : {}),
    ...(facts ? { query: facts } : {}),
  };
  const label = row ? tabLabelOf(row) : addingLabel(action, tableKnown(page.cloud ?? cloud));
  nav.open(page, label, undefined, action.url);
  return true;
}

const tableKnown = (cloud: string): TableDef | undefined =>
  queryClient.getQueryData<Envelope>(opKey(ops.loadTable, { key_name: cloud }))?.data as TableDef | undefined;

/** What a tab is called that an action opens of no record: '新建' says of which table, 'begin an approval' says it already. */
export function addingLabel(
  { op, key_name, key_name_en }: ActionDef,
  table: Pick<TableDef, 'key_name' | 'key_name_en'> | undefined,
): TabLabel {
  const letters = [...key_name];
  const saysIt = letters.some((letter, at) => at > 0 && table?.key_name.includes(`${letters[at - 1]}${letter}`));
  if (op !== 'Add' || !table || saysIt) return { key_name, key_name_en };
  return { key_name: `${key_name}${table.key_name}`, key_name_en: `${key_name_en}: ${table.key_name_en || table.key_name}` };
}

/** What opens an address, and what calls a handler, comes with the first press on one. */
async function opened(action: ActionDef, cloud: string, rows: readonly WireRow[]): Promise<boolean> {
  const room = await import('./open-address.ts').catch(toldLost);
  return room ? room.openAddress(action, cloud, rows[0]) : false;
}

async function called(action: ActionDef, cloud: string, rows: readonly WireRow[]): Promise<boolean> {
  const room = await import('./call-action.ts').catch(toldLost);
  return room ? room.callAction(action, cloud, rows, nameOf) : false;
}

const toldLost = (): null => {
  toast.error(say('ui.brokenWhy'));
  return null;
};

/** What a record is called on screen. */
export const nameOf = (row: WireRow, language: Locale = locale()): string => labelOf(row, language) || `#${row.id}`;
const namesOf = (rows: readonly WireRow[]): readonly string[] => rows.map((row) => nameOf(row));

/** The same for its tab. */
export const tabLabelOf = (row: WireRow): TabLabel => dataLabel(nameOf(row, 'zh_CN'), nameOf(row, 'en_US'));

/** Names what is going to be changed, and what deleting does. */
function confirmed(action: ActionDef, rows: readonly WireRow[]): Promise<boolean> {
  const word = labelOf(action, locale());
  const destroys = action.op === 'Delete';
  const names = sayList(namesOf(rows.slice(0, 3)));
  const what = rows.length > 3 ? say('actions.namesAndMore', { names, n: rows.length }) : names;
  if (needsOf(action) === 'none') return ask({ title: say('actions.confirmAlone', { action: word }), ok: word });
  return ask({
    title: say('actions.confirmTitle', { action: word, n: rows.length }),
    body: destroys ? say('actions.confirmDelete', { names: what }) : say('actions.confirmBody', { names: what, action: word }),
    ok: word,
    danger: destroys,
  });
}

/** Actions that are calls of their own; any other is one of `/app` by its name. */
const CALLS: Readonly<Record<string, OpRef>> = { Delete: ops.delete, Invite: ops.invite, TakeLink: ops.takeLink };

async function send(action: ActionDef, cloud: string, rows: readonly WireRow[]): Promise<boolean> {
  const ids = rows.map((row) => row.id);
  try {
    const op = Object.hasOwn(CALLS, action.op) ? CALLS[action.op]! : ({ path: '/app', op: action.op, writes: true } as OpRef);
    const answer = await call(op, { cloud, id: ids } as never, { accept: [343] });
    tell(answer, rows);
    return true;
  } catch (error) {
    tellFault(error, rows, nameOf);
    return false;
  } finally {
    await invalidateTable(cloud);
  }
}

/** 200 says so; partly done says how many were not, one line each (WIRE-13). */
function tell(answer: Envelope, rows: readonly WireRow[]): void {
  const links = (answer.rows ?? []).filter((row) => typeof row.link === 'string');
  if (links.length > 0) void import('./Links.tsx').then((room) => room.showLinks(links as unknown as LinkRow[]));
  if (answer.code === 200) {
    if (links.length > 0) return;
    toast.done(remarkOf(answer));
    return;
  }
  const lines = failedRows(answer, rows, nameOf);
  toast.error(say('actions.partly', { n: rows.length, failed: lines.length }), { lines, lasts: lastsFor(lines) });
}
