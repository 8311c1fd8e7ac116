import { between } from './kind.ts';
import { lineKind } from './line.ts';
import { plainWriting } from './writing.ts';

const LOCAL = /^[A-Za-z0-9_%+-]+(\.[A-Za-z0-9_%+-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** FIELD-09: a plain address; no quoted local part, no address literal, at least two labels after the sign. */
export function isEmail(text: string): boolean {
  const [local, domain, more] = text.split('@');
  if (!local || !domain || more !== undefined || local.length > 64 || text.length > 254) return false;
  const labels = domain.split('.');
  return LOCAL.test(local) && labels.length > 1 && labels.every((one) => LABEL.test(one)) && /[A-Za-z]/.test(labels.at(-1)!);
}

/** An address with the full-width letters and the full stop of an input method. */
function readEmail(typed: string): string {
  const text = plainWriting(typed, 254) ?? '';
  return isEmail(text) ? text : typed;
}

export const email = lineKind((random) => `person${between(random, 1, 9999)}@example.org`, isEmail, 'fieldEmail', readEmail);
