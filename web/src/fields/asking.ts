import { type Answer, type Found, keywordOf } from './lookup.ts';

const AFTER_THE_LAST_KEY = 200;

interface AskingOn {
  search(keyword: string): Promise<Found>;
  /** null: what was known before holds no more */
  onAnswer(answer: Answer | null): void;
  /** the answer to what Enter was pressed upon is there */
  onConfirmed(keyword: string, found: Found): void;
}

/** Asks the server for what is typed, a moment after the last key. An older answer never replaces a newer one. */
export function createAsking({ search, onAnswer, onConfirmed }: AskingOn) {
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** the keyword that Enter was pressed upon before its answer */
  let confirmed: string | null = null;
  /** the keyword that the server is answering */
  let underWay: string | null = null;
  const ask = (typed: string, wait = AFTER_THE_LAST_KEY) => {
    const mine = ++asked;
    const keyword = keywordOf(typed);
    clearTimeout(timer);
    underWay = null;
    onAnswer(null);
    timer = setTimeout(async () => {
      underWay = keyword;
      const found = await search(keyword).catch(() => null);
      if (mine !== asked) return;
      const isConfirmed = confirmed === keyword;
      confirmed = null;
      underWay = null;
      onAnswer({ keyword, found });
      if (isConfirmed && found) onConfirmed(keyword, found);
    }, wait);
  };
  return {
    ask,
    /** Enter: what is found for the text is taken when it leaves no doubt */
    confirm: (typed: string) => {
      const keyword = keywordOf(typed);
      if (underWay !== keyword) ask(typed, 0);
      confirmed = keyword;
    },
    /** the text is another, or settled: no Enter stands upon it */
    forget: () => {
      confirmed = null;
    },
    stop: () => {
      asked = -1;
      underWay = null;
      clearTimeout(timer);
    },
  };
}
