import { lazy } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { PAGE_EN, PAGE_ZH } from '#web/i18n/parts/fields/page.ts';
import type { EditProps } from '../widget.ts';

export { Laid } from './Laid.tsx';

import { MarkdownBox } from './MarkdownBox.tsx';

addTexts(PAGE_ZH, PAGE_EN);

const RichBox = lazy(() => import('./RichBox.tsx').then((room) => ({ default: room.RichBox })));

/** Where a page of text is written. */
export const PageBox = (props: EditProps) => (props.field.data_type === 'markdown' ? <MarkdownBox {...props} /> : <RichBox {...props} />);
