import { useState } from 'react';
import { isTooLong } from '#protocol/rules/event.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { soughtIn } from '#web/fields/sought.ts';
import { asEntity } from '#web/fields/values.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import type { HeldRow } from './use-held.ts';

/** The code of what was not begun in the time of one call. */
const LATE = 103;

/** What is wrong with the form, by its field; `all` where nothing of it could be asked. */
interface Wrong {
  to?: string;
  remark?: string;
  all?: string;
}

/** Rows that are to be handed on, with why one could not; `late`: it was not begun, and may go to the same person. */
interface Left extends Pick<HeldRow, 'id'> {
  row: HeldRow;
  why?: string;
  late?: boolean;
}

/**
 * Hands rows on to whoever is chosen. What could not be handed on stays with why, so that the rest can go to somebody else; `onDone` when
 * nothing is left, `onMoved` whenever something went.
 */
export function useHandover(user: number, rows: readonly HeldRow[], on: { onMoved(): void; onDone(): void }) {
  const [left, setLeft] = useState<readonly Left[]>(() => rows.map((row) => ({ id: row.id, row })));
  const [moved, setMoved] = useState(0);
  const [to, setTo] = useState<unknown>(null);
  const [remark, setRemark] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const send = async () => {
    // what is typed and not chosen is nobody yet
    const receiver = soughtIn(to) === '' ? asEntity(to) : null;
    const found = wrongIn(receiver, remark);
    setWrong(found);
    if (busy || !receiver || found.to || found.remark) return;
    setBusy(true);
    try {
      const todo = left.map(({ id }) => id);
      const { rows: told = [] } = await call(ops.handover, { user, to: receiver.id, todo, remark }, { accept: [300, 343] });
      const why = new Map(
        (told as unknown as Told[]).flatMap((one) =>
          one.code === 200 ? [] : [[one.id, { why: remarkOf(one), late: one.code === LATE }] as const],
        ),
      );
      const rest = left.filter(({ id }) => why.has(id)).map(({ id, row }) => ({ id, row, ...why.get(id)! }));
      const went = left.length - rest.length;
      if (went > 0) on.onMoved();
      if (rest.length === 0) {
        toast.done(say('people.handed', { n: moved + went }));
        on.onDone();
      } else {
        setMoved(moved + went);
        setLeft(rest);
      }
    } catch (error) {
      const { remark: said, data, network } = asApiError(error);
      // some of it may have gone all the same
      if (network) on.onMoved();
      setWrong({ [fieldOf(data.field)]: said });
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: unknown) => {
    setTo(chosen);
    setWrong(({ remark: kept }) => (kept === undefined ? {} : { remark: kept }));
  };
  const write = (words: string) => {
    setRemark(words);
    setWrong(({ to: kept }) => (kept === undefined ? {} : { to: kept }));
  };
  return { left, moved, to, choose, remark, write, wrong, busy, send };
}

export type Handover = ReturnType<typeof useHandover>;

type Told = Parameters<typeof remarkOf>[0] & { id: number; code: number };

const fieldOf = (field: unknown): keyof Wrong => (field === 'to' || field === 'remark' ? field : 'all');

function wrongIn(receiver: EntityValue | null, remark: string): Wrong {
  return {
    ...(receiver ? {} : { to: say('people.handTo') }),
    ...(remark.trim() === '' ? { remark: say('people.handWhy') } : isTooLong(remark) ? { remark: say('people.handLong') } : {}),
  };
}
