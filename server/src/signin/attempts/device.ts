import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The device cookie: `id.mac`. A device on which somebody signed in has a counter of its own for that account, so that strangers
 * who guess elsewhere cannot lock him out. It opens nothing by itself.
 */
export function newDevice(pepper: Uint8Array): { id: string; cookie: string } {
  const id = randomBytes(16).toString('base64url');
  return { id, cookie: `${id}.${mac(pepper, id)}` };
}

/** The id of a cookie that this installation made, else null. */
export function deviceOf(pepper: Uint8Array, cookie: string | null): string | null {
  const [id, given] = (cookie ?? '').split('.');
  if (id?.length !== 22 || given?.length !== 43) return null;
  return timingSafeEqual(Buffer.from(given), Buffer.from(mac(pepper, id))) ? id : null;
}

const mac = (pepper: Uint8Array, id: string): string => createHmac('sha256', pepper).update(`device\n${id}`).digest('base64url');
