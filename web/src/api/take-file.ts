import { call } from './call.ts';
import type { OpRef } from './op-ref.ts';
import type { ClientRequest } from './request.ts';

/** Asks an op for the file that it makes, and gives that to the browser to keep, under the name that it came with. */
export async function takeFile<R extends OpRef>(op: R, request: ClientRequest<R>): Promise<void> {
  const { file } = await call(op, request);
  if (!file) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await file.blob());
  link.download = nameIn(file.headers.get('content-disposition') ?? '');
  link.click();
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The name as RFC 5987 writes it. */
export const nameIn = (disposition: string): string => decodeURIComponent(/filename\*=UTF-8''([^;]*)/.exec(disposition)?.[1] ?? '');
