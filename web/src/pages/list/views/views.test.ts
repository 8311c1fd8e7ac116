import { describe, expect, it, vi } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { askedBy, defaultView, knownView, withUnseen } from '#protocol/rules/view.ts';
import type { View, ViewRange, Views } from '#protocol/wire/view.ts';
import type { PageView } from '#web/nav/page.ts';
import { type ListState, reduceList, startState } from '../state/list-state.ts';
import type { Viewing } from '../state/use-viewing.ts';
import { type Begin, PLAIN, saysOf, stateOf, viewOf } from '../state/view.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null });
const { changedSince, contentNow } = await import('./content.ts');

const field = (name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `t.${name}`, field_name: name, key_name: name, key_name_en: name, data_type: 'text' },
  ...rest,
});
const table: LoadedTable = {
  ...{ uid: 't', table_name: 't', key_name: '计划', key_name_en: 'Plans', states: [], flow: 1 },
  fields: [field('code'), field('key_name'), field('amount', { data_type: 'numeric' })],
};
const view = (id: number, rest: Partial<View> = {}): View => ({ id, version: 1, key_name: `v${id}`, range: 0, content: {}, ...rest });
const viewing = (now: View | undefined, rest: Partial<Viewing> = {}): Viewing => ({
  ...{ views: { rows: now ? [now] : [] }, now, columns: undefined, setColumns: () => undefined },
  begin: now ? { ...askedBy(table, now.content), view: String(now.id) } : PLAIN,
  ...rest,
});
const state = (rest: Partial<ListState> = {}): ListState => ({ ...startState(10), ...rest });

describe('LIST-10 the address of a list that is seen by a view', () => {
  const begin: Begin = { view: '12', fields: { class: 'A' }, sort: ['amount', 'desc'], groups: ['class', 'day:month'] };
  it('names the view, and of the list only what is another than it says', () => {
    const as = stateOf({ view: '12' }, 10, begin);
    expect(as).toMatchObject({ fields: { class: 'A' }, sort: ['amount', 'desc'] });
    expect(viewOf(as, 10, begin)).toEqual({ view: '12' });
    const other = reduceList(as, { type: 'filter', fields: { class: 'A', code: 'x' } });
    expect(viewOf(other, 10, begin)).toEqual({ view: '12', filters: '{"class":"A","code":"x"}' });
    expect(stateOf(viewOf(other, 10, begin), 10, begin)).toEqual(other);
  });
  it('says other groups than its own, and that there are none', () => {
    const as = stateOf({ view: '12' }, 10, begin);
    expect(as.groups).toEqual(['class', 'day:month']);
    const flat = reduceList(as, { type: 'group', groups: [] });
    expect(viewOf(flat, 10, begin)).toEqual({ view: '12', group: '-' });
    expect(stateOf({ view: '12', group: '-' }, 10, begin)).toEqual(flat);
    expect(viewOf(reduceList(as, { type: 'group', groups: ['code'] }), 10, begin)).toEqual({ view: '12', group: 'code' });
  });
  it('says that a filter or the order of the view was taken away, and in which order filters stand is nothing', () => {
    const bare = reduceList(stateOf({ view: '12' }, 10, begin), { type: 'reset' });
    const none = { ...bare, sort: null };
    expect(viewOf(none, 10, begin)).toEqual({ view: '12', filters: '{}', sort: '-' });
    expect(stateOf(viewOf(none, 10, begin), 10, begin)).toEqual(none);
    const two: Begin = { ...begin, fields: { a: '1', b: '2' } };
    expect(viewOf(state({ fields: { b: '2', a: '1' }, sort: begin.sort, groups: begin.groups }), 10, two)).toEqual({ view: '12' });
  });
  it('a list that is narrowed by its address opens with no view by itself', () => {
    const narrowed: PageView[] = [{ key: 'x' }, { filters: '{}' }, { sort: '-' }];
    const plain: PageView[] = [{}, { page: '2', rows: '20' }, { view: '12' }];
    expect(narrowed.map(saysOf)).toEqual([true, true, true]);
    expect(plain.map(saysOf)).toEqual([false, false, false]);
  });
});

