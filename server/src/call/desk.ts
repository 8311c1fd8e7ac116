import { type Locale, Refusal } from '#protocol/codes.ts';
import { paramsOf } from '#protocol/meta/action.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { filters as filtersShape } from '#protocol/wire/filters.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { CallDesk, CallRow, Text } from '#server/meta/handler.ts';
import { type House, houseAt } from '#server/meta/house.ts';
import { saveStanding } from '#server/people/saving.ts';
import { readRecord } from '#server/records/read/get.ts';
import { readList } from '#server/records/read/list.ts';
import { SAVES_WITHIN_MS } from '#server/records/remove/batch.ts';
import type { Work } from '#server/records/row/work.ts';
import { saveRecord } from '#server/records/save/save.ts';
import type { SecurityEvent } from '#server/signin/security-log.ts';

/** A question of a handler, and the record that it was asked of. */
export interface Asked {
  id: number | null;
  text: Text;
}

/** A desk, and what was said there beside what it does. */
export interface OpenDesk extends CallDesk {
  readonly asks: Asked[];
  /** told once the transaction has ended */
  readonly events: SecurityEvent[];
  /** The record as its reader sees it. */
  row(id: number): Promise<CallRow>;
  /** what is asked from now on is asked of this record */
  turnTo(id: number | null): void;
}

/** A text of a suite as its reader reads it: never the name of one of the catalogue. */
export const spoken = (text: Text | undefined, locale: Locale): string => text?.[locale].replace(/^\$/, '＄') ?? '';

/** Where a handler works: all that it reads and writes goes by the rights of who runs the action, in the call's transaction. */
export function openCallDesk(house: House, work: Work, table: ResolvedTable, action: ActionDef): OpenDesk {
  const { tx, session, access, today } = work;
  // what is locked is waited for by others: a handler without end is taken back
  const until = performance.now() + SAVES_WITHIN_MS;
  const inTime = () => {
    if (performance.now() > until) throw new Refusal(103, '$busy');
  };
  const inside = houseAt(house, tx);
  const asks: Asked[] = [];
  const events: SecurityEvent[] = [];
  const versions = new Map<number, number>();
  let at: number | null = null;
  const read: CallDesk['read'] = (cloud, id) => {
    inTime();
    const of = access.table(cloud);
    return readRecord(inside, access, access.grant(of, 'Get'), id);
  };
  return {
    user: { id: session.user.id, key_name: session.user.key_name },
    today,
    params: paramsOf(action),
    asks,
    events,
    read,
    row: async (id) => {
      const row = await read(table.cloud, id);
      if (typeof row.version === 'number') versions.set(id, row.version);
      return row;
    },
    turnTo: (id) => {
      at = id;
    },
    list: async (cloud, fields) => {
      inTime();
      const grant = access.grant(access.table(cloud), 'List');
      const { rows, total_kind } = await readList(inside, access, grant, { filters: filtersShape.parse({ fields }) });
      // a deed that goes by a part of the rows would be wrong and say nothing
      if (total_kind !== 'exact') throw new Refusal(341);
      return (rows ?? []) as CallRow[];
    },
    change: async ({ id }, fields) => {
      inTime();
      const version = versions.get(id);
      if (version === undefined) throw new Refusal(317, '', { field: 'id' });
      const told = await saveStanding(tx, house, session, access, table, { id, version, fields });
      versions.set(id, told.saved.version);
      events.push(...told.events);
    },
    add: async (cloud, fields) => {
      inTime();
      return (await saveRecord(tx, house, session, access.table(cloud), { fields }, { op: 'Add', access })).id;
    },
    ask: (text) => {
      asks.push({ id: at, text });
    },
    refuse: (text, code = 305) => {
      throw new Refusal(code, spoken(text, session.locale));
    },
  };
}
