import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WORKING } from '#protocol/fields/fields.ts';
import { boardTabDef, boardWidgetDef } from '#protocol/meta/board/board.ts';
import { fieldDef, itemDef } from '#protocol/meta/field.ts';
import { actionDef, handlerDef, stateDef, timeoutDef, writeBackDef } from '#protocol/meta/flow.ts';
import { ACTION_OPS } from '#protocol/meta/ops.ts';
import { styleDef, tableDef } from '#protocol/meta/table.ts';
import { sample } from './suite.ts';

type Said = Readonly<Record<string, unknown>>;
const isSaid = (value: unknown): value is Said => value !== null && typeof value === 'object' && !Array.isArray(value);

/** What each key that holds definitions holds, by the names that scripts/schema/keys.txt has for them: all that a table is made of. */
const HOLDS: Readonly<Record<string, string>> = {
  dicts: 'dict',
  tables: 'table',
  fields: 'field',
  items: 'item',
  subtables: 'subtable',
  check: 'check',
  rules: 'rule',
  styles: 'style',
  variants: 'variant',
  states: 'state',
  actions: 'action',
  events: 'event',
  notify: 'notify',
  handler: 'handler',
  to: 'handler',
  timeout: 'timeout',
  assert: 'assert',
  write_back: 'write_back',
  rows: 'rows',
};

/** All definitions of the show house, by what they are. */
const standing = new Map<string, Said[]>();
function walk(kind: string, said: Said): void {
  standing.set(kind, [...(standing.get(kind) ?? []), said]);
  for (const [key, value] of Object.entries(said)) {
    const inside = HOLDS[key];
    for (const each of [value].flat()) if (inside && isSaid(each)) walk(inside, each);
    // a value that is reckoned stands among the values that are written
    if (key === 'values' && kind === 'write_back' && isSaid(value))
      for (const each of Object.values(value)) if (isSaid(each)) walk('reckoning', each);
  }
}
walk('suite', sample);
const all = (kind: string): readonly Said[] => standing.get(kind) ?? [];

const OF_PLATFORM = 'it stands for what everybody has who is signed in, which the platform brings';
const OF_PEOPLE = 'people, roles and their links are tables of the platform, and their pages its own';
/** What the samples do not have, each with the reason. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'table.storage': 'a view is made by the engine, and no suite brings one',
  'table.row_where': 'it bounds what everybody has, and views',
  'table.everyone': OF_PLATFORM,
  'table.everyone_scopes': OF_PLATFORM,
  'variant.writes': OF_PLATFORM,
  'variant.everyone': OF_PLATFORM,
  'handler.id': 'the id of a person is another in each installation',
  'table.type USER': 'only people are chosen so',
  'action.op Account': OF_PEOPLE,
  'action.op Invite': OF_PEOPLE,
  'action.op TakeLink': OF_PEOPLE,
  'action.op Auth': OF_PEOPLE,
  'handler.type user': 'the id of a person is another in each installation',
};

const OF_TABLES = [
  'table',
  'field',
  'subtable',
  'check',
  'rule',
  'style',
  'variant',
  'state',
  'timeout',
  'handler',
  'action',
  'event',
  'notify',
];
const OF_FLOWS = ['assert', 'write_back', 'reckoning', 'rows'];
const keys = readFileSync('scripts/schema/keys.txt', 'utf8')
  .split('\n')
  .map((line) => line.split(' | ')[0]!.trim())
  .filter((key) => [...OF_TABLES, ...OF_FLOWS].includes(key.split('.')[0]!));

/** Of these, what is neither here nor has a reason, and what has a reason and is here. */
const told = (of: readonly string[], has: (one: string) => boolean): string[] =>
  of
    .filter((one) => has(one) === one in NOT_HERE)
    .map((one) => (has(one) ? `${one}: it is here, take its reason out` : `${one}: it is not here`));

describe('META-01 the show house', () => {
  it('has every key that a table may have', () => {
    expect(keys.length).toBeGreaterThan(100);
    const has = (key: string) => {
      const [kind, name] = key.split('.') as [string, string];
      return all(kind).some((each) => each[name] !== undefined);
    };
    expect(told(keys, has)).toEqual([]);
  });

  /** The values of keys that choose, as the schema has them. */
  const KINDS: readonly [what: string, key: string, values: readonly string[]][] = [
    ['data types', 'field.data_type', WORKING],
    ['ways in which lists draw', 'field.ListShow', fieldDef.shape.ListShow.unwrap().options],
    ['marks of choices', 'item.look', itemDef.shape.look.unwrap().options],
    ['kinds of tables and their pages', 'table.type', tableDef.shape.type.unwrap().options],
    ['styles', 'style.style', styleDef.shape.style.options],
    ['targets of styles', 'style.target', styleDef.shape.target.options],
    ['actions', 'action.op', ACTION_OPS],
    ['types of actions', 'action.type', actionDef.shape.type.unwrap().options],
    ['handlers', 'handler.type', handlerDef.options.map((option) => option.shape.type.value)],
    ['ends', 'state.end', stateDef.shape.end.unwrap().options],
    ['acts of the clock', 'timeout.do', timeoutDef.shape.do.options],
    ['ways of signing', 'state.sign', ['any', 'all', 'seq', '2/3']],
    ['ways of writing elsewhere', 'write_back.op', writeBackDef.shape.op.options],
  ];
  it.each(KINDS)('has all %s', (_, key, values) => {
    const [kind, name] = key.split('.') as [string, string];
    const standing = new Set(all(kind).map((each) => each[name]));
    const has = (one: string) => standing.has(one.slice(key.length + 1));
    expect(
      told(
        values.map((value) => `${key} ${value}`),
        has,
      ),
    ).toEqual([]);
  });

  it('has every key of a part of a board, and of a tab of one', () => {
    const parts = (sample.boards ?? []).flatMap(({ widgets }) => widgets);
    const tabs = parts.flatMap(({ reports = [] }) => reports);
    const missing = (keys: object, said: readonly object[]) => Object.keys(keys).filter((key) => !said.some((one) => key in one));
    expect(missing(boardWidgetDef.shape, parts)).toEqual([]);
    expect(missing(boardTabDef.shape, tabs)).toEqual([]);
  });

  it('has rows that belong to their record, rows that live on their own, in the form and in tabs', () => {
    const kinds = new Set(all('subtable').map(({ inherit = 1, inline = 0 }) => `${inherit} ${inline}`));
    expect([...kinds].toSorted()).toEqual(['0 0', '0 1', '1 0', '1 1']);
  });
});
