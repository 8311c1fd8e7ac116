import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Resume } from '#protocol/wire/process.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import type { Forward } from './outcome.ts';

/** Where a choice would lead, as the server sees it now. */
export interface Next extends Forward {
  /** an opinion must be given */
  needsRemark: boolean;
  /** a file must go with it */
  needsAttach: boolean;
  /** a limit must be set for who comes next */
  needsLimit: boolean;
  /** rows of the log that it can return to, the newest first */
  backs: readonly Back[];
  /** among events of one name the one whose guard holds, and that name */
  event: number;
  name: string;
  countersign: boolean;
  people: readonly Person[];
  /** whether the sender may say anything of them: name others beside them, leave some of them out */
  editable: boolean;
  add: boolean;
  /** who cannot be named */
  barred: readonly number[];
  /** value of the state that it comes to */
  state: string;
  /** states on the way there that nobody needs to sign */
  skipped: readonly string[];
  /** it was returned `direct`: it goes straight back there, or why not */
  resume: Resume | null;
}

/** Somebody whom the definition finds; `must`: he cannot be left out. */
export interface Person extends EntityValue {
  must?: 0 | 1;
}

interface Step {
  value: number;
}

/** An earlier row of the log, by the step that a return to it leads to. */
export interface Back {
  id: number;
  key_name: string;
  key_name_en: string;
  back_state: number;
  review_entity: EntityValue;
}

interface Question {
  cloud: string;
  /** 0: not saved yet */
  id: number;
  /** what stands in the form, as it would be sent, its rows as `_subtables` */
  data: Record<string, unknown>;
  event: number;
  /** the to-do that is decided, where that is known */
  todo?: number | undefined;
}

type Rows = Record<string, Record<string, unknown>[]>;

export async function askNext({ cloud, id, data, event, todo }: Question): Promise<Next> {
  const { _subtables, ...fields } = data;
  const rows = _subtables ? { _subtables: _subtables as Rows } : {};
  const answer = await call(ops.reviewer, { cloud, ...(id ? { id } : {}), data: fields, ...rows, event, ...(todo ? { todo } : {}) });
  const { event: found, need_remark, need_attach, need_limit, ...said } = answer.data ?? {};
  const { countersign, editable, add, barred, signed, of, decides, backs } = said;
  const {
    next,
    skipped = [],
    resume = null,
  } = (answer.data ?? {}) as {
    next?: Step & { end: string | null };
    skipped?: Step[];
    resume?: Resume;
  };
  const held = found as { id?: number; key_name?: string } | undefined;
  return {
    event: held?.id ?? event,
    name: held?.key_name ?? '',
    needsRemark: Boolean(need_remark),
    needsAttach: Boolean(need_attach),
    needsLimit: Boolean(need_limit),
    backs: [...((backs ?? []) as Back[])].reverse(),
    countersign: Boolean(countersign),
    people: (answer.rows ?? []) as unknown as Person[],
    editable: Boolean(editable),
    add: Boolean(add),
    barred: (barred ?? []) as number[],
    state: String(next?.value ?? ''),
    skipped: skipped.map(({ value }) => String(value)),
    resume,
    signed: Number(signed),
    of: Number(of),
    decides: Boolean(decides),
    end: Boolean(next?.end),
  };
}
