import { addTexts } from '#web/i18n/catalogue.ts';
import { KINDS_EN, KINDS_ZH } from '#web/i18n/parts/fields/kinds.ts';

export { CopyPlace } from './CopyPlace.tsx';
export { PlaceBox } from './PlaceBox.tsx';

addTexts(KINDS_ZH, KINDS_EN);
