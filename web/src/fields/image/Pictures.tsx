import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import css from './image.module.css';
import { Thumb } from './Thumb.tsx';

const PictureDialog = lazy(() => import('./PictureDialog.tsx').then((room) => ({ default: room.PictureDialog })));

/** Thumbnails, each a way to the picture in full; `onRemove` gives them a cross. What stands behind them in the row is the caller's. */
export function Pictures({
  files,
  onRemove,
  children,
}: {
  files: readonly FileValue[];
  onRemove?: (key: string) => void;
  children?: ReactNode;
}) {
  const { t } = useText();
  const [open, setOpen] = useState<string | null>(null);
  const at = files.findIndex((file) => file.key_name === open);
  return (
    <>
      <ul className={css.pictures}>
        {files.map((file) => (
          <li key={file.key_name} className={css.tile}>
            <button
              type="button"
              className={css.open}
              title={file.file_name}
              aria-label={t('fields.openPicture', { name: file.file_name })}
              onClick={() => setOpen(file.key_name)}
            >
              <Thumb file={file} className={css.thumb} />
            </button>
            {onRemove && (
              <IconButton
                className={css.remove}
                size="small"
                icon="close"
                label={t('fields.removeFile', { name: file.file_name })}
                onClick={() => onRemove(file.key_name)}
              />
            )}
          </li>
        ))}
        {children}
      </ul>
      {at >= 0 && (
        <Suspense>
          <PictureDialog files={files} at={at} onTurn={(to) => setOpen(files[to]!.key_name)} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
