import { networkError } from './error.ts';
import { type OpRef, refKey } from './op-ref.ts';
import { encodeForm } from './request.ts';
import { sessionState } from './session.ts';

/** The bytes of a file by the session's token: for a picture whose address with its ticket is over. */
export async function bytesOf(op: OpRef, request: Readonly<Record<string, unknown>>): Promise<Blob> {
  const token = sessionState().session?.token;
  const headers = token ? { token } : undefined;
  const answer = await fetch(refKey(op), {
    method: 'POST',
    body: encodeForm(request),
    credentials: 'same-origin',
    ...(headers && { headers }),
  });
  if (!answer.ok || answer.headers.get('content-type')?.startsWith('application/json')) throw networkError();
  return answer.blob();
}
