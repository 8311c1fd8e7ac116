import type { TableDef } from '#protocol/meta/table.ts';
import type { Pinned } from '#protocol/rules/pinned.ts';
import type { RecordPage } from '#protocol/rules/record-page.ts';
import { underCase } from '#server/meta/pinned.ts';
import type { Sql } from '#server/query/sql.ts';
import { noteReading, unnoted } from '#server/records/history/readers.ts';
import { effectiveTable } from '#server/records/read/effective.ts';
import { ACTS_FOR } from '#server/records/read/row-actions.ts';
import { readShow } from '#server/records/read/show.ts';
import { type FlowDef, flowOf } from '../definition/definition.ts';
import { whyNotRevoked } from '../kernel/commands/revoke.ts';
import { publishedDef, publishedFlow } from '../store/publish.ts';
import { closedTodo } from './check-right.ts';
import { markRead, unseen } from './mark-read.ts';
import type { Look } from './seen-case.ts';
import { type RunningCase, runningCase, turnOf } from './turn.ts';

/** No fields are called so. */
const UNSEEN = 'fw.unseen';
const UNNOTED = 'fw.unnoted';
const CASE = 'fw.case';

interface ShowFor {
  /** the to-do that it is opened for */
  todo?: number | undefined;
  /** nobody is behind it */
  background?: boolean | undefined;
}

/** A record as its page shows it: under the steps that its case runs by, and with what its reader may decide of it. */
export async function showRecord(look: Look, id: number, { todo, background }: ShowFor = {}): Promise<Record<string, unknown>> {
  const { house, session, access, table } = look;
  const beside: Record<string, Sql> = {
    ...(table.def.flow === 1 ? { [UNSEEN]: unseen(table), [CASE]: runningCase(table) } : {}),
    ...(table.def.readlog === 1 ? { [UNNOTED]: unnoted(table) } : {}),
  };
  let shown = await readShow(house, access, access.grant(table, 'Show'), id, beside);
  const running = shown.told[CASE] as RunningCase | null | undefined;
  const page: RecordPage = { show_revoke: false };
  let on = table;
  let revokes = table.def.revoke ?? 'last';
  if (running && running.def_id !== (await publishedFlow(house.db, access.catalogue, table)).id) {
    const flow = flowOf(access.catalogue, table.def, await publishedDef(house.db, running.def_id));
    revokes = flow.def.revoke;
    on = underCase(table, running.def_id, flow.def);
    shown = await readShow(house, access, access.grant(on, 'Show'), id, beside);
    page.pinned = pinnedOf(effectiveTable(access, access.grant(on, 'LoadTable')));
  }
  // a page that asks by itself has shown nothing to anybody yet
  if (!background) {
    if (shown.told[UNSEEN] === true) await markRead(house, session, table, id);
    if (shown.told[UNNOTED] === true) await noteReading(house, session, table, id);
  }
  const state = (shown.record.review_state as { id: number } | null)?.id ?? 1;
  const principals = (shown.told[ACTS_FOR] as number[] | undefined) ?? [];
  page.show_revoke = Boolean(running) && takesBack(revokes, running!, { state, actor: session.user.id, principals });
  const turn = running && (await turnOf({ ...look, table: on }, running, { state, principals, ...(todo === undefined ? {} : { todo }) }));
  if (turn) page.turn = turn;
  const closed = todo === undefined || turn?.todo === todo ? null : await closedTodo(look, id, todo);
  if (closed) page.closed = closed;
  return { ...shown.record, page };
}

/** Whether the reader may take the record back from where it was sent (kernel/commands/revoke.ts). */
function takesBack(
  mode: FlowDef['revoke'],
  { sent, todos }: RunningCase,
  { state, ...asking }: { state: number; actor: number; principals: readonly number[] },
): boolean {
  return (
    whyNotRevoked(mode, { case: { ...sent, state, status: 0 }, todos: todos ?? [] }, { ...asking, creator: sent.create_entity }) === null
  );
}

/** What the reader is told of the version that the case runs under, and no more than of his own. */
function pinnedOf({ states, fields }: TableDef): Pinned {
  const by = (key: 'view_state' | 'edit_state' | 'edit_by') =>
    Object.fromEntries(fields.flatMap((field) => (field[key] ? [[field.field_name, field[key]]] : [])));
  return {
    states: states.filter((state) => state.value !== '*'),
    // these lists say all of them already, also of what came later
    known: fields.map((field) => field.uid),
    view_state: by('view_state'),
    edit_state: by('edit_state'),
    edit_by: by('edit_by'),
  };
}
