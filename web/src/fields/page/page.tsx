import { lazy, Suspense } from 'react';
import { shown } from '../shown.ts';
import { EditLines, ReadText, SearchText } from '../text.tsx';
import { asText } from '../values.ts';
import type { EditProps, ReadProps, Widget } from '../widget.ts';
import { Instead } from './Instead.tsx';
import { useLabel } from './use-label.ts';

const room = () => import('./room.tsx');
const Laid = lazy(() => room().then(({ Laid: part }) => ({ default: part })));
const PageBox = lazy(() => room().then(({ PageBox: part }) => ({ default: part })));

/** In a line its words alone; elsewhere as it was laid out, its words until what lays it out is there and where it does not come. */
function ReadPage(props: ReadProps) {
  const { field, value, place, locale } = props;
  const words = <ReadText {...props} />;
  if (place === 'list' || shown(field, value, locale) === '') return words;
  return (
    <Instead of={words}>
      <Suspense fallback={words}>
        <Laid type={field.data_type} text={asText(value)} />
      </Suspense>
    </Instead>
  );
}

/** Its box, or the text as it is kept in one of lines. */
function EditPage(props: EditProps) {
  useLabel(props.id);
  return (
    <Instead of={<EditLines {...props} />}>
      <Suspense>
        <PageBox {...props} />
      </Suspense>
    </Instead>
  );
}

/** html, markdown: what lays them out and writes them comes when a page shows some */
export const pageWidget: Widget = { Read: ReadPage, Edit: EditPage, Search: SearchText, wide: true };
