import { lazy } from 'react';
import { sortOf } from '#protocol/fields/endings.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { Later } from '../Later.tsx';
import { asFiles } from '../values.ts';
import type { EditProps, ReadProps, Widget } from '../widget.ts';
import css from './media.module.css';
import { Thumb } from './Thumb.tsx';

const room = () => import('./room.tsx');
const Tiles = lazy(() => room().then(({ Tiles: part }) => ({ default: part })));
const EditTiles = lazy(() => room().then(({ EditTiles: part }) => ({ default: part })));

/** Thumbnails of one line of a list; the others are counted. */
const IN_LINE = 3;

function ReadMedia({ value, place }: ReadProps) {
  const { t, listed } = useText();
  const files = asFiles(value);
  if (files.length === 0) return <Nothing />;
  const names = listed(files.map((file) => file.file_name));
  if (place !== 'list')
    return (
      <Later of={<span>{names}</span>}>
        <Tiles files={files} />
      </Later>
    );
  const pictures = files.filter((file) => sortOf(file.file_name) === 'picture');
  const drawn = pictures.slice(0, IN_LINE);
  const clips = files.length - pictures.length;
  const more = pictures.length - drawn.length;
  return (
    <span className={css.line} title={names}>
      {drawn.map((file) => (
        <Thumb key={file.key_name} file={file} className={css.small} lazy />
      ))}
      {more > 0 && <span title={t('fields.files', { n: files.length })}>+{more}</span>}
      {clips > 0 && (
        <span className={css.clips}>
          <Icon name="play" size={14} />
          {clips}
          <span className="sr">{names}</span>
        </span>
      )}
    </span>
  );
}

const EditMedia = (props: EditProps) => (
  <Later of={null}>
    <EditTiles {...props} />
  </Later>
);

/** image, video, media: what shows and takes them comes when a form has some */
export const mediaWidget: Widget = { Read: ReadMedia, Edit: EditMedia, Search: null, wide: true };
