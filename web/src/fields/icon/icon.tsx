import { lazy } from 'react';
import { Icon, isIcon } from '#web/ui/Icon.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { Later } from '../Later.tsx';
import { shown } from '../shown.ts';
import { textWidget } from '../text.tsx';
import { asText } from '../values.ts';
import type { EditProps, ReadProps, SearchProps, Widget } from '../widget.ts';
import css from './icon.module.css';

const room = () => import('./room.tsx');
const IconBox = lazy(() => room().then(({ IconBox: part }) => ({ default: part })));
const IconFilter = lazy(() => room().then(({ IconFilter: part }) => ({ default: part })));

/** The icon with what it is called. */
function ReadIcon({ field, value, locale }: ReadProps) {
  const name = asText(value);
  if (name === '') return <Nothing />;
  return (
    <span className={css.icon}>
      {isIcon(name) && <Icon name={name} />}
      <span>{shown(field, value, locale)}</span>
    </span>
  );
}

const EditLine = textWidget.Edit!;

/** What offers the icons, or their names in a line. */
const EditIcon = (props: EditProps) => (
  <Later id={props.id} of={<EditLine {...props} />}>
    <IconBox {...props} />
  </Later>
);

const SearchIcon = (props: SearchProps) => (
  <Later of={null}>
    <IconFilter {...props} />
  </Later>
);

export const iconWidget: Widget = { Read: ReadIcon, Edit: EditIcon, Search: SearchIcon };
