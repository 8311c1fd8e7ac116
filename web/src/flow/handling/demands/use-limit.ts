import { fieldKind } from '#protocol/fields/fields.ts';
import { eventsOf } from '#protocol/meta/events.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { stepOf } from '#protocol/rules/actions.ts';
import { LIMIT } from '#protocol/rules/limit.ts';
import { type ApiError, remarkOf } from '#web/api/error.ts';
import { asText } from '#web/fields/values.ts';
import { untilTime } from '#web/i18n/clock.ts';
import type { Choice } from '../../process/events.ts';
import type { Attempts, Case, Wrong } from '../case.ts';
import type { Next } from '../next.ts';
import type { useOpinion } from '../use-opinion.ts';
import { useWrong } from './use-wrong.ts';

export interface Limiting {
  /** choices that ask for one, as far as that is known */
  asking: readonly Choice[];
  value: string;
  wrong: Wrong | null;
  write(value: unknown): void;
  /** whether what stands there will do for a choice; what is wrong is said beside the box */
  holds(choice: Choice, going: Next | null): boolean;
  /** what is sent of it */
  sent(choice: Choice, going: Next | null): { limit_time?: string };
  /** whether a refusal was of the limit, and is said there now */
  isTold(error: ApiError): boolean;
}

interface LimitOn {
  of: Pick<Case, 'table' | 'review_state'>;
  choices: readonly Choice[];
  primary: Choice | undefined;
  next: Next | null;
  opinion: Pick<ReturnType<typeof useOpinion>, 'limit' | 'setLimit'>;
  attempts: Attempts;
}

/** Until when who comes next may take, where the event is urgent (FLOW-07). Which event of a name holds is the data's business: until it is known, what any of them asks is asked. */
export function useLimit({ of, choices, primary, next, opinion, attempts }: LimitOn): Limiting {
  const [wrong, setWrong] = useWrong(attempts);
  const asks = (choice: Choice, going: Next | null) => (going ? going.needsLimit : isUrgent(of, choice));
  const value = opinion.limit;
  return {
    asking: choices.filter((choice) => asks(choice, choice === primary ? next : null)),
    ...{ value, wrong },
    write: (typed) => {
      opinion.setLimit(asText(typed));
      setWrong(null);
    },
    holds: (choice, going) => {
      const words = asks(choice, going) ? limitWrong(value) : null;
      setWrong(words === null ? null : { words });
      return words === null;
    },
    sent: (choice, going) => (asks(choice, going) ? { limit_time: value } : {}),
    isTold: ({ data, remark }) => {
      if (data.field !== LIMIT.field_name) return false;
      setWrong({ words: remark });
      return true;
    },
  };
}

/** Whether an event of the choice's name is urgent. */
export const isUrgent = ({ table, review_state }: { table: TableDef; review_state: number }, { name }: Pick<Choice, 'name'>): boolean =>
  eventsOf(stepOf(table, review_state)).some((event) => event.key_name === name && event.urgent === 1);

/** Why a limit will not do, in the catalogue's words; null where it will, as far as the browser knows. */
export function limitWrong(value: string, now = Date.now()): string | null {
  if (value.trim() === '') return remarkOf({ code: 314, remark: '$flow_need_limit', data: {} });
  const { fault } = fieldKind(LIMIT.data_type).parse(value, { def: LIMIT });
  if (fault) return remarkOf({ code: fault.code, remark: `$${fault.text}`, data: { ...fault.data } });
  return (untilTime(value, now) ?? 0) > 0 ? null : remarkOf({ code: 317, remark: '$flow_limit_past', data: {} });
}
