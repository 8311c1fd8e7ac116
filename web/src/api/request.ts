import type { z } from 'zod';
import type { OpDef } from '#protocol/ops/op.ts';
import type { OpRef } from './op-ref.ts';

type InputOf<D> = D extends OpDef<infer Req> ? z.input<Req> : never;
type OutputOf<D> = D extends OpDef<infer Req> ? z.output<Req> : never;
type OptionalKeys<I> = { [K in keyof I]-?: object extends Pick<I, K> ? K : never }[keyof I];

/** What a caller writes: the declared types, with defaults left out. A loose op takes a table's own fields too. */
export type ClientRequest<R> =
  R extends OpRef<infer D>
    ? Partial<Pick<OutputOf<D>, OptionalKeys<InputOf<D>> & keyof OutputOf<D>>> &
        Omit<OutputOf<D>, OptionalKeys<InputOf<D>> & keyof OutputOf<D>>
    : never;

/**
 * A request as a form: ids as `,1,2,`, other nested values as JSON, null as the empty text (clears a field), absent values left
 * out. `_os` marks the client on each call.
 */
export function encodeForm(request: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams({ _os: 'web' });
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined) form.set(name, encodeValue(value));
  }
  return form;
}

function encodeValue(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value) && value.every((each) => Number.isInteger(each))) return value.length ? `,${value.join(',')},` : '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
