/** What came back: the envelope. */
export interface Answered {
  code: number;
  remark: string;
  data?: Record<string, unknown>;
  rows?: Record<string, unknown>[];
  total?: number;
}
export type Ask = (op: string, body: Record<string, unknown>) => Promise<Answered>;

/** A person's calls to one server. A connection that breaks, or an answer that is none, throws: whether it was done is unknown. */
export function client(url: string, token: string, path = '/app'): Ask {
  return async (op, body) => {
    const answer = await fetch(`${url}${path}?op=${op}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify({ _os: 'web', ...body }),
      signal: AbortSignal.timeout(120_000),
    });
    return (await answer.json()) as Answered;
  };
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
  return (await answer.json()) as Answered;
}
