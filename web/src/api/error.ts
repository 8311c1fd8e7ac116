import { CODES, type Code } from '#protocol/codes.ts';
import { type RemarkText, remarkFrom } from '#protocol/texts/remark.ts';
import { signin } from '#protocol/texts/signin.ts';
import type { ServerText } from '#protocol/texts/text.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';

/**
 * A call that did not succeed. `code` is the envelope's; `network` is true when there was no answer at all: that is id 401 of the
 * specification, and signs nobody out (WIRE-11). `remark` is ready to be shown.
 */
export class ApiError extends Error {
  readonly data: Readonly<Record<string, unknown>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** the remark as it came: `$name` of a text of the catalogue */
  readonly said: string;
  constructor(
    readonly code: Code | 0,
    readonly remark: string,
    about: {
      said?: string;
      data?: Record<string, unknown>;
      rows?: readonly Record<string, unknown>[];
      network?: boolean;
      retryAfter?: number;
    } = {},
  ) {
    super(`${code} ${remark}`);
    this.name = 'ApiError';
    this.said = about.said ?? '';
    this.data = about.data ?? {};
    this.rows = about.rows ?? [];
    this.network = about.network ?? false;
    this.retryAfter = about.retryAfter ?? 0;
  }
  readonly network: boolean;
  /** seconds to wait, where the server said so */
  readonly retryAfter: number;
}

/** What he may not see, or what is there no more: 312, 315, 403. Anything else says nothing of what is known already. */
export const isGone = ({ code }: ApiError): boolean => code === 312 || code === 315 || code === 403;

/** The sign-in page carries the texts that it can meet; the frame brings all (`knowRemarks`). */
let remarkText = remarkFrom(signin);
export const knowRemarks = (all: RemarkText): void => {
  remarkText = all;
};
/** Further texts, which a page brings that alone meets them. */
export const addRemarks = (texts: Readonly<Record<string, ServerText>>): void => {
  const [others, own] = [remarkText, remarkFrom(texts)];
  remarkText = (code, remark, ...rest) => (remark.slice(1) in texts ? own : others)(code, remark, ...rest);
};

/** What a person reads of an answer, in the language on screen (WIRE-10). */
export const remarkOf = (answer: Pick<Envelope, 'code' | 'remark' | 'data'>): string =>
  remarkText(answer.code in CODES ? answer.code : 300, answer.remark ?? '', answer.data ?? {}, locale());

export const networkError = (): ApiError => new ApiError(0, say('api.offline'), { network: true });

/** Any failure as an ApiError, so that one place can draw it. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(306, CODES[306][locale()]);
}
