import { between } from './kind.ts';
import { lineKind } from './line.ts';
import { isMobile, readMobile } from './mobile.ts';
import { plainWriting } from './writing.ts';

/** FIELD-09: 7 or 8 digits, an area code of 3 or 4 digits before them, an extension of up to 6 after them. */
export const isLandline = (text: string): boolean => /^(0[0-9]{2,3}-?)?[1-9][0-9]{6,7}(-[0-9]{1,6})?$/.test(text);

/** A number as it stands on letterheads: （0571）8888 7777, 0571 - 88887777, ０５７１… */
function readTelephone(typed: string): string {
  const text =
    plainWriting(typed)
      ?.replace(/^\((0[0-9]{2,3})\) ?/, '$1-')
      .replace(/ ?- ?/g, '-') ?? '';
  const found = [text, text.replace(' ', '-').replaceAll(' ', ''), text.replaceAll(' ', '')].find(isLandline);
  return found ?? readMobile(typed);
}

/** A landline; a mobile number is a telephone too. */
export const telephone = lineKind(
  (random) => `0571-${between(random, 20_000_000, 89_999_999)}`,
  (text) => isLandline(text) || isMobile(text),
  'fieldTelephone',
  readTelephone,
);
