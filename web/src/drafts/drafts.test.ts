import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The browser's storage as the standard describes it, with as much room as is left. */
class Room implements Storage {
  [name: string]: unknown;
  constructor(readonly most: number) {
    Object.defineProperty(this, 'most', { enumerable: false });
  }
  get length(): number {
    return Object.keys(this).length;
  }
  key = (at: number) => Object.keys(this)[at] ?? null;
  getItem(name: string): string | null {
    return (Object.hasOwn(this, name) ? this[name] : null) as string | null;
  }
  setItem(name: string, value: string): void {
    const used = Object.entries(this).reduce((sum, [each, text]) => sum + (each === name ? 0 : each.length + String(text).length), 0);
    if (used + name.length + value.length > this.most) throw new DOMException('full', 'QuotaExceededError');
    this[name] = value;
  }
  removeItem(name: string): void {
    delete this[name];
  }
  clear(): void {
    for (const name of Object.keys(this)) delete this[name];
  }
}
Object.defineProperty(Room.prototype, 'key', { enumerable: false, writable: true });

const room = (most = Number.MAX_SAFE_INTEGER): void => {
  const made = new Room(most);
  Object.defineProperty(made, 'key', { enumerable: false });
  Object.assign(globalThis, { localStorage: made });
};
room();
const { draftsBelow, moveDraft, putDraft } = await import('./store.ts');
const { ownerKey, partOf, placeKey } = await import('./place.ts');
const { keepSession } = await import('#web/api/session.ts');

const name = { key_name: '甲', key_name_en: 'A' };
const draft = (at: number, letters = 10) => ({ at, name, body: { text: 'x'.repeat(letters) } });
const sign = (id: number, subname = 'demo', domain = 1) =>
  keepSession({
    token: 't',
    user: { id, key_name: 'x', subname, domain: { id: domain, key_name: 'd', currency: '万元', currency_en: 'CNY 10,000' } },
  });
const NOW = 1_800_000_000_000;
const keys = () => Object.keys(localStorage);

beforeEach(() => room());

describe('what is typed is kept within bounds', () => {
  it('the newest comes first, and what is older than 30 days is gone', () => {
    putDraft('fw.draft/a/1', draft(NOW - 31 * 86_400_000));
    putDraft('fw.draft/a/2', draft(NOW - 2));
    putDraft('fw.draft/a/3', draft(NOW - 1));
    putDraft('fw.draft/b/4', draft(NOW));
    expect(draftsBelow('fw.draft/a/', NOW).map(({ key }) => key)).toEqual(['fw.draft/a/3', 'fw.draft/a/2']);
    expect(keys()).not.toContain('fw.draft/a/1');
  });
  it('one that is too large is not kept, and what was kept before stays', () => {
    expect(putDraft('fw.draft/a/1', draft(1))).toBe(true);
    expect(putDraft('fw.draft/a/1', draft(2, 400_000))).toBe(false);
    expect(draftsBelow('fw.draft/a/', 3)[0]?.at).toBe(1);
  });
  it('the oldest give way to a new one, those that are open never', () => {
    for (const at of [1, 2, 3, 4, 5]) expect(putDraft(`fw.draft/a/${at}`, draft(at, 390_000))).toBe(true);
    expect(putDraft('fw.draft/a/6', draft(6, 390_000), (key) => key === 'fw.draft/a/1')).toBe(true);
    expect(keys().map((key) => key.at(-1))).toEqual(['1', '3', '4', '5', '6']);
    expect(putDraft('fw.draft/a/7', draft(7, 390_000), () => true)).toBe(false);
    expect(keys()).toHaveLength(5);
  });
  it('what is moved lies in one place, also where there is no room for two', () => {
    room(300);
    putDraft('fw.draft/a/1', draft(1, 150));
    moveDraft('fw.draft/a/1', 'fw.draft/b/1');
    moveDraft('fw.draft/a/none', 'fw.draft/b/2');
    expect(keys()).toEqual(['fw.draft/b/1']);
    expect(draftsBelow('fw.draft/b/', 2)[0]).toMatchObject(draft(1, 150));
  });
  it('what cannot be moved stays where it was, and that is said; what is older gives way before', () => {
    room(300);
    const longer = `fw.draft/b/${'2'.repeat(120)}`;
    putDraft('fw.draft/a/1', draft(1, 150));
    expect(moveDraft('fw.draft/a/1', longer)).toBe(false);
    expect(keys()).toEqual(['fw.draft/a/1']);
    expect(draftsBelow('fw.draft/a/', 2)[0]).toMatchObject(draft(1, 150));
    room(400);
    putDraft('fw.draft/c/1', draft(1, 10));
    putDraft('fw.draft/a/1', draft(2, 150));
    expect(moveDraft('fw.draft/a/1', longer)).toBe(true);
    expect(keys()).toEqual([longer]);
    expect(moveDraft('fw.draft/a/none', longer)).toBe(true);
  });
  it('where the browser has less room than we take, it says so', () => {
    room(1_000);
    localStorage.setItem('other', 'y'.repeat(700));
    expect(putDraft('fw.draft/a/1', draft(1, 100))).toBe(true);
    expect(putDraft('fw.draft/a/2', draft(2, 100))).toBe(true);
    expect(keys()).toEqual(['other', 'fw.draft/a/2']);
    expect(putDraft('fw.draft/a/3', draft(3, 900))).toBe(false);
  });
  it('what is no draft is passed over', () => {
    localStorage.setItem('fw.draft/a/1', '{"at":1}');
    localStorage.setItem('fw.draft/a/2', 'x');
    expect(draftsBelow('fw.draft/a/', 2)).toEqual([]);
  });
});

