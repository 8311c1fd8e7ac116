import { expect, it } from 'vitest';
import {
  changeCount,
  changesIn,
  columnsOf,
  contested,
  copyOf,
  flagsNow,
  givenOf,
  hangsOn,
  isTried,
  NO_DRAFT,
  nowOf,
  type RoleGroup,
  saysAnything,
  toldBy,
  wanted,
  withFlag,
  withGroup,
  withItemRange,
  withItems,
  withRange,
  withRule,
} from './draft.ts';

const ITEMS = ['List', 'Add', 'Modify', 'Delete'];
const group = (code: string, checked: string[] = [], more: Partial<RoleGroup> = {}): RoleGroup => ({
  ...{ code, cloud: code, name: code, name_en: code, suite: 's', suite_name: 's', suite_name_en: 's', ranged: 1, range: 1 },
  items: ITEMS.map((item) => ({
    ...{ code: item, name: item, name_en: item, checked: checked.includes(item) ? 1 : 0, everyone: 0 },
    ...{ type: item === 'Modify' || item === 'Delete' ? 1 : 0, value: '' },
  })),
  fields: [{ code: `${code}.price`, name: 'price', name_en: 'price', rule: 0 }],
  ...more,
});
const flags = [
  { code: 'zb', key_name: '项目', key_name_en: 'Projects', checked: 1 as const },
  { code: 'SYS', key_name: '系统', key_name_en: 'System', checked: 0 as const },
];

it('ADMIN-01 what is done with a table is of no use to who may not look: List comes with the first item, and all goes with it', () => {
  const plan = group('plan');
  const some = withItems(plan, givenOf(plan), ['Delete'], true);
  expect(some.items).toEqual(['List', 'Delete']);
  expect(withItems(plan, some, ['Delete'], false).items).toEqual(['List']);
  expect(withItems(plan, some, ['List'], false).items).toEqual([]);
  expect(withItems(plan, some, ITEMS, true).items).toEqual(ITEMS);
});
it('an item that the table does not take is not given with a column, nor does anything come or go by it', () => {
  const plan = group('plan', ['Add']);
  expect(withItems(plan, givenOf(plan), ['Review'], true).items).toEqual(['Add']);
});
it('ADMIN-01 what everybody has no role gives or takes: it stays with all and with nothing, and says nothing of the role', () => {
  const todo = group('todo', ['List'], {
    items: [{ code: 'List', name: 'List', name_en: 'List', checked: 1, everyone: 1, type: 1, value: '' }],
  });
  const [has] = [givenOf(todo)];
  expect(withItems(todo, has, ['List'], false)).toEqual(has);
  expect(withItems(todo, has, ITEMS, true)).toEqual(has);
  expect([saysAnything(todo, has), saysAnything(todo, withRule(has, 'todo.price', 2))]).toEqual([false, true]);
  expect(Object.keys(copyOf([todo, group('plan', ['List'])], flags).groups)).toEqual(['plan']);
});
it('rows of the platform begin with all: they are of no department', () => {
  const site = group('site', [], { ranged: 0, range: 0 });
  expect(withItems(site, givenOf(site), ['List'], true).range).toBe(2);
});
it('ADMIN-01 an item goes by the range of its table, or by a narrower one of its own; a range that reaches no further takes it back', () => {
  const plan = group('plan', ['List', 'Modify', 'Delete'], { range: 2 });
  const narrow = withItemRange(withItemRange(givenOf(plan), 'Modify', 0), 'Delete', 1);
  expect(changesIn(givenOf(plan), narrow)).toBe(2);
  expect(wanted(withGroup(NO_DRAFT, plan, narrow)).rows).toEqual([
    { code: 'plan', items: ',List,Modify,Delete,', range: 2, range_own: ',Modify,', range_department: ',Delete,', hide: '', readonly: '' },
  ]);
  expect(withRange(narrow, 1).ranges).toEqual({ Modify: 0 });
  expect(withRange(narrow, 0).ranges).toEqual({});
  expect(withItemRange(narrow, 'Modify', null).ranges).toEqual({ Delete: 1 });
  expect(withItemRange(narrow, 'Modify', 2).ranges).toEqual({ Delete: 1 });
  expect(withItems(plan, narrow, ['Modify'], false).ranges).toEqual({ Delete: 1 });
  const saved = { ...plan, items: plan.items.map((item) => (item.code === 'Modify' ? { ...item, value: '0' } : item)) };
  expect(givenOf(saved).ranges).toEqual({ Modify: 0 });
});
it('what is changed back is no change', () => {
  const plan = group('plan', ['List']);
  const once = withGroup(NO_DRAFT, plan, withItems(plan, givenOf(plan), ['Modify'], true));
  expect(changeCount([plan], flags, once)).toBe(1);
  const back = withGroup(once, plan, withItems(plan, nowOf(plan, once), ['Modify'], false));
  expect([back.groups, changeCount([plan], flags, back)]).toEqual([{}, 0]);
  expect(withFlag(withFlag(NO_DRAFT, flags, 'SYS', true), flags, 'SYS', false)).toEqual(NO_DRAFT);
});
it('counts each item, the scope, each field and each flag as one', () => {
  const plan = group('plan', ['List', 'Add']);
  const next = { ...withRule(withItems(plan, givenOf(plan), ['Modify'], true), 'plan.price', 2), range: 2 };
  expect(changesIn(givenOf(plan), next)).toBe(3);
  const draft = withFlag(withGroup(NO_DRAFT, plan, next), flags, 'SYS', true);
  expect(changeCount([plan], flags, draft)).toBe(4);
  expect(flagsNow(flags, draft)).toEqual(['zb', 'SYS']);
});
it('sends groups whole and comma-wrapped, and flags only where one changed', () => {
  const plan = group('plan', ['List']);
  const draft = withGroup(NO_DRAFT, plan, withRule(withItems(plan, givenOf(plan), ['Add'], true), 'plan.price', 1));
  expect(wanted(draft)).toEqual({
    rows: [{ code: 'plan', items: ',List,Add,', range: 1, range_own: '', range_department: '', hide: '', readonly: ',plan.price,' }],
  });
  expect(wanted(withFlag(NO_DRAFT, flags, 'zb', false))).toEqual({ flags: '' });
});
it('ADMIN-01 of two who save: the groups that both have changed', () => {
  const [plan, site] = [group('plan', ['List']), group('site', ['List'])];
  const mine = withGroup(NO_DRAFT, plan, withItems(plan, givenOf(plan), ['Add'], true));
  const theirs = [group('plan', ['List', 'Delete']), group('site', ['List', 'Add'])];
  expect(contested([plan, site], theirs, mine).map(({ code }) => code)).toEqual(['plan']);
});
it('a copy brings what the other role has, and nothing of what it has not', () => {
  expect(copyOf([group('plan', ['List', 'Add']), group('site')], flags)).toEqual({
    groups: { plan: { items: ['List', 'Add'], range: 1, ranges: {}, rules: {} } },
    flags: ['zb'],
  });
});
it('columns are the items of all tables in their order', () => {
  const late = group('a', [], {
    items: [{ code: 'Review', name: '', name_en: '', checked: 0, everyone: 0, type: 0, value: '' }, ...group('b').items],
  });
  expect(columnsOf([late]).map(({ code }) => code)).toEqual([...ITEMS, 'Review']);
});

