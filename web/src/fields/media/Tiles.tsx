import { type ReactNode, useState } from 'react';
import { sortOf } from '#protocol/fields/endings.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Preview } from '../preview/Preview.tsx';
import css from './media.module.css';
import { Thumb } from './Thumb.tsx';

interface TilesProps {
  files: readonly FileValue[];
  /** gives each a cross */
  onRemove?: (key: string) => void;
  /** what stands behind them in the row */
  children?: ReactNode;
}

/** Thumbnails of pictures, names of videos and sounds, each a way to it in full. */
export function Tiles({ files, onRemove, children }: TilesProps) {
  const { t } = useText();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <ul className={css.pictures}>
        {files.map((file) => {
          const name = file.file_name;
          const isPicture = sortOf(name) === 'picture';
          return (
            <li key={file.key_name} className={isPicture ? css.tile : css.wide}>
              <button
                type="button"
                data-value=""
                className={isPicture ? css.open : css.clip}
                title={name}
                aria-label={t(isPicture ? 'files.openPicture' : 'files.openClip', { name })}
                onClick={() => setOpen(file.key_name)}
              >
                {isPicture ? <Thumb file={file} className={css.thumb} /> : <Clip name={name} />}
              </button>
              {onRemove && (
                <IconButton
                  className={css.remove}
                  size="small"
                  icon="close"
                  label={t('fields.removeFile', { name })}
                  onClick={() => onRemove(file.key_name)}
                />
              )}
            </li>
          );
        })}
        {children}
      </ul>
      <Preview files={files} open={open} onOpen={setOpen} />
    </>
  );
}

const Clip = ({ name }: { name: string }) => (
  <>
    <span className={css.play}>
      <Icon name="play" size={20} />
    </span>
    <span className={css.name}>{name}</span>
  </>
);
