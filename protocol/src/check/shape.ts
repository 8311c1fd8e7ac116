import type { z } from 'zod';
import { type DemoDef, demoDef } from '#protocol/meta/demo.ts';
import { type SuiteDef, suiteDef } from '#protocol/meta/suite.ts';
import { fileOf, instead, type Problem } from './problem.ts';
import { at, salvaged } from './salvage.ts';
import { SUPPORTED } from './supported.ts';
import { type Issue, meant, wanted, wrongWith } from './wanted.ts';

/** A suite as far as it can be read, and what is wrong with its shape; null where nothing can be made of it. */
export interface Parsed {
  suite: SuiteDef | null;
  problems: Problem[];
}

/** The suite, and what zod's strict schema says of it in the words of a definition: names instead of indexes. */
export function parseSuite(raw: unknown): Parsed {
  const parsed = suiteDef.safeParse(raw);
  if (parsed.success) return { suite: parsed.data, problems: [] };
  const problems = parsed.error.issues.flatMap((issue) => {
    const inTable = issue.path[0] === 'tables' && typeof issue.path[1] === 'number';
    const table = inTable ? textOf(at(raw, issue.path.slice(0, 2)), 'table_name') : undefined;
    const place: Place = { file: fileOf(textOf(raw, 'code') ?? 'unknown', table), from: table ? 2 : 0, whole: 'suite' };
    return problemsOf(suiteDef, raw, issue, place);
  });
  const parse = (one: unknown) => ({ issues: suiteDef.safeParse(one).error?.issues ?? [] });
  const left = suiteDef.safeParse(salvaged(raw, parse, (path, key) => nearKey(suiteDef, raw, path, key)));
  return { suite: left.success ? left.data : null, problems };
}

/** The demonstration that stands in `file`, in the same words; null where its shape is wrong. */
export function parseDemo(raw: unknown, file: string): { demo: DemoDef | null; problems: Problem[] } {
  const parsed = demoDef.safeParse(raw);
  if (parsed.success) return { demo: raw as DemoDef, problems: [] };
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(demoDef, raw, issue, { file, from: 0, whole: 'demo' }));
  return { demo: null, problems };
}

/** Where a problem stands: its file, how much of its path leads there, and what the whole is called. */
interface Place {
  file: string;
  from: number;
  whole: string;
}

function problemsOf(schema: z.ZodType, raw: unknown, issue: Issue, { file, from, whole }: Place): Problem[] {
  const path = written(raw, issue.path, from) || whole;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      file,
      path: join(path === whole ? '' : path, key),
      reason: `unknown key ${key}`,
      mend: unknownKey(schema, raw, issue.path, key),
    }));
  const said = at(raw, issue.path);
  const key = String(issue.path.findLast((one) => typeof one === 'string') ?? '');
  if (said === undefined) return [{ file, path, reason: 'missing', mend: `write ${key}: ${wanted(issue, key)}` }];
  return [
    {
      file,
      path,
      reason: wrongWith(issue, said),
      mend: [meant(issue, key, said), `write ${wanted(issue, key)}`].filter(Boolean).join(' '),
    },
  ];
}

function unknownKey(schema: z.ZodType, raw: unknown, path: readonly PropertyKey[], key: string): string {
  const keys = keysAt(schema, raw, path);
  const near = nearKey(schema, raw, path, key);
  if (near) return `did you mean ${near}? Else take it out`;
  return keys.length ? `take it out; keys here are ${keys.join(', ')}` : 'take it out';
}

const nearKey = (schema: z.ZodType, raw: unknown, path: readonly PropertyKey[], key: string): string | undefined =>
  /did you mean (\w+)/.exec(instead(key, keysAt(schema, raw, path), 1, 2))?.[1];

/** What zod keeps of a schema, as far as its keys are asked for. */
interface Kept {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  getter?: () => z.ZodType;
  options?: readonly z.ZodType[];
  discriminator?: string;
}
const keptOf = (schema: z.ZodType): Kept => schema._zod.def as unknown as Kept;

/** The keys that a place may have, but for those that nothing does. */
function keysAt(root: z.ZodType, raw: unknown, path: readonly PropertyKey[]): string[] {
  let schema: z.ZodType | undefined = root;
  for (const [depth, key] of path.entries()) {
    const kept: Kept | undefined = schema && keptOf(plain(schema, at(raw, path.slice(0, depth))));
    schema = typeof key === 'number' ? kept?.element : (kept?.shape?.[String(key)] ?? kept?.valueType);
  }
  const keys = schema ? Object.keys(keptOf(plain(schema, at(raw, path))).shape ?? {}) : [];
  const unbuilt: readonly (readonly string[])[] = Object.values(SUPPORTED.refusedKeys);
  const refused = unbuilt.find((some) => some.length > 0 && some.every((one) => keys.includes(one))) ?? [];
  return keys.filter((key) => !refused.includes(key));
}

/** The schema itself, without what makes it optional; of several the one that the value names. */
function plain(schema: z.ZodType, value: unknown): z.ZodType {
  const { type, innerType, getter, options, discriminator } = keptOf(schema);
  if (innerType) return plain(innerType, value);
  if (type === 'lazy' && getter) return plain(getter(), value);
  if (!options || !discriminator) return schema;
  const said = (value as Record<string, unknown> | null | undefined)?.[discriminator];
  return options.find((one) => keptOf(one).shape?.[discriminator]?.safeParse(said).success) ?? schema;
}

const join = (path: string, key: string): string => (path ? `${path}.${key}` : key);

function textOf(value: unknown, key: string): string | undefined {
  const found = (value as Record<string, unknown> | null | undefined)?.[key];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** `fields[code].length` rather than `fields.3.length`. */
function written(raw: unknown, path: readonly PropertyKey[], from: number): string {
  let text = '';
  for (let index = from; index < path.length; index += 1) {
    const key = path[index]!;
    if (typeof key !== 'number') text = join(text, String(key));
    else text += `[${nameOf(at(raw, path.slice(0, index + 1))) ?? key}]`;
  }
  return text;
}

const NAMES = ['key', 'field_name', 'table_name', 'report_name', 'value', 'op', 'id', 'code', 'name', 'uid'];

/** What a part of a definition is called in a path. */
export function nameOf(value: unknown): string | undefined {
  for (const key of NAMES) {
    const found = textOf(value, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