describe('whose it is', () => {
  it('differs by company, person and place, and no name reaches into another', () => {
    sign(5);
    const mine = ownerKey();
    const form = placeKey({ part: 'form', cloud: 'project', id: 3 });
    expect(form.startsWith(mine)).toBe(true);
    expect(partOf(form)).toBe('form');
    const others = [
      placeKey({ part: 'opinion', cloud: 'project', id: 3 }),
      placeKey({ part: 'form', cloud: 'project', id: 31 }),
      placeKey({ part: 'form', cloud: 'project/3', id: 3 }),
    ];
    for (const other of others) expect(other.startsWith(form) || form.startsWith(other)).toBe(false);
    sign(51);
    expect(ownerKey().startsWith(mine)).toBe(false);
    sign(5, 'other');
    expect(ownerKey()).not.toBe(mine);
  });
  it('a new record belongs to the domain in which it was begun, a known one is where it is', () => {
    const at = (domain: number, id: number) => {
      sign(5, 'demo', domain);
      return placeKey({ part: 'form', cloud: 'project', id });
    };
    expect(at(1, 0)).not.toBe(at(2, 0));
    expect(at(1, 7)).toBe(at(2, 7));
  });
});

/** A page that holds a place, as long as `run` lasts. */
async function holding(
  run: (open: (place: string, stands?: string) => { type(text: string | null): void; stop(): void; found(): unknown }) => void,
) {
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.useFakeTimers();
  const { holdDraft } = await import('./hold.ts');
  const stops: (() => void)[] = [];
  run((place, stands) => {
    let body: object | null = stands === undefined ? null : { text: stands };
    let heard = () => {};
    const watch = (listener: () => void) => {
      heard = listener;
      return () => undefined;
    };
    const restore = (kept: { body: object }) => {
      body = kept.body;
    };
    const held = holdDraft<object>(place, { body: () => body, watch, restore, name: () => name }, () => undefined);
    const type = (text: string | null) => {
      body = text === null ? null : { text };
      heard();
      vi.advanceTimersByTime(500);
    };
    stops.push(held.stop);
    return { type, stop: held.stop, found: () => body };
  });
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

describe('where two pages of a window hold one place', () => {
  it('what one keeps is not taken away by the other, in which nothing was typed', () =>
    holding((open) => {
      sign(5);
      const place = placeKey({ part: 'cells', cloud: 'project', id: 0 });
      const clean = open(place);
      const typed = open(place);
      typed.type('x');
      clean.type(null);
      clean.stop();
      expect(draftsBelow(place)).toHaveLength(1);
      typed.type(null);
      expect(draftsBelow(place)).toEqual([]);
    }));
  it('what was put back, or stood there when it was opened again, is taken away with the last of it', () =>
    holding((open) => {
      sign(5);
      const place = placeKey({ part: 'form', cloud: 'project', id: 3 });
      const first = open(place);
      first.type('x');
      first.stop();
      const again = open(place);
      expect(again.found()).toEqual({ text: 'x' });
      again.type(null);
      expect(draftsBelow(place)).toEqual([]);
      again.type('y');
      again.stop();
      open(place, 'z').type(null);
      expect(draftsBelow(place)).toEqual([]);
    }));
});

describe('what a new record takes along', () => {
  it('is not lost where there is no room for it under its number: it stands on the page, unkept', async () => {
    for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
    vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined });
    const { holdDraft } = await import('./hold.ts');
    const { moveKept } = await import('./use-draft.ts');
    const { ownKey } = await import('./windows.ts');
    sign(5);
    const begun = { part: 'opinion', cloud: 'project', id: 0, about: 't' } as const;
    const known = { part: 'opinion', cloud: 'project', id: 123_456, about: 'draft' } as const;
    putDraft(ownKey(placeKey(begun)), draft(Date.now(), 150));
    room(Object.entries(localStorage).reduce((sum, [key, text]) => sum + key.length + text.length, 0));
    putDraft(ownKey(placeKey(begun)), draft(Date.now(), 150));
    expect(moveKept(begun, known)).toBe(false);
    expect(draftsBelow(placeKey(begun))).toEqual([]);
    let body: object | null = null;
    let isUnkept = false;
    const held = holdDraft<object>(
      placeKey(known),
      {
        body: () => body,
        watch: () => () => undefined,
        restore: (found) => {
          body = found.body;
        },
        name: () => name,
      },
      (standing) => {
        isUnkept = standing.isUnkept;
      },
    );
    expect([body, isUnkept]).toEqual([draft(0, 150).body, true]);
    held.stop();
    vi.unstubAllGlobals();
  });
});
