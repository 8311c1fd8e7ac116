import { lazy, Suspense } from 'react';
import { shown } from '../shown.ts';
import { ReadText, SearchText } from '../text.tsx';
import { asText } from '../values.ts';
import type { EditProps, ReadProps, Widget } from '../widget.ts';

const room = () => import('./room.tsx');
const Laid = lazy(() => room().then(({ Laid: part }) => ({ default: part })));
const PageBox = lazy(() => room().then(({ PageBox: part }) => ({ default: part })));

/** In a line its words alone; elsewhere as it was laid out, its words until what lays it out is there. */
function ReadPage(props: ReadProps) {
  const { field, value, place, locale } = props;
  const words = <ReadText {...props} />;
  if (place === 'list' || shown(field, value, locale) === '') return words;
  return (
    <Suspense fallback={words}>
      <Laid type={field.data_type} text={asText(value)} />
    </Suspense>
  );
}

const EditPage = (props: EditProps) => (
  <Suspense>
    <PageBox {...props} />
  </Suspense>
);

/** html, markdown: what lays them out and writes them comes when a page shows some */
export const pageWidget: Widget = { Read: ReadPage, Edit: EditPage, Search: SearchText, wide: true };
