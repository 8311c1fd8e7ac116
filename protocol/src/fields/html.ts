import type { FieldKind } from './kind.ts';
import { showText } from './line.ts';
import { plainText } from './page/plain-text.ts';
import { textarea } from './textarea.ts';

/**
 * Rich text as HTML, at most `length` (20,000) characters with its tags; of what shows no letter there is none. The server cleans what is
 * written, the browser what it shows.
 */
export const html: FieldKind = {
  ...textarea,
  parse(input, field) {
    const { value, fault } = textarea.parse(input, field);
    if (fault) return { fault: fault.code === 316 ? { ...fault, text: 'fieldPageTooLong' } : fault };
    return { value: value && plainText(String(value)) ? value : null };
  },
  show: (wire) => plainText(showText(wire)),
  sample: (random, field) => `<p>1 &lt; <strong>${textarea.sample(random, field)}</strong></p>`,
};
