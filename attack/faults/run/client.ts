import { type Answered, answered, asJson, byAddress } from '#protocol/testing-person.ts';

export type Ask = (op: string, body: Record<string, unknown>) => Promise<Answered>;

/** A person's calls to one server. A connection that breaks, or an answer that is none, throws: whether it was done is unknown. */
export function client(url: string, token: string, path = '/app'): Ask {
  const server = byAddress(url);
  return async (op, body) => answered(await server.send(asJson(`${path}?op=${op}`, { _os: 'web', ...body }, token)));
}

/** Sends a file in parts of 64 kB, each after `sent` of the one before; the same rules for what throws. */
export async function upload(url: string, token: string, bytes: Buffer, sent?: (part: number) => Promise<void> | void): Promise<Answered> {
  const border = 'border-of-the-parts';
  const text = (name: string, value: string) => `--${border}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${border}\r\ncontent-disposition: form-data; name="file"; filename="paper.bin"\r\n\r\n`;
  async function* body() {
    yield Buffer.from(text('cloud', 'shipment') + text('field', 'paper') + file);
    for (let at = 0; at < bytes.length; at += 65_536) {
      await sent?.(at / 65_536);
      yield bytes.subarray(at, at + 65_536);
    }
    yield Buffer.from(`\r\n--${border}--\r\n`);
  }
  const answer = await fetch(`${url}/app?op=Upload`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${border}`, token },
    body: body() as unknown as ReadableStream,
    duplex: 'half',
    signal: AbortSignal.timeout(120_000),
  } as RequestInit);
  return answered({ status: answer.status, headers: {}, body: await answer.text() });
}
