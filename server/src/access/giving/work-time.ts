import { Refusal } from '#protocol/codes.ts';
import type { Value } from '#protocol/fields/kind.ts';
import { queue } from './calendar-day.ts';
import { type Guard, onField } from './guard.ts';

type Day = Record<`${'morning' | 'afternoon'}_${'from' | 'until'}`, Value>;

/** Saves of a company's hours: a span ends after it begins, the afternoon begins after the morning, and one row is left. */
export const guardWorkTime: Guard = async (writing) => {
  const { tx, access, act, id, changes } = writing;
  const company = access.session.company.id;
  await queue(tx, company);
  if (act === 'Delete') {
    const others = await tx.query(OTHERS, [company, id]);
    if (others.length === 0) throw new Refusal(312, '$workTimeLast');
    return;
  }
  const [stands] = id === null ? [] : await tx.query<Day>(STANDS, [company, id]);
  const day = { morning_from: null, morning_until: null, afternoon_from: null, afternoon_until: null, ...stands, ...changes } as Day;
  for (const part of ['morning', 'afternoon'] as const) {
    const [from, until] = [day[`${part}_from`], day[`${part}_until`]];
    if (from !== null && until !== null && until <= from) throw onField(writing, 305, 'spanBackwards', `${part}_until`);
  }
  const { morning_until: noon, afternoon_from: after } = day;
  if (noon !== null && after !== null && after < noon) throw onField(writing, 305, 'spansOverlap', 'afternoon_from');
};

const STANDS = `select w.morning_from, w.morning_until, w.afternoon_from, w.afternoon_until from app."work_time" w
where w.company_id = $1 and w.id = $2`;
const OTHERS = 'select 1 from app."work_time" w where w.company_id = $1 and w.id <> $2 and w.deleted_time is null limit 1';
