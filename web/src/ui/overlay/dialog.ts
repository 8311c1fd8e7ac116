import type { ReactNode } from 'react';

/** A question that must be answered before going on. It names what is destroyed. */
export interface Question {
  title: string;
  body?: ReactNode;
  /** the word of the button that does it; say what it does */
  ok: string;
  /** false: there is nothing to refuse */
  cancel?: string | false;
  danger?: boolean;
  /** a dialog of its own that stands in the place of this one, and answers */
  instead?: ReactNode;
}

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: Asked | null = null;

export const question = (): Asked | null => asked;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks and resolves with the answer. A second question waits for nobody: the first is answered no. */
export function ask(next: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    change({
      ...next,
      answer: (yes) => {
        change(null);
        resolve(yes);
      },
    });
  });
}
