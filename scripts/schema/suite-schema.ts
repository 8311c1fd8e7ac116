import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Shape, SUPPORTED } from '#protocol/check/supported.ts';
import { WORKING } from '#protocol/fields/fields.ts';
import { suiteDef } from '#protocol/meta/suite.ts';

/** What a definition may say of each thing: by which keys a shape of the schema is known. */
const KNOWN_BY: readonly (readonly [shape: string, keys: readonly string[]])[] = [
  ['suite', ['modules', 'dicts']],
  ['report', ['sources', 'targets']],
  ['chart', ['kind', 'PIE']],
  ['place', ['row', 'col']],
  ['drill', ['path']],
  ['link', ['cloud', 'on']],
  ['board', ['columns', 'widgets']],
  ['record', ['cloud', 'search']],
  ['widget', ['kind', 'at']],
  ['tab', ['report', 'look']],
  ['target', ['periods', 'bands']],
  ['measure', ['share', 'calc']],
  ['search', ['fields', 'notnull']],
  ['source', ['name', 'cloud']],
  ['frozen', ['link', 'at']],
  ['module', ['menus', 'flag']],
  ['menu', ['children', 'cloud']],
  ['role', ['grants']],
  ['grant', ['group', 'scope']],
  ['seed', ['domain', 'rows']],
  ['table', ['table_name', 'subtables']],
  ['field', ['field_name']],
  ['subtable', ['parent_field', 'inline']],
  ['check', ['equals']],
  ['style', ['style', 'target']],
  ['rule', ['where', 'unique']],
  ['variant', ['name', 'ops']],
  ['summary', ['by', 'sum']],
  ['state', ['sign', 'actions']],
  ['timeout', ['hours']],
  ['action', ['op', 'param']],
  ['event', ['next_state']],
  ['notify', ['remark', 'url']],
  ['assert', ['must_pass']],
  ['write_back', ['id_field']],
  ['reckoning', ['add', 'subtract']],
  ['rows', ['table', 'parent_field', 'values']],
  ['dict', ['code', 'items']],
  ['item', ['id', 'look']],
  ['handler', ['type']],
  ['post', ['uid', 'code']],
  ['searchs', ['fields']],
];

export type Node = {
  [key: string]: unknown;
  properties?: Record<string, Node>;
  required?: string[];
  enum?: unknown[];
  description?: string;
};

/** Which of them an object of the schema is. */
export const shapeOf = (node: Node): string | undefined =>
  node.properties && KNOWN_BY.find(([, keys]) => keys.every((key) => key in node.properties!))?.[0];

/** What each key means, a line of keys.txt: `shape.key | English | 中文`. */
export const MEANINGS: ReadonlyMap<string, { en: string; zh: string }> = new Map(
  readFileSync(new URL('keys.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [key, en, zh] = line.split(' | ') as [string, string, string];
      return [key, { en, zh }] as const;
    }),
);

export const meaningOf = (shape: string, key: string) => MEANINGS.get(`${shape}.${key}`) ?? MEANINGS.get(`any.${key}`);

/** Every object of the schema. */
export function* nodesOf(of: unknown): Generator<Node> {
  if (of === null || typeof of !== 'object') return;
  if (!Array.isArray(of)) yield of as Node;
  for (const inner of Object.values(of)) yield* nodesOf(inner);
}

/** JSON Schema of a suite with its tables, fields, states, actions and events, as text: what is taken, and what each key means. */
export function suiteSchema(): string {
  const schema = z.toJSONSchema(suiteDef, { io: 'input', reused: 'inline', cycles: 'ref' }) as Node;
  for (const node of nodesOf(schema)) {
    const shape = shapeOf(node);
    if (shape) explain(node, shape);
  }
  return `${JSON.stringify(schema, null, 1)}\n`;
}

function explain(node: Node, shape: string): void {
  const refused: readonly string[] = SUPPORTED.refusedKeys[shape as Shape] ?? [];
  for (const key of refused) delete node.properties![key];
  for (const [key, value] of Object.entries(node.properties!)) {
    const meaning = meaningOf(shape, key);
    node.properties![key] = { ...(meaning ? { description: `${meaning.en}\n${meaning.zh}` } : {}), ...taken(`${shape}.${key}`, value) };
  }
  if (shape === 'table') Object.assign(node, ROWS_STAND_SOMEWHERE);
}

/** Rows of a sub-table stand in the form, or in a tab where the table has tabs. */
const ROWS_STAND_SOMEWHERE = {
  if: { not: { properties: { tabs: { const: 1 } }, required: ['tabs'] } },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { properties: { subtables: { items: { properties: { inline: { const: 1 } }, required: ['inline'] } } } },
};

/** Of a key's values those that something does. */
function taken(path: string, value: Node): Node {
  return path === 'field.data_type' ? { ...value, enum: [...WORKING] } : value;
}
