import type { Currency, EntityValue } from '#protocol/wire/envelope.ts';
import { chooseZone } from '#web/i18n/clock.ts';

/** A bookkeeping domain of the user, with what amounts of new records in it are in. */
export interface SessionDomain extends Currency {
  id: number;
  key_name: string;
  key_name_en?: string;
}

/** The signed-in user as Login answers it (shell specification, section 3 "User"). */
export interface SessionUser {
  id: number;
  key_name: string;
  key_name_en?: string;
  login_name?: string;
  subname?: string;
  title?: string;
  domain?: SessionDomain;
  domains?: readonly SessionDomain[];
  department_entity?: EntityValue;
  /** his picture; its address holds a ticket for five minutes */
  avatar?: { key_name: string; url: string };
  /** the board that is his first tab: its address below the frame, and its name */
  desktop?: { url: string; key_name: string; key_name_en: string };
  /** IANA name of the zone whose wall time all times are */
  time_zone?: string;
  [more: string]: unknown;
}

export interface ClientSession {
  token: string;
  user: SessionUser;
  /** the user's eyes, through which somebody else looks: until when, on this machine's clock in ms (docs/decisions/187) */
  eyes?: { until: number };
}

/**
 * Who is signed in, in sessionStorage: a closed tab forgets. `expired` keeps the user and what is on screen while the person
 * signs in again in place; calls that met 401 wait for it. `left`: he signed out by choice; in another window, where
 * there still is a session, and this one shows nobody what it holds.
 */
export interface SessionState {
  session: ClientSession | null;
  expired: boolean;
  left?: boolean;
}

const KEY = 'fw.session';
/** Where a window begins that looks through somebody's eyes. */
export const EYES_PATH = '/eyes';
const listeners = new Set<() => void>();
let waiting: { resolve: () => void; reject: (reason: Error) => void }[] = [];
let state: SessionState = { session: stored(), expired: false };
chooseZone(state.session?.user.time_zone);

function stored(): ClientSession | null {
  try {
    // such a window was opened with a copy of what lies in that of who looks: none of it is its own
    if (globalThis.location?.pathname === EYES_PATH && globalThis.opener) sessionStorage.clear();
    const kept = JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? 'null') as ClientSession | null;
    return kept && typeof kept.token === 'string' && typeof kept.user?.id === 'number' ? kept : null;
  } catch {
    return null;
  }
}

function change(next: SessionState): void {
  state = next;
  chooseZone(next.session?.user.time_zone);
  if (next.session && !next.left) globalThis.sessionStorage?.setItem(KEY, JSON.stringify(next.session));
  else globalThis.sessionStorage?.removeItem(KEY);
  for (const listener of listeners) listener();
}

export const sessionState = (): SessionState => state;

/** This window looks through somebody's eyes: it reads, and nothing else. */
export const isLooking = (): boolean => state.session?.eyes !== undefined;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps a session after sign-in or a domain switch, and lets waiting calls go on. */
export function keepSession(session: ClientSession): void {
  change({ session, expired: false });
  for (const each of waiting.splice(0)) each.resolve();
}

/** Forgets the session; calls that wait for it fail. `byChoice`: the person signed out. */
export function dropSession(byChoice = false): void {
  const left = waiting;
  waiting = [];
  change({ session: null, expired: false, ...(byChoice ? { left: true } : {}) });
  for (const each of left) each.reject(new Error('signed out'));
}

/** Another window ended the session. By choice: nothing of it outlives this page, which waits for the same person. */
export function leaveSession(byChoice: boolean): void {
  if (state.session) change({ session: state.session, expired: true, ...(byChoice ? { left: true } : {}) });
}

/** The server no longer knows the token: resolves when the person has signed in again. */
export function expireSession(token: string | undefined): Promise<void> {
  if (state.session && state.session.token !== token) return Promise.resolve();
  if (!state.session) return Promise.reject(new Error('signed out'));
  if (!state.expired) change({ ...state, expired: true });
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
  });
}
