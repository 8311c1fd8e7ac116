import type { SubtableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { inStates } from '#protocol/rules/states.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { defineCache, identityOf, MIB, PROCESS } from '#server/cache/cache.ts';
import type { House } from '#server/meta/house.ts';
import type { Sql } from '#server/query/sql.ts';
import { type BelowPlan, prepareRecord } from '#server/query/statements.ts';
import { presentFiles } from '../files/files.ts';
import { gateBelow } from '../row/below.ts';
import type { Row } from '../row/present.ts';
import { standsIn } from '../row/subtable.ts';
import { domainIn, tellCurrency } from './currency.ts';
import { readRow } from './get.ts';
import { MOST_ROWS, readingOf } from './page.ts';
import { recordFields } from './shown.ts';
import { type View, viewOf } from './view.ts';

/** Rows of one inline sub-table through their own gate, as part of the record's statement. */
interface Part {
  sub: SubtableDef;
  gate: Grant;
  plan: BelowPlan;
  view: View;
}
interface Show {
  parts: readonly Part[];
  statement: ReturnType<typeof prepareRecord>;
}
const shows = defineCache<Show>({
  name: 'shows',
  holds: 'statements of a record with its sub-tables, put together',
  key: 'number of the view of the record',
  ends: 'with the view',
  bytes: 4 * MIB,
});

/** The record with the rows of its inline sub-tables, by their keys, and what is asked beside, always the same: one statement, so of one instant. */
export async function readShow(
  house: House,
  access: Access,
  grant: Grant,
  id: number,
  beside: Readonly<Record<string, Sql>> = {},
): Promise<{ record: Record<string, unknown>; told: Row }> {
  const view = viewOf(access, grant, 'record');
  const { parts, statement } = shows.of(PROCESS).get(identityOf(view)) ?? createShow(access, grant, view, beside);
  const { row, wired } = await readRow(house, access, grant, view, statement(access.asker, id));
  const state = (wired.review_state as { id: number } | null)?.id ?? 1;
  const subtables: Record<string, readonly WireRow[]> = {};
  let _currency = wired._currency;
  for (const { sub, gate, plan, view: below } of parts) {
    if (!inStates(sub.view_state, state)) continue;
    const found = ((row[plan.as] as Row[] | null) ?? []).map((each) => ({ row: each, wired: below.present(each, access.asker) }));
    const rows = found.map((each) => each.wired);
    await presentFiles(house, access.session, below.shown, rows);
    _currency = tellCurrency(access.session, gate, domainIn(access.session, row), found) ?? _currency;
    subtables[subtableKey(sub)] = rows;
  }
  return { record: { ...wired, ...(_currency ? { _currency } : {}), _subtables: subtables }, told: row };
}

function createShow(access: Access, grant: Grant, view: View, beside: Readonly<Record<string, Sql>>): Show {
  const parts = grant.table.subtables.flatMap((sub, at) => partOf(access, grant, sub, `fw.below${at}`));
  const plan = {
    kind: 'record' as const,
    ...readingOf(access, grant, {}),
    fields: view.fields,
    flags: { ...view.flags, ...beside },
  };
  const show = {
    parts,
    statement: prepareRecord(
      plan,
      parts.map((part) => part.plan),
    ),
  };
  shows.of(PROCESS).set(identityOf(view), show, show.statement.text.length + 2_000 * (1 + parts.length));
  return show;
}

/** In the order they were entered; nothing where the reader may not read that table. */
function partOf(access: Access, grant: Grant, sub: SubtableDef, as: string): Part[] {
  if (sub.inline !== 1 || sub.hidden === 1) return [];
  const gate = gateBelow(access, grant, sub);
  if (!gate) return [];
  const { table } = gate;
  const names = recordFields(gate).map((field) => field.name);
  const view = viewOf(access, gate, 'list', names.join(','));
  const filters = table.def.order ? {} : { sort: [['id', 'asc'] as [string, 'asc' | 'desc']] };
  const reading = readingOf(access, gate, { filters });
  const plan = {
    ...reading,
    fields: view.fields,
    flags: view.flags,
    as,
    parentField: sub.parent_field,
    within: standsIn(table, sub, 't'),
    limit: MOST_ROWS,
  };
  return [{ sub, gate, plan, view }];
}
