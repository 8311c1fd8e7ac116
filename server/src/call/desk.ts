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
  /** What a handler does, as long as others wait for it; then Overdue, which ends the call with all its parts. */
  inTime<T>(done: Promise<T>): Promise<T>;
  /** whether anything was made beside the records themselves: that stays where it is when they are taken back */
  wrote(): boolean;
  /** what is asked from now on is asked of this record */
  turnTo(id: number | null): void;
}

/**
 * The time is over while a handler is at work: what it has under way goes on by itself, so no part of the call may stand. `attempt` takes none of it
 * back alone; the whole transaction ends.
 */
export class Overdue extends Error {}

/** A text of a suite as its reader reads it: never the name of one of the catalogue. */
export const spoken = (text: Text | undefined, locale: Locale): string => text?.[locale].replace(/^\$/, '＄') ?? '';

/** What is locked is waited for by others: a handler without end is taken back, whether it asks its desk or not. */
function deadline(): { inTime(): void; within: OpenDesk['inTime'] } {
  const until = performance.now() + SAVES_WITHIN_MS;
  return {
    inTime: () => {
      if (performance.now() > until) throw new Refusal(103, '$busy');
    },
    within: (done) => {
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Overdue()), Math.max(0, until - performance.now()));
      });
      return Promise.race([done, over]).finally(() => clearTimeout(timer));
    },
  };
}

/** Writes fields of a record that is being decided, as the decision does. */
export type SaveInDecision = (version: number, fields: Readonly<Record<string, unknown>>) => Promise<number>;

/** Where a handler works: all that it reads and writes goes by the rights of who runs the action, in the call's transaction. */
export function openCallDesk(house: House, work: Work, table: ResolvedTable, action: ActionDef, save?: SaveInDecision): OpenDesk {
  const { tx, session, access, today } = work;
  const { inTime, within } = deadline();
  const inside = houseAt(house, tx);
  const asks: Asked[] = [];
  const events: SecurityEvent[] = [];
  const versions = new Map<number, number>();
  let [at, wrote]: [number | null, boolean] = [null, false];
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
    inTime: within,
    wrote: () => wrote,
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
      if (save) return void versions.set(id, await save(version, fields));
      const told = await saveStanding(tx, house, session, access, table, { id, version, fields });
      versions.set(id, told.saved.version);
      events.push(...told.events);
    },
    add: async (cloud, fields) => {
      inTime();
      wrote = true;
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
