import { lazy } from 'react';
import { placeOf } from '#protocol/fields/place/place.ts';
import { Later } from '../Later.tsx';
import { shown, shownInLine } from '../shown.ts';
import { ReadText, SearchText, textWidget } from '../text.tsx';
import { asText } from '../values.ts';
import type { EditProps, ReadProps, Widget } from '../widget.ts';

const room = () => import('./room.tsx');
const CopyPlace = lazy(() => room().then(({ CopyPlace: part }) => ({ default: part })));
const PlaceBox = lazy(() => room().then(({ PlaceBox: part }) => ({ default: part })));

/** In a line the address, elsewhere with its coordinates, which can be copied. */
function ReadPlace(props: ReadProps) {
  const { field, value, place, locale } = props;
  const text = shown(field, value, locale);
  if (place === 'list' && text) return <span title={text}>{shownInLine(field, value, locale)}</span>;
  const { lng, lat } = placeOf(asText(value));
  if (place === 'list' || !lng || !lat) return <ReadText {...props} />;
  return (
    <span>
      {text}
      <Later of={null}>
        <CopyPlace lng={lng} lat={lat} />
      </Later>
    </span>
  );
}

const EditLine = textWidget.Edit!;

/** Its boxes, or all of it in one line. */
const EditPlace = (props: EditProps) => (
  <Later id={props.id} of={<EditLine {...props} />}>
    <PlaceBox {...props} />
  </Later>
);

/** location: its boxes come when a form shows one */
export const placeWidget: Widget = { Read: ReadPlace, Edit: EditPlace, Search: SearchText, wide: true };
