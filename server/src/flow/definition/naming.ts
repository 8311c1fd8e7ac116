import { neededFields } from '#protocol/meta/events.ts';
import { type EventDef, type HandlerDef, isReckoned, type StateDef, type WriteBackDef, type WrittenValue } from '#protocol/meta/flow.ts';
import { renameFields } from '#protocol/rules/condition/condition.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { printCondition } from '#protocol/rules/condition/condition-print.ts';
import type { FlowDef } from './flow-def.ts';

/** What to write for each name that a flow uses. `path` is where it stands; `table` is a name in the flow's own spelling. */
export interface Renaming {
  table(name: string, path: string): string;
  field(table: string, name: string, path: string): string;
  /** what a sub-table of the flow's table is called that a write-back goes through, and the table of its rows in the flow's own spelling */
  each(name: string, path: string): { name: string; table: string };
  /** the table that an entity field of `table` leads to, in the flow's own spelling; undefined where there is none any more */
  source(table: string, field: string): string | undefined;
}

/**
 * The flow with all its names written anew: guards and promises, fields that events ask for, handlers' paths, fields by state, and both sides
 * of what a final approval writes. The one place that knows where names stand in a flow.
 */
export function renameFlow(def: FlowDef, to: Renaming): FlowDef {
  const own = (name: string, path: string) => to.field(def.table_name, name, path);
  const byField = (lists: FlowDef['edit_state'], key: string) =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [own(name, `fields[${name}].${key}`), list]));
  return {
    ...def,
    table_name: to.table(def.table_name, 'table_name'),
    states: def.states.map((state) => renameState(def, state, to)),
    edit_state: byField(def.edit_state, 'edit_state'),
    view_state: byField(def.view_state, 'view_state'),
    ...(def.edit_by ? { edit_by: byField(def.edit_by, 'edit_by') } : {}),
    assert: def.assert.map((promise, at) => ({ ...promise, ...whereOf(promise.where, (name) => own(name, `assert[${at}].where`)) })),
    write_back: def.write_back.map((back) => renameWriteBack(def, back, to)),
  };
}

function renameState(def: FlowDef, state: StateDef, to: Renaming): StateDef {
  const at = `states[${state.value}]`;
  const actions = state.actions?.map((action) => ({
    ...action,
    ...whereOf(action.where, (name) => to.field(def.table_name, name, `${at}.actions[${action.op}].where`)),
    ...(action.events ? { events: action.events.map((event) => renameEvent(def, event, `${at}.events[${event.id}]`, to)) } : {}),
  }));
  return {
    ...state,
    ...(actions ? { actions } : {}),
    ...(state.handler ? { handler: renameHandler(def, state.handler, `${at}.handler`, to) } : {}),
  };
}

function renameEvent(def: FlowDef, event: EventDef, at: string, to: Renaming): EventDef {
  const own = (key: string) => (name: string) => renamePath(def.table_name, name, `${at}.${key}`, to);
  const needed = neededFields(event).map(own('need_fields'));
  return { ...event, ...whereOf(event.where, own('where')), ...(needed.length ? { need_fields: needed.join(',') } : {}) };
}

function renameHandler(def: FlowDef, handler: HandlerDef, at: string, to: Renaming): HandlerDef {
  if ((handler.type !== 'field' && handler.type !== 'dept_leader') || !handler.field) return handler;
  return { ...handler, field: renamePath(def.table_name, handler.field, at, to) };
}

/** `department_entity.manager_entity`: each name in the table that the one before it leads to. */
function renamePath(table: string, path: string, at: string, to: Renaming): string {
  const [first = '', ...rest] = path.split('.');
  const name = to.field(table, first, at);
  const source = rest.length ? to.source(table, first) : undefined;
  return source ? `${name}.${renamePath(source, rest.join('.'), at, to)}` : [name, ...rest].join('.');
}

function renameWriteBack(def: FlowDef, back: WriteBackDef, to: Renaming): WriteBackDef {
  const at = `write_back[${back.uid}]`;
  const own = (path: string) => (name: string) => renameOwn(def, back, name, path, to);
  const value = (said: WrittenValue, path: string): WrittenValue =>
    isReckoned(said)
      ? Object.fromEntries(Object.entries(said).map(([key, one]) => [key, renamePlaces(one, own(path))]))
      : renamePlaces(said, own(path));
  const written = <V extends WrittenValue>(table: string, values: Readonly<Record<string, V>>, path: string) =>
    Object.fromEntries(Object.entries(values).map(([name, said]) => [to.field(table, name, path), value(said, `${path}.${name}`) as V]));
  const { each, id_field, result_field, rows } = back;
  return {
    ...back,
    ...(each ? { each: to.each(each, `${at}.each`).name } : {}),
    table: to.table(back.table, `${at}.table`),
    values: written(back.table, back.values, `${at}.values`),
    ...(id_field ? { id_field: own(`${at}.id_field`)(id_field) } : {}),
    ...(result_field ? { result_field: own(`${at}.result_field`)(result_field) } : {}),
    ...(rows
      ? {
          rows: rows.map((row) => ({
            table: to.table(row.table, `${at}.rows[${row.table}]`),
            parent_field: to.field(row.table, row.parent_field, `${at}.rows[${row.table}].parent_field`),
            values: row.values.map((values) => written(row.table, values, `${at}.rows[${row.table}]`)),
          })),
        }
      : {}),
  };
}

/** A name of the record, or `table.field` of the sub-table whose rows it goes through. */
function renameOwn(def: FlowDef, { each }: WriteBackDef, name: string, path: string, to: Renaming): string {
  const field = each && name.startsWith(`${each}.`) ? name.slice(each.length + 1) : undefined;
  if (!each || !field) return to.field(def.table_name, name, path);
  const rows = to.each(each, path);
  return `${rows.name}.${to.field(rows.table, field, path)}`;
}

/** What a write-back may say beside fields of the approved record. */
const OTHER_PLACES = /^(id|today|now|user\..*)$/;

const renamePlaces = <V extends string | number>(value: V, own: (name: string) => string): V =>
  (typeof value === 'string'
    ? value.replace(/\{\s*([\w.]+)\s*\}/g, (whole, name: string) => (OTHER_PLACES.test(name) ? whole : `{${own(name)}}`))
    : value) as V;

/** The condition with its fields written anew; its own spelling where none is another. */
function whereOf(where: string | undefined, own: (name: string) => string): { where?: string } {
  if (!where) return {};
  let moved = false;
  const renamed = renameFields(parseCondition(where), (name) => {
    const now = own(name);
    moved ||= now !== name;
    return now;
  });
  return { where: moved ? printCondition(renamed) : where };
}
