import { useMemo, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';

/** One of the two lists. */
interface Half {
  rows: readonly WireRow[];
  /** those of them that may be ticked */
  may: readonly WireRow[];
  checked: ReadonlySet<number>;
  toggle(id: number): void;
  /** all that may be, or none where all are */
  toggleAll(): void;
}

export interface Transfer {
  left: Half;
  right: Half;
  /** in the order in which they were chosen */
  chosen: readonly WireRow[];
  added: number;
  gone: number;
  isNew(row: WireRow): boolean;
  /** nobody may take it out here: he does not see what it is */
  stays(row: WireRow): boolean;
  /** what is ticked, or these, is chosen */
  take(ids?: readonly number[]): void;
  give(ids?: readonly number[]): void;
}

const NONE: ReadonlySet<number> = new Set();
const stays = (row: WireRow): boolean => row.unauthorized === 1;

/** What is chosen of what is offered. What lies on neither list any more is not ticked either. */
export function useTransfer(before: readonly WireRow[], offered: readonly WireRow[], isOff: (row: WireRow) => boolean): Transfer {
  const [chosen, setChosen] = useState(before);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(NONE);
  const [marked, setMarked] = useState<ReadonlySet<number>>(NONE);
  const first = useMemo(() => new Set(before.map(({ id }) => id)), [before]);
  const now = new Set(chosen.map(({ id }) => id));
  const rows = offered.filter(({ id }) => !now.has(id));
  const left = halfOf(
    rows,
    rows.filter((row) => !isOff(row)),
    ticked,
    setTicked,
  );
  const right = halfOf(
    chosen,
    chosen.filter((row) => !stays(row)),
    marked,
    setMarked,
  );
  return {
    ...{ left, right, chosen, stays },
    added: chosen.filter(({ id }) => !first.has(id)).length,
    gone: before.filter(({ id }) => !now.has(id)).length,
    isNew: ({ id }) => !first.has(id),
    take: (ids) => {
      const these = new Set(ids ?? left.checked);
      setChosen(taken(chosen, left.may, these));
      setTicked(new Set([...ticked].filter((id) => !these.has(id))));
    },
    give: (ids) => {
      const these = new Set(ids ?? right.checked);
      setChosen(given(chosen, these));
      setMarked(NONE);
    },
  };
}

/** What is chosen with these of those that may be. */
export const taken = (chosen: readonly WireRow[], may: readonly WireRow[], these: ReadonlySet<number>): readonly WireRow[] => [
  ...chosen,
  ...may.filter(({ id }) => these.has(id)),
];

/** What is chosen without these, as far as they may be taken out. */
export const given = (chosen: readonly WireRow[], these: ReadonlySet<number>): readonly WireRow[] =>
  chosen.filter((row) => stays(row) || !these.has(row.id));

export function halfOf(
  rows: readonly WireRow[],
  may: readonly WireRow[],
  ticked: ReadonlySet<number>,
  set: (ids: ReadonlySet<number>) => void,
): Half {
  const checked = new Set(may.map(({ id }) => id).filter((id) => ticked.has(id)));
  return {
    ...{ rows, may, checked },
    toggle: (id) => set(checked.has(id) ? new Set([...checked].filter((each) => each !== id)) : new Set([...checked, id])),
    toggleAll: () => set(checked.size === may.length ? NONE : new Set(may.map(({ id }) => id))),
  };
}
