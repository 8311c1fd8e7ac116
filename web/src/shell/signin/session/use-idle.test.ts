import { describe, expect, it } from 'vitest';
import { createPresence, IDLE, TELL } from './use-idle.ts';

const SECOND = 1000;

describe('AUTH-12 presence', () => {
  it('is over after 30 minutes without a sign of the person', () => {
    const presence = createPresence(0);
    presence.seen(5 * SECOND);
    expect(presence.isOver(IDLE)).toBe(false);
    expect(presence.isOver(IDLE + 5 * SECOND - 1)).toBe(false);
    expect(presence.isOver(IDLE + 5 * SECOND)).toBe(true);
  });
  it('a sign that comes after the end revives nothing', () => {
    const presence = createPresence(0);
    presence.seen(IDLE);
    expect(presence.isOver(IDLE)).toBe(true);
  });
  it('the server is told at most every 5 minutes, later than a sign, and never of nobody', () => {
    const presence = createPresence(0);
    expect(presence.takeTell(TELL)).toBe(false);
    presence.seen(10 * SECOND);
    expect(presence.takeTell(TELL - 1)).toBe(false);
    expect(presence.takeTell(TELL)).toBe(true);
    expect(presence.takeTell(2 * TELL)).toBe(false);
    presence.seen(2 * TELL);
    expect(presence.takeTell(2 * TELL)).toBe(true);
  });
});
