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
  const path = written(raw, issue.path, table ? 2 : 0) || 'suite';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      file,
      path: join(path === 'suite' ? '' : path, key),
      reason: `unknown key ${key}`,
      mend: UNKNOWN_KEY,
    }));
  const said = at(raw, issue.path);
  if (said === undefined) return [{ file, path, reason: 'missing', mend: `say it${wanted(issue)}` }];
  return [{ file, path, reason: `${issue.message} (${shown(said)})`, mend: `write ${wantedAlone(issue)}` }];
}

const UNKNOWN_KEY = 'take it out, or look in docs/schema/suite.json for the key that does what is meant';

/** What the schema asks for, in words. */
function wantedAlone(issue: Issue): string {
  if (issue.code === 'invalid_value')
    return issue.values
      .map((value) => JSON.stringify(value))
      .join(', ')
      .slice(0, 300);
  if (issue.code === 'invalid_type') return `a value of type ${issue.expected}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  return 'what the message asks for; docs/schema/suite.json says it of every key';
}
const wanted = (issue: Issue): string => (issue.code === 'invalid_type' || issue.code === 'invalid_value' ? `: ${wantedAlone(issue)}` : '');

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

/** What a part of a definition is called in a path. */
export function nameOf(value: unknown): string | undefined {
  for (const key of NAMES) {
    const found = textOf(value, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
