import { Refusal } from '#protocol/codes.ts';

const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Makes values fit for the driver. PostgreSQL stores no NUL and no half of a surrogate pair: refused with 317 before they reach
 * it, also inside arrays and documents. Dates go as instants, never in the machine's time zone.
 */
export function encodeValues(values: readonly unknown[]): unknown[] {
  return values.map(encodeValue);
}

function encodeValue(value: unknown): unknown {
  checkText(value);
  if (value instanceof Date) return value.toISOString();
  if (value === undefined) return null;
  return value;
}

function checkText(value: unknown): void {
  if (typeof value === 'string') {
    if (UNSTORABLE.test(value)) throw new Refusal(317);
    return;
  }
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || value instanceof Date) return;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item !== 'number') checkText(item);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    checkText(key);
    checkText(item);
  }
}
