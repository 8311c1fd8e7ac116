import { describe, expect, it } from 'vitest';
import type { Texts } from '#web/i18n/use-text.ts';
import { type NoticeItem, whyOf } from './notice-item.ts';

const texts = { t: (key: string, { seq } = { seq: '' }) => `${key} ${seq}`, label: () => '' } as unknown as Texts;
const notice = (kind: number, said: string): NoticeItem =>
  ({ id: 1, key_name: 'x', review_state: { id: 1 }, kind: { id: kind }, source: 't', rowid: 1, create_time: '', said }) as NoticeItem;

describe('FLOW-09 why one is told', () => {
  it.each(['changed', 'missing', 'inserted', 'head', 'anchor'])('a log that was altered (%s) is said in words, with its row', (what) => {
    expect(whyOf(texts, notice(10, `${what} 3`))).toMatch(/^told\.log[A-Z]\w+ 3$/);
  });

  it('what another version says is shown as it stands, and so is what a person said', () => {
    expect([whyOf(texts, notice(10, 'constructor 3')), whyOf(texts, notice(3, 'changed 3'))]).toEqual(['constructor 3', 'changed 3']);
  });
});
