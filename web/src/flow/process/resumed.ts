import type { Resume } from '#protocol/wire/process.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BESIDE_EN, BESIDE_ZH } from '#web/i18n/parts/beside.ts';
import type { Texts } from '#web/i18n/use-text.ts';

addTexts(BESIDE_ZH, BESIDE_EN);

const WALKED = { version: 'beside.toResumeVersion', way: 'beside.toResumeWay', changed: 'beside.toResumeChanged' } as const;

/** Where what was returned `direct` goes by an event: straight back, and to whom; or why it does not, behind where it goes. */
export function foretoldResume(
  { t, label, listed }: Pick<Texts, 't' | 'label' | 'listed'>,
  event: string,
  step: string,
  { who, same, off }: Resume,
): string {
  if (off) return t(WALKED[off]);
  return t(same ? 'beside.toResume' : 'beside.toResumeStep', { event, step, who: listed(who.map((each) => label(each))) });
}
