import { pairsIn } from '#protocol/meta/action.ts';
import { isOf, UNORDERED } from '#protocol/meta/data-types.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isOutsideAddress, isOwnAddress, placesIn } from '#protocol/rules/action-address.ts';
import { fieldMend, tableMend } from '../mend.ts';
import type { Report } from '../problem.ts';
import type { Scope } from '../scope.ts';

/** Keys that say how an action of op Call or Open does what it does; of no other op. */
const CARRIED = ['url', 'code', 'action_param'] as const;

/** What an action of its own names: of a Call its handler, of an Open its address. That the suite's code has the handler is asked by who has read it (server). */
export function checkCarried(scope: Scope, table: TableDef, state: string, action: ActionDef, report: Report): void {
  if (action.preview && action.op !== 'Call')
    report('preview', `${action.op} gives no file`, "take preview out, or write op: 'Call' with a handler that answers one");
  if (action.op === 'Call') checkCall(table, state, action, report);
  else if (action.op === 'Open') checkOpen(scope, table, state, action, report);
  else checkOther(scope, action, report);
}

/** Ops whose page something is done on: another may follow it. */
const FOLLOWED: ReadonlySet<string> = new Set(['Add', 'Modify', 'Review']);

function checkOther(scope: Scope, action: ActionDef, report: Report): void {
  const follows = FOLLOWED.has(action.op) && action.url !== undefined;
  if (follows) checkFollowing(scope, action, report);
  for (const key of CARRIED)
    if (action[key] !== undefined && !(follows && key === 'url'))
      report(key, `${action.op} does what its op says`, `take ${key} out, or write op: 'Call' (a handler) or op: 'Open' (an address)`);
  if (action.type === 'HTTP' || action.type === 'AURL')
    report('type', `${action.op} opens no address`, "take type out, or write op: 'Open' with url: the address");
}

/** The page that follows when the tab of this one is closed (FRAME-08). */
function checkFollowing(scope: Scope, { url = '' }: ActionDef, report: Report): void {
  if (placesIn({ url }).length > 0) report('url', 'what follows a tab is a page of no record', 'write its address without {field}');
  else checkOwn(scope, url, report);
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,58}$/;

function checkParams(action: ActionDef, report: Report): void {
  for (const { name } of pairsIn(action.action_param ?? ''))
    if (!NAME.test(name)) report('action_param', `${name || 'nothing'} is no name of a value`, 'write name=value, joined by &');
}

function checkCall(table: TableDef, state: string, action: ActionDef, report: Report): void {
  if (!action.code || !NAME.test(action.code))
    report('code', 'a Call names the handler that does it', "write code: 'name', as suites/CODE/server/actions.ts calls the handler");
  if (action.type !== undefined && action.type !== 'AJAX') report('type', 'a Call is sent and answered', 'take type out');
  if (action.url !== undefined) report('url', 'a Call opens no address', "take url out, or write op: 'Open'");
  if (action.cloud !== undefined && action.cloud !== table.table_name)
    report('cloud', 'it is done to records of the list that offers it', 'take cloud out, and give the other table the action');
  if (action.events?.length) report('events', 'a Call decides nothing', 'take events out, or write op: Review');
  if (action.param === 'none' && state !== '*')
    report('param', 'in the state of a record it is done to that record', "take param out, or move the action to state '*'");
  if (placesIn({ action_param: action.action_param ?? '' }).length > 0)
    report('action_param', 'the handler has the record itself', 'write the value, without {field}');
  if (table.storage === 'view') report('op', 'a view is only read', 'take the action out');
  checkParams(action, report);
}

function checkOpen(scope: Scope, table: TableDef, state: string, action: ActionDef, report: Report): void {
  const { type, url = '' } = action;
  if (type !== 'HTTP' && type !== 'AURL')
    report('type', 'an Open says what its address is', "write type: 'HTTP' for a window of its own, 'AURL' for a page of this product");
  else if (type === 'AURL') checkOwn(scope, url, report);
  else if (!isOwnAddress(url) && !isOutsideAddress(url))
    report(
      'url',
      `${url || 'nothing'} is no address that an action may open`,
      'write a path of this product (/…), or https:// with the host as it is: {field} stands behind it',
    );
  if (action.param === 'multiple') report('param', 'one address is opened, of one record', "write param: 'single', or 'none'");
  if (action.param === 'none' && state !== '*')
    report('param', 'in the state of a record it opens an address of that record', "take param out, or move the action to state '*'");
  if (action.events?.length) report('events', 'an Open decides nothing', 'take events out');
  if (action.cloud !== undefined) report('cloud', 'its address says where it leads', 'take cloud out');
  if (action.code !== undefined) report('code', 'an Open has no handler', "take code out, or write op: 'Call'");
  for (const place of placesIn(action)) checkPlace(scope, table, action, place, report);
  checkParams(action, report);
}

/** An address of this product that values of a record of the table stand in. */
export function checkOwnAddress(scope: Scope, table: TableDef, url: string, report: Report): void {
  checkOwn(scope, url, report);
  for (const place of placesIn({ url })) checkPlace(scope, table, {}, place, report);
}

/** Pages of tables, with the table behind them. */
const OF_TABLE = /^\/main\/(?:list|tree|group|bin|form)\/([^/?#{}]+)/;

function checkOwn(scope: Scope, url: string, report: Report): void {
  if (!/^\/main\/[^/{}?#]/.test(url) || !isOwnAddress(url)) {
    report(
      'url',
      `${url || 'nothing'} is no page of this product`,
      'write the address of a page, such as /main/list/TABLE or /main/form/TABLE/Show/{field}',
    );
    return;
  }
  const [, cloud] = OF_TABLE.exec(url) ?? [];
  if (cloud && !scope.table(cloud)) report('url', `unknown table ${cloud}`, tableMend(scope, cloud));
}

function checkPlace(scope: Scope, table: TableDef, { param }: Pick<ActionDef, 'param'>, place: string, report: Report): void {
  const [name = '', inner, ...more] = place.split('.');
  const column = scope.columns(table).get(name);
  if (param === 'none') report('url', `{${place}} is of a record, and the action takes none`, "write param: 'single', or take it out");
  else if (!column) report('url', `unknown field ${name}`, fieldMend(scope, table, name));
  else if (UNORDERED.includes(column.data_type))
    report('url', `${name}, a ${column.data_type}, is nothing that an address says`, 'name a field of one short value');
  else if (more.length > 0 || (inner !== undefined && (inner !== 'key_name' || !isOf(column.data_type, 'link', 'choice'))))
    report('url', `{${place}} leads to nothing`, 'write {field}, or {field.key_name} of a reference or a choice');
}