it('ADMIN-01 B10 an open field tells of the hidden ones that it is worked out from, by way of others too; one that is hidden itself does not', () => {
  const field = (code: string, ...from: string[]) => ({ code, name: code, name_en: code, rule: 0, ...(from.length ? { from } : {}) });
  const [price, sum, gap] = [field('price'), field('sum', 'price'), field('gap', 'budget', 'sum')];
  const plan = { fields: [price, field('budget'), sum, gap, field('around', 'around', 'price')] };
  const told = (rules: Record<string, number>, of = gap) => toldBy(plan, rules, of).map(({ code }) => code);
  expect(told({ price: 2 })).toEqual(['price']);
  expect(told({ price: 2, sum: 2 })).toEqual(['price', 'sum']);
  expect(told({ price: 2, sum: 2, gap: 2 })).toEqual([]);
  expect(told({ price: 1 })).toEqual([]);
  expect(told({ price: 2 }, plan.fields[4])).toEqual(['price']);
  expect(told({ price: 2 }, price)).toEqual([]);
});

it('ADMIN-01 B10 a hidden field that is worked out within bounds can be told by trying', () => {
  const field = { code: 'cap', name: 'cap', name_en: 'cap', rule: 0, from: ['load'] };
  expect([
    isTried({ ...field, bounded: 1 }, { cap: 2 }),
    isTried({ ...field, bounded: 1 }, { cap: 1 }),
    isTried(field, { cap: 2 }),
  ]).toEqual([true, false, false]);
});

it('ADMIN-01 B5 an open field hangs on the hidden ones that say whether it is shown, open or demanded; one that is hidden itself does not', () => {
  const field = (code: string, ...hangs: string[]) => ({ code, name: code, name_en: code, rule: 0, hangs });
  const plan = { fields: [field('fee'), field('kind'), field('why', 'fee', 'kind')] };
  const on = (rules: Record<string, number>) => hangsOn(plan, rules, plan.fields[2]!).map(({ code }) => code);
  expect([on({ fee: 2 }), on({ fee: 1 }), on({ fee: 2, kind: 2 }), on({ fee: 2, why: 2 })]).toEqual([['fee'], [], ['fee', 'kind'], []]);
});
