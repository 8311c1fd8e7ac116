import type { ActionDef, StateDef } from '#protocol/meta/flow.ts';
import { itemOf } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { placesIn } from '#protocol/rules/action-address.ts';
import { namesOfRule, rulesBetween } from '#protocol/rules/form/between.ts';
import { type LoadedField, type LoadedSubtable, type LoadedTable, type Locked, WRITE_OPS } from '#protocol/rules/form/locked.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { mayElsewhere } from '#server/access/elsewhere.ts';
import { modulesFor } from '#server/access/menus.ts';
import { offeredTables } from '#server/access/offered.ts';
import { parentsOf } from '#server/access/rows.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { laidFor } from '../row/layouts.ts';
import { loadedSubtable, showsRows } from '../row/subtable.ts';
import { checkTakesPart } from '../row/takes-part.ts';
import { isPlaceSeen, toldAction } from './told/actions.ts';
import { pairsTold, type Sight, sightOf, toldField, without, withTold } from './told/told.ts';

/** What only the server needs to know of a table or a step. */
const INNER_TABLE = [
  'row_where',
  'owner_field',
  'department_field',
  'write_back',
  'assert',
  'permission',
  'variants',
  'unique',
  'rules',
  'summaries',
] as const;
const INNER_STATE = ['handler', 'timeout', 'empty'] as const;

/** The definition for who asks for it: 312 for whom nothing gives the table, and who takes part in no case of it. */
export async function readDefinition(house: House, access: Access, table: ResolvedTable): Promise<LoadedTable> {
  const grant = access.grant(table, 'LoadTable');
  await checkTakesPart(house, access, grant);
  const definition = effectiveTable(access, grant);
  return { ...definition, ...(await laidFor(house, access, table, definition)) };
}

/**
 * The definition as this reader may use it (B23): without hidden fields, without actions that no permission item gives him, without
 * sub-tables that he may not read; what his rights keep him from writing is named; choices of a dictionary are filled in.
 */
export function effectiveTable(access: Access, grant: Grant): LoadedTable {
  const { table } = grant;
  const sight = sightOf(access, grant);
  const { own } = sight;
  const definition = {
    ...withTold(table.def, 'onload', sight.tells),
    fields: table.def.fields.flatMap(({ field_name }) =>
      own(field_name) ? [effectiveField(access, sight, table.fields.get(field_name)!)] : [],
    ),
    states: [...table.def.states.map((state) => effectiveState(access, table, state, own)), ...formerStates(table)],
    subtables: table.subtables.flatMap((sub) =>
      mayRead(access, table, sub.table_name) && showsRows(access, sub)
        ? [effectiveSubtable(loadedSubtable(access, table, sub), sight)]
        : [],
    ),
    styles: (table.def.styles ?? []).filter((style) => own(style.field)),
  };
  const group = (table.def.group ?? '').split(',').filter(own).join(',');
  const order = (table.def.order ?? '')
    .split(',')
    .filter((name) => own(name.replace(/^-/, '')))
    .join(',');
  // by a code that no other record has, somebody names it
  const unique = (table.def.unique ?? []).filter((names) => names.every(own));
  const rules = rulesBetween(table.def.rules).filter(({ where }) => namesOfRule(where).every(own));
  const locked = lockedOf(access, table, definition.fields);
  return {
    ...without(definition, [...INNER_TABLE, 'group', 'order']),
    ...namesOf(table),
    ...(table.variant?.everyone === 1 ? { no_history: 1 as const } : {}),
    ...(unique.length > 0 ? { unique } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(group ? { group } : {}),
    ...(order ? { order } : {}),
    ...(Object.keys(locked).length ? { locked } : {}),
  };
}

/** What a variant is called where it has names of its own. */
const namesOf = ({ variant }: ResolvedTable): Partial<TableDef> =>
  variant?.key_name && variant.key_name_en ? { key_name: variant.key_name, key_name_en: variant.key_name_en } : {};

const effectiveField = (access: Access, sight: Sight, field: ResolvedField): LoadedField => ({
  ...toldField(field, sight),
  ...(leads(access, field.def.source) ? { leads: 1 as const } : {}),
  ...(field.items ? { items: [...field.items] } : {}),
  ...(field.def.offers ? { tables: offeredTables(access, modulesFor(access)) } : {}),
});

/** A sub-table without what follows from it, and without the page that tells more of it, where they read what he does not see. */
function effectiveSubtable(sub: LoadedSubtable, sight: Sight): LoadedSubtable {
  const { own, tells } = sight;
  const told = withTold(bindingTold(sub, sight), 'onchange', tells);
  return sub.url !== undefined && !placesIn({ url: sub.url }).every((place) => isPlaceSeen(place, own)) ? without(told, ['url']) : told;
}

/** With what narrows which rows may be bound, as far as he sees that, as a field's `query` is told. */
function bindingTold(sub: LoadedSubtable, sight: Sight): LoadedSubtable {
  if (sub.query === undefined || sub.inherit !== 0) return sub;
  const query = pairsTold(sub, sub.table_name, sight);
  return query === undefined ? without(sub, ['query']) : { ...sub, query };
}

/** Whether he has pages of the records that a field refers to. */
function leads(access: Access, source: string | undefined): boolean {
  const table = source ? access.catalogue.table(source) : undefined;
  return table !== undefined && access.may(table, 'List');
}

/** Of what he sees, what each right that he has does not let him write on any record. */
function lockedOf(access: Access, table: ResolvedTable, fields: readonly LoadedField[]): Locked {
  const locked = WRITE_OPS.map((op) => {
    const names = fields.map(({ field_name }) => field_name).filter(access.rules.closes(table, op));
    return [op, names] as const;
  });
  return Object.fromEntries(locked.filter(([, names]) => names.length > 0));
}

/** States that records may stand in though nothing leads there any more: they have their names, and nothing to do. */
const formerStates = ({ def, formerStates: former }: ResolvedTable): StateDef[] =>
  former.filter((state) => !def.states.some((one) => one.value === state.value)).map((state) => ({ ...state, actions: [] }));

function effectiveState(access: Access, table: ResolvedTable, state: StateDef, own: (field: string) => boolean): StateDef {
  const given = ({ op, cloud }: ActionDef): boolean =>
    cloud === undefined ? itemOf(op) === 'List' || access.may(table, op) : mayElsewhere(access, itemOf(op), cloud);
  const actions = (state.actions ?? []).filter(given).flatMap((action) => toldAction(access, action, own) ?? []);
  return without({ ...state, actions }, INNER_STATE);
}

function mayRead(access: Access, parent: ResolvedTable, cloud: string): boolean {
  const table = access.catalogue.table(cloud);
  if (!table) return false;
  return access.may(table, 'List') || parentsOf(access.catalogue, table).some((one) => one.parent.name === parent.name);
}
