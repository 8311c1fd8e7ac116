import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { Pager } from './Pager.tsx';
import { type ListState, startState } from './state/list-state.ts';
import type { ListController } from './state/use-list-page.ts';

vi.mock('#web/ui/use-media.ts', () => ({ usePhone: () => false }));

beforeAll(() => {
  addTexts(LATER_ZH, LATER_EN);
  chooseLocale('zh_CN');
});

const drawn = (total: number, rest: Partial<ListState> = {}, totalKind = 'exact', table: object = { page_hide: 1 }): string => {
  const state = { ...startState(10), ...rest };
  const rows = Array.from({ length: Math.min(state.rows, total) }, (_, id) => ({ id }));
  return renderToStaticMarkup(
    <Pager list={{ table, state, total, totalKind, rows, dispatch: () => undefined } as unknown as ListController} />,
  );
};
const buttons = (html: string): string[] =>
  [...html.matchAll(/<button[^>]*aria-label="([^"]*)"[^>]*>/g)].map(([button, label]) =>
    /disabled="(?:true)?"/.test(button) ? `(${label})` : label!,
  );

describe('LIST-11 the pager of a list', () => {
  it('total, size, previous, pages, next and a jumper, in this order', () => {
    const html = drawn(95, { page: 2 });
    const at = ['95', '每页', '上一页', '第 1 页', '下一页', '<input type="text"'].map((part) => html.indexOf(part));
    expect(at.every((place) => place >= 0)).toBe(true);
    expect(buttons(html)[0]).toBe('上一页');
    expect(html.match(/aria-current="page"[^>]*>/g)).toHaveLength(1);
  });

  it('nobody turns before the first page or after the last', () => {
    expect(buttons(drawn(95)).at(0)).toBe('(上一页)');
    expect(buttons(drawn(95)).at(-1)).toBe('下一页');
    expect(buttons(drawn(95, { page: 10 })).at(-1)).toBe('(下一页)');
  });

  it('what has fewer rows than the smallest page turns none where its table says so, but for a total that is not known to its end', () => {
    expect(buttons(drawn(9))).toEqual([]);
    expect(drawn(9)).toContain('9');
    expect(buttons(drawn(10))).not.toEqual([]);
    expect(buttons(drawn(9, { page: 2 }))).not.toEqual([]);
    expect(buttons(drawn(9, {}, 'bounded'))).not.toEqual([]);
  });

  it('in every other list the pages stand, of one page too', () => {
    expect(buttons(drawn(3, {}, 'exact', {}))).toEqual(['(上一页)', '第 1 页', '(下一页)']);
    expect(buttons(drawn(0, {}, 'exact', {}))).toEqual(['(上一页)', '第 1 页', '(下一页)']);
  });
});
