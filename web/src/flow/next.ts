import type { TableDef } from '#protocol/meta/table.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { eventById } from './events.ts';
import type { Forward } from './outcome.ts';

/** Where a choice would lead, as the server sees it now. */
export interface Next extends Forward {
  /** among events of one name the one whose guard holds */
  event: number;
  countersign: boolean;
  people: readonly EntityValue[];
  /** whether other people may be named */
  editable: boolean;
  /** value of the step's state */
  state: string;
}

interface Question {
  cloud: string;
  /** 0: not saved yet */
  id: number;
  /** what stands in the form, as it would be sent */
  data: Record<string, unknown>;
  event: number;
}

export async function askNext(table: TableDef, { cloud, id, data, event }: Question): Promise<Next> {
  const answer = await call(ops.reviewer, { cloud, ...(id ? { id } : {}), data, event });
  const { event: found, countersign, editable, signed, of, decides, next } = answer.data ?? {};
  const chosen = (found as { id?: number } | undefined)?.id ?? event;
  return {
    event: chosen,
    countersign: Boolean(countersign),
    people: (answer.rows ?? []) as unknown as EntityValue[],
    editable: Boolean(editable),
    state: String(eventById(table, chosen)?.next_state ?? ''),
    signed: Number(signed),
    of: Number(of),
    decides: Boolean(decides),
    end: Boolean((next as { end?: string | null } | undefined)?.end),
  };
}
