import { useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';

/** 30 minutes without mouse or keyboard end the session (AUTH-12). */
export const IDLE = 30 * 60_000;
/** The server hears of a person at work at most this often. */
export const TELL = 5 * 60_000;
const LOOK = 10_000;
const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'touchstart'] as const;

/** Presence as a pure clock: `now` in ms. What comes after the end revives nothing (a laptop that slept). */
export interface Presence {
  /** somebody moved; true when the server should hear of it later */
  seen: (now: number) => void;
  isOver: (now: number) => boolean;
  /** true once for each time the server is to be told */
  takeTell: (now: number) => boolean;
}

export function createPresence(start: number): Presence {
  let last = start;
  let told = start;
  return {
    seen: (now) => {
      if (now - last < IDLE) last = now;
    },
    isOver: (now) => now - last >= IDLE,
    takeTell: (now) => {
      if (last <= told || now - told < TELL) return false;
      told = now;
      return true;
    },
  };
}

/** Watches the person while `active`; activity in one window counts in all of them. `end` is called once when it is over. */
export function useIdle(active: boolean, end: () => void): void {
  useEffect(() => {
    if (!active) return;
    const presence = createPresence(Date.now());
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fw.active');
    let sent = 0;
    const seen = () => {
      const now = Date.now();
      presence.seen(now);
      if (now - sent < LOOK) return;
      sent = now;
      channel?.postMessage(now);
    };
    if (channel) channel.onmessage = () => presence.seen(Date.now());
    for (const sign of SIGNS) addEventListener(sign, seen, { passive: true, capture: true });
    const timer = setInterval(() => {
      const now = Date.now();
      if (presence.isOver(now)) end();
      else if (presence.takeTell(now)) call(ops.active, {}).catch(() => undefined);
    }, LOOK);
    return () => {
      clearInterval(timer);
      channel?.close();
      for (const sign of SIGNS) removeEventListener(sign, seen, { capture: true });
    };
  }, [active, end]);
}
