import { addTexts } from '#web/i18n/catalogue.ts';
import { FILES_EN, FILES_ZH } from '#web/i18n/parts/fields/files.ts';

addTexts(FILES_ZH, FILES_EN);

export { EditTiles } from './EditTiles.tsx';
export { Tiles } from './Tiles.tsx';
