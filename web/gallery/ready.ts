import { frameRemarks } from '#protocol/texts/frame.ts';
import { LATER_TEXTS } from '#protocol/texts/later.ts';
import { addRemarks, knowRemarks } from '#web/api/error.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { FORM_EN, FORM_ZH } from '#web/i18n/parts/form.ts';
import { addIcons } from '#web/ui/Icon.tsx';
import { LATER_ICONS } from '#web/ui/later-icons.ts';

/** What the frame and the pages bring before they draw a field. */
export function ready(): void {
  addTexts(LATER_ZH, LATER_EN);
  addTexts(FORM_ZH, FORM_EN);
  addIcons(LATER_ICONS);
  knowRemarks(frameRemarks);
  addRemarks(LATER_TEXTS);
}
