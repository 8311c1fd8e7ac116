import type { FieldDef } from '#protocol/meta/field.ts';
import type { Canary } from '../canary/canary.ts';
import type { World } from '../twin/world.ts';
import { askAll, type Finding, faultOf, type Run } from './engine.ts';
import { WRITTEN } from './places.ts';

/** What a write may meet: refused for its form (317), its length (316), its format (305), its target (315), an editing rule (312). */
const REFUSED: ReadonlySet<number> = new Set([301, 305, 312, 315, 316, 317]);

/**
 * Writes each payload into each field of a draft and reads it back: what stands there is what was sent, or it was refused and what
 * stood there before stands there still.
 */
export async function runWritten(
  world: World,
  canary: Canary,
  { id, fields = WRITTEN }: { id: string; fields?: readonly FieldDef[] },
  payloads: readonly string[],
): Promise<Run & { stored: number }> {
  const findings: Finding[] = [];
  let calls = 0;
  let stored = 0;
  for (const field of fields) {
    const name = field.field_name;
    const told = await askAll(
      world,
      canary,
      payloads.flatMap((payload) => [
        { path: '/app', op: 'Modify', cloud: 'initiation', id, [name]: payload },
        { path: '/app', op: 'Get', cloud: 'initiation', id, fields: name },
      ]),
    );
    calls += told.length;
    let before: unknown;
    for (const [at, payload] of payloads.entries()) {
      const [wrote, read] = [told[at * 2]!, told[at * 2 + 1]!];
      const now = (JSON.parse(read.body) as { data: Record<string, unknown> }).data?.[name];
      const why = faultOf(wrote, payload) ?? (wrote.code === 200 ? misread(field, payload, now) : refused(wrote.code, before, now, at));
      if (why) findings.push({ place: `Modify ${name}`, payload: payload.slice(0, 80), why });
      if (wrote.code === 200) stored += 1;
      before = now;
    }
  }
  return { calls, findings, stored };
}

/** Marks of direction that override, embed or isolate, and what is not seen, are no letters: they are not kept. */
const NO_LETTERS = new Set([0xad, 0x180e, 0x200b, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff]);
const letters = (text: string): string => [...text].filter((one) => !NO_LETTERS.has(one.codePointAt(0)!)).join('');

/** One line is trimmed; several lines stay as they are. */
function misread({ data_type }: FieldDef, payload: string, now: unknown): string | null {
  if (data_type !== 'text' && data_type !== 'textarea') return null;
  const sent = data_type === 'text' ? letters(payload).trim() : letters(payload);
  return sent === (now ?? '') ? null : `reads back ${JSON.stringify(now)?.slice(0, 200)}`;
}

function refused(code: number, before: unknown, now: unknown, at: number): string | null {
  if (!REFUSED.has(code)) return `code ${code}`;
  return at === 0 || JSON.stringify(before) === JSON.stringify(now)
    ? null
    : `refused with ${code}, and yet ${JSON.stringify(now)} stands there`;
}
