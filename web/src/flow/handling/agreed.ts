import type { Envelope } from '#protocol/wire/envelope.ts';
import { asApiError } from '#web/api/error.ts';

/** What a decision may answer beside 200: what its event's action asks, and what it warns of. */
export const DECIDED = { accept: [100, 102] };

/**
 * Sends a decision; what its event's action asks (100) is asked, and the same sent again with the answer under the same request id. Null: it was
 * not agreed to, and nothing is decided. `word` is that of the button.
 */
export async function agreed(word: string, send: (agreed: { _answer?: string }) => Promise<Envelope>): Promise<Envelope | null> {
  let said = await send({});
  while (said.code === 100) {
    const room = await import('#web/actions/asking.ts').catch((error: unknown) => {
      throw asApiError(error);
    });
    if (!(await room.mayGoOn(word, said))) return null;
    said = await send({ _answer: String(said.data?.answer ?? '') });
  }
  return said;
}
