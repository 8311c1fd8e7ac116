import type { TableDef } from '#protocol/meta/table.ts';
import type { EntityValue, Envelope } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import type { ApiError } from '#web/api/error.ts';

/** A decision as the bar makes it. */
export interface Verdict {
  _event: number;
  remark: string;
  reviewers: readonly number[];
  /** key names of files that go with the opinion */
  attachs?: string;
  /** until when who comes next may take, where the event asks for it */
  limit_time?: string;
  /** the log row that it returns to */
  back_id?: number;
  /** whether the form must be complete: to send it on, not to send it back or to end it */
  whole: boolean;
  /** as the button says it */
  word?: string;
}

/** Hears of each attempt that begins on the page, of whatever kind; answers how to stop. */
export type Attempts = (listener: () => void) => () => void;

/** Why the opinion, or the limit, will not do; another one with each press. */
export interface Wrong {
  words: string;
}

/** What is decided. */
export interface Case {
  table: TableDef;
  cloud: string;
  id: number;
  review_state: number;
  /** the to-do that is decided, where there is one */
  todo: number | undefined;
  /** for whom it is decided, where it is not the reader's own */
  behalf: EntityValue | undefined;
  /** the log: who has signed, and by which rule */
  rows: readonly ProcessRow[];
  /** whose answers it waits for before anything can be decided */
  waits: readonly EntityValue[];
}

/** The form that is sent with it. */
export interface SentForm {
  /** what stands in it, as it would be sent: guards and handlers depend on it */
  data(): Record<string, unknown>;
  /** whether it may be sent on; what keeps it from that is told at its places */
  isReady(): Promise<boolean>;
  /** whether one of these fields stands empty: told at its place, beside what is told already */
  lacks(names: readonly string[]): boolean;
  /** what only a way forward lacks is told no more */
  ease(): void;
  /** hears of each change in it; answers how to stop */
  watch(listener: () => void): () => void;
}

/** The page that the bar stands on. */
export interface DecidingPage {
  /** submits, decides or returns, with what is typed, in one call; resolves with its answer, null when it could not be done; `isTold`: whether the bar says a refusal itself */
  decide(verdict: Verdict, isTold: (error: ApiError) => boolean): Promise<Envelope | null>;
  /** after a decision */
  done(message: string, answer: Envelope): void;
  /** says at the bar why nothing was done, until the next attempt; null: that is over */
  complain(words: string | null): void;
  attempts: Attempts;
  /** whether the page tells itself what a refusal says, which it then needs no other words for */
  isTold(error: ApiError): Promise<boolean>;
}

export interface HandlingOn {
  of: Case;
  form: SentForm;
  page: DecidingPage;
}
