import type { z } from 'zod';
import { type SuiteDef, suiteDef } from '../suite.ts';
import { fileOf, type Problem } from './problem.ts';

/** The suite, or what zod's strict schema says of it in the words of a definition: names instead of indexes. */
export function parseSuite(raw: unknown): { suite: SuiteDef } | { problems: Problem[] } {
  const parsed = suiteDef.safeParse(raw);
  if (parsed.success) return { suite: parsed.data };
  return { problems: parsed.error.issues.flatMap((issue) => problemsOf(raw, issue)) };
}

type Issue = z.core.$ZodIssue;

function problemsOf(raw: unknown, issue: Issue): Problem[] {
  const code = textOf(raw, 'code') ?? 'unknown';
  const inTable = issue.path[0] === 'tables' && typeof issue.path[1] === 'number';
  const table = inTable ? textOf(at(raw, issue.path.slice(0, 2)), 'table_name') : undefined;
  const file = fileOf(code, table);
  const path = written(raw, issue.path, table ? 2 : 0);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ file, path: join(path, key), reason: `unknown key ${key}` }));
  const said = at(raw, issue.path);
  return [{ file, path, reason: said === undefined ? 'missing' : `${issue.message} (${shown(said)})` }];
}

const join = (path: string, key: string): string => (path ? `${path}.${key}` : key);

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function at(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], raw);
}

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

const NAMES = ['field_name', 'table_name', 'value', 'op', 'id', 'code', 'name', 'uid'];

function nameOf(value: unknown): string | undefined {
  for (const key of NAMES) {
    const found = textOf(value, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