describe('LIST-10 what a view says', () => {
  it('of the list as it is, by uids; opened it is the same list', () => {
    const set = state({ keyword: '北港', fields: { code: { op: 'like', value: 'A' }, 'code.more': 'x' }, sort: ['review_state', 'desc'] });
    const content = contentNow(table, viewing(undefined), { ...set, groups: ['code', 'amount:month'] });
    expect(content).toMatchObject({
      sort: [['t.review_state', 'desc']],
      filters: { 't.code': { op: 'like', value: 'A' } },
      groups: ['t.code', 't.amount:month'],
    });
    expect(Object.keys(content.columns!)).toEqual(['t.code', 't.key_name', 't.amount', 't.review_state']);
    expect(askedBy(table, content)).toEqual({
      fields: { code: { op: 'like', value: 'A' } },
      sort: ['review_state', 'desc'],
      groups: ['code', 'amount:month'],
    });
    expect(contentNow(table, viewing(undefined), state())).not.toHaveProperty('sort');
  });
  it('columns that were changed since before those of the view, those before one’s own', () => {
    const own = { ...table, layouts: { own: { content: { 't.code': { list: 0 as const } } } } };
    const shown = (of: Viewing) => contentNow(own, of, state()).columns!['t.code']!.list;
    expect(shown(viewing(undefined))).toBe(0);
    expect(shown(viewing(view(1, { content: { columns: { 't.code': { list: 1 } } } })))).toBe(1);
    expect(shown(viewing(view(1, { content: { columns: { 't.code': { list: 1 } } } }), { columns: { 't.code': { list: 0 } } }))).toBe(0);
  });
  it('marks what was changed since, part by part, and nothing without a view', () => {
    const now = view(1, { content: { sort: [['t.code', 'asc']], filters: { 't.code': 'A' }, groups: ['t.amount'] } });
    const as = { fields: { code: 'A' }, sort: ['code', 'asc'] as const, groups: ['amount'] };
    expect(changedSince(viewing(now), as)).toEqual([]);
    expect(changedSince(viewing(now), { ...as, sort: null })).toEqual(['sort']);
    expect(changedSince(viewing(now), { ...as, fields: {} })).toEqual(['filters']);
    expect(changedSince(viewing(now), { ...as, groups: [] })).toEqual(['groups']);
    expect(changedSince(viewing(now, { columns: {} }), as)).toEqual(['columns']);
    expect(changedSince(viewing(undefined), { ...as })).toEqual([]);
  });
  it('B23 of fields that are not there columns, order and groups are left out; of a filter it is said', () => {
    const said = { columns: { 't.x': { list: 1 as const } }, sort: [['t.x', 'asc'] as ['t.x', 'asc']], groups: ['t.x', 't.x:month'] };
    expect(knownView(table, said)).toEqual({ content: { columns: {} }, partial: false });
    expect(knownView(table, { filters: { 't.x': 1, 't.code': 'A' } })).toEqual({ content: { filters: { 't.code': 'A' } }, partial: true });
  });
  it('B23 saved by who does not see all of it keeps the rest, in an order before or after what he sees', () => {
    type Sort = [string, 'asc' | 'desc'][];
    const isUnseen = (uid: string) => uid.startsWith('t.x');
    const order = (stood: string[], said: string[]) =>
      withUnseen(
        isUnseen,
        { sort: stood.map((uid) => [uid, 'asc']) as Sort, groups: stood },
        { sort: said.map((uid) => [uid, 'asc']) as Sort, groups: said },
      );
    const uids = (stood: string[], said: string[]) => {
      const { sort = [], groups } = order(stood, said);
      expect(groups).toEqual(sort.length > 0 ? sort.map(([uid]) => uid).slice(0, groups!.length) : undefined);
      return sort.map(([uid]) => uid);
    };
    expect(uids(['t.x1', 't.a', 't.x2', 't.b'], ['t.a'])).toEqual(['t.x1', 't.a', 't.x2']);
    expect(uids(['t.x1', 't.a'], ['t.b', 't.a'])).toEqual(['t.b', 't.a', 't.x1']);
    expect(uids(['t.x1', 't.a'], [])).toEqual(['t.x1']);
    expect(uids(['t.x1'], [])).toEqual(['t.x1']);
    expect(uids(['t.a'], [])).toEqual([]);
    expect(withUnseen(isUnseen, { groups: ['t.x:month', 't.a:year'] }, { groups: ['t.a:year'] }).groups).toEqual(['t.x:month', 't.a:year']);
    const both = withUnseen(
      isUnseen,
      { columns: { 't.x': { list: 1 } }, filters: { 't.x': 1, 't.a': 2 } },
      { columns: { 't.a': { list: 0 } } },
    );
    expect(both).toEqual({ columns: { 't.x': { list: 1 }, 't.a': { list: 0 } }, filters: { 't.x': 1 } });
    expect(withUnseen(isUnseen, { columns: { 't.x': { list: 1 } } }, {})).toEqual({});
  });
  it('opens with one’s own default before the department’s, that before the company’s', () => {
    const of = (...ranges: ViewRange[]): Views => ({ rows: ranges.map((range) => view(range, { range, is_default: 1 })) });
    expect(defaultView(of(1, 2, 0))?.range).toBe(0);
    expect(defaultView(of(1, 2))?.range).toBe(2);
    expect(defaultView(of(1))?.range).toBe(1);
    expect(defaultView({ rows: [view(1)] })).toBeUndefined();
  });
});
