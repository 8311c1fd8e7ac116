import { isChoice } from '#protocol/choices.ts';

/**
 * What the person at this machine chose for himself: language, theme, menu, rows of a list. The server keeps it by person; here lies what
 * was known last, so that the first paint is right already. What could not be told to the server yet is told with the next answer.
 */
export interface Kept {
  /** whose they are; '' nobody's, before a sign-in */
  owner: string;
  values: Readonly<Record<string, string>>;
  unsent: Readonly<Record<string, string>>;
}

const KEY = 'fw.choices';
const NONE: Kept = { owner: '', values: {}, unsent: {} };
const listeners = new Set<() => void>();
let kept = stored();
/** Chosen on this page before anybody signed in: it is the choice of who does. */
let early: Record<string, string> = {};

function stored(): Kept {
  try {
    const { owner, values, unsent } = { ...NONE, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    return { owner: String(owner), values: sound(values), unsent: sound(unsent) };
  } catch {
    return NONE;
  }
}

function sound(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => isChoice(name, value)));
}

/** What is chosen in this window is nobody's: it holds here and is neither kept nor told. */
export function keepNoChoices(): void {
  isNobodys = true;
}
let isNobodys = false;

function keep(next: Kept): void {
  kept = next;
  try {
    if (!isNobodys) localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // full: it holds for this page, and the server knows it
  }
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key !== KEY) return;
  const other = stored();
  // another window of the same person
  if (other.owner === kept.owner) keep(other);
});

/** Tells the server; the shell sets it. Resolves when it is kept there. */
let tellServer: ((name: string, value: string) => Promise<unknown>) | null = null;
export const setTeller = (tell: typeof tellServer): void => {
  tellServer = tell;
};

export const keptChoices = (): Kept => kept;

export const choice = (name: string): string | undefined => kept.values[name];

export function onChoices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function choose(name: string, value: string): void {
  if (!isChoice(name, value)) return;
  if (!tellServer) early = { ...early, [name]: value };
  keep({ ...kept, values: { ...kept.values, [name]: value }, unsent: tellServer ? { ...kept.unsent, [name]: value } : kept.unsent });
  send();
}

/** Names that are being told just now: one at a time, so that an earlier choice never arrives after a later one. */
const underWay = new Set<string>();

/** Tells the newest of each name; what was chosen while one was on its way follows it. What is lost waits for the next occasion. */
function send(): void {
  const { owner, unsent } = kept;
  for (const [name, value] of Object.entries(unsent)) {
    if (!tellServer || underWay.has(name)) continue;
    underWay.add(name);
    const over = (isDone: boolean) => () => {
      underWay.delete(name);
      const { [name]: now, ...rest } = kept.unsent;
      if (kept.owner !== owner || now !== value) send();
      else if (isDone) keep({ ...kept, unsent: rest });
    };
    tellServer(name, value).then(over(true), over(false));
  }
}

/** What the server keeps of a person who is here now. What he chose on this machine since, or just before he signed in, stands. */
export function adoptChoices(owner: string, values: Readonly<Record<string, string>>): void {
  const own = { ...(kept.owner === owner ? kept.unsent : {}), ...early };
  early = {};
  keep({ owner, values: { ...sound(values), ...own }, unsent: own });
  send();
}
