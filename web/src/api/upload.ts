import type { Envelope, FileValue } from '#protocol/wire/envelope.ts';
import { ApiError, networkError, remarkOf } from './error.ts';
import { refKey } from './op-ref.ts';
import { ops } from './ops.ts';
import { sessionState } from './session.ts';

export interface UploadRequest {
  cloud: string;
  field: string;
  rowid?: number;
}

/** Sends one file. `onProgress` gets 0 to 100 of what has left the browser, 90 at most until the server answers. */
export function upload(
  request: UploadRequest,
  file: File,
  options: { onProgress?: (percent: number) => void; signal?: AbortSignal } = {},
): Promise<FileValue> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ _os: 'web', ...request })) if (value !== undefined) form.append(name, String(value));
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', refKey(ops.upload));
    const token = sessionState().session?.token;
    if (token) sending.setRequestHeader('token', token);
    sending.responseType = 'text';
    sending.upload.onprogress = (event) =>
      options.onProgress?.(event.lengthComputable ? Math.min(90, Math.round((event.loaded / event.total) * 90)) : 0);
    sending.onerror = () => reject(networkError());
    sending.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    sending.onload = () => finish(sending.responseText, options.onProgress, resolve, reject);
    options.signal?.addEventListener('abort', () => sending.abort());
    sending.send(form);
  });
}

function finish(
  body: string,
  onProgress: ((percent: number) => void) | undefined,
  resolve: (file: FileValue) => void,
  reject: (error: ApiError) => void,
): void {
  let answer: Envelope;
  try {
    answer = JSON.parse(body) as Envelope;
  } catch {
    reject(networkError());
    return;
  }
  if (answer.code !== 200) reject(new ApiError(answer.code, remarkOf(answer), answer.data ? { data: answer.data } : {}));
  else {
    onProgress?.(100);
    resolve(answer.data as unknown as FileValue);
  }
}
