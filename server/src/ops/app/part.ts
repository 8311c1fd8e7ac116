import { Refusal } from '#protocol/codes.ts';
import type { Part } from '#server/ports/files.ts';

/** A part that begins behind the end of its file. */
class BeyondEnd extends Refusal {
  readonly status = 416;
  constructor() {
    super(317);
  }
}

/** Of fifteen digits at most: a number that is exact. */
const ONE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part that a header `Range` asks for, so that a player may jump to it; undefined: the whole file, also where several parts are asked for at
 * once, which no player does, or what is no range at all (RFC 9110 lets either be ignored).
 */
export function partOf(range: string | undefined, length: number): Part | undefined {
  const [, first, last] = ONE.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  const to = last === '' || first === '' ? length - 1 : Math.min(Number(last), length - 1);
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  if (from >= length) throw new BeyondEnd();
  return { from, to };
}
