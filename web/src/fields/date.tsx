import { lazy, useState } from 'react';
import type { Locale } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { boxes } from './date/boxes.ts';
import { Later } from './Later.tsx';
import { shown } from './shown.ts';
import { textWidget } from './text.tsx';
import { asText } from './values.ts';
import type { EditProps, Line, ReadProps, SearchProps, Widget } from './widget.ts';

function ReadDate({ field, value, locale }: ReadProps) {
  const text = shown(field, value, locale);
  return text === '' ? <Nothing /> : <time dateTime={asText(value)}>{text}</time>;
}

/** A day is never cut: its line needs no title. */
function dateLine(field: FieldDef, value: unknown, locale: Locale): Line | null {
  const text = shown(field, value, locale);
  return text === '' ? null : { text };
}

/** Fetches what days are typed in: a list is read before. What draws boxes by itself imports it and has them at once. */
export const bringBoxes = () => import('./date/calendar.tsx');
const LaterEdit = lazy(() => bringBoxes().then(({ EditDate: box }) => ({ default: box })));
const LaterSearch = lazy(() => bringBoxes().then(({ SearchDate: box }) => ({ default: box })));
const EditLine = textWidget.Edit!;

/** Its box, or a line where the calendar does not come. */
function EditDate(props: EditProps) {
  // a box that stands stays: in another one what is being typed would be gone
  const [Box] = useState(() => boxes()?.Edit);
  if (Box) return <Box {...props} />;
  return (
    <Later id={props.id} of={<EditLine {...props} />}>
      <LaterEdit {...props} />
    </Later>
  );
}

function SearchDate(props: SearchProps) {
  const [Box] = useState(() => boxes()?.Search);
  if (Box) return <Box {...props} />;
  return (
    <Later id={props.id} of={null}>
      <LaterSearch {...props} />
    </Later>
  );
}

/** date, datetime, year, month, time: what is typed in comes with the pages that let one type */
export const dateWidget: Widget = { Read: ReadDate, line: dateLine, Edit: EditDate, Search: SearchDate };
