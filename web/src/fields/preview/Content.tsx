import { sortOf } from '#protocol/fields/endings.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { isLooking } from '#web/api/session.ts';
import { Thumb } from '../media/Thumb.tsx';
import { Paper } from './Paper.tsx';
import { Player } from './Player.tsx';
import css from './PreviewDialog.module.css';
import { Unshown } from './Unshown.tsx';

/** What a file holds, by the viewer of its sort. No file is handed out through somebody's eyes: a picture's place says so for all of them. */
export function Content({ file }: { file: FileValue }) {
  const sort = sortOf(file.file_name);
  if (isLooking() || sort === 'picture') return <Thumb file={file} className={css.full} />;
  if (sort === 'video' || sort === 'sound') return <Player file={file} isSound={sort === 'sound'} />;
  if (sort === 'page') return <Paper file={file} />;
  return <Unshown file={file} why="files.unknown" />;
}
