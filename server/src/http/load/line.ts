/** Calls that wait. Those that came for one caller begin as they came; callers take turns, so that the many of one hold up the others by one. */
export interface Line {
  add(whose: string, begin: () => void): void;
  delete(whose: string, begin: () => void): void;
  /** Takes out who begins next. */
  next(): (() => void) | undefined;
  /** how many would begin before one that came now */
  ahead(whose: string): number;
  readonly size: number;
}

export function createLine(): Line {
  /** Whose turn is next stands first; nobody stands here with an empty queue. */
  const queues = new Map<string, Set<() => void>>();
  let size = 0;
  const take = (whose: string, begin: () => void): boolean => {
    const his = queues.get(whose);
    if (!his?.delete(begin)) return false;
    size -= 1;
    if (his.size === 0) queues.delete(whose);
    return true;
  };
  return {
    add: (whose, begin) => {
      queues.set(whose, (queues.get(whose) ?? new Set()).add(begin));
      size += 1;
    },
    delete: take,
    next: () => {
      for (const [whose, his] of queues) {
        const [begin] = his;
        take(whose, begin!);
        if (queues.delete(whose)) queues.set(whose, his);
        return begin;
      }
    },
    ahead: (whose) => {
      const rounds = (queues.get(whose)?.size ?? 0) + 1;
      let before = 0;
      for (const [other, his] of queues) before += other === whose ? his.size : Math.min(his.size, rounds);
      return before;
    },
    get size() {
      return size;
    },
  };
}
