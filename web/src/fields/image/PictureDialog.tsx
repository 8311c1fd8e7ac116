import { type KeyboardEvent, useId } from 'react';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { isLooking } from '#web/api/session.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import css from './image.module.css';
import { Thumb } from './Thumb.tsx';

interface PictureDialogProps {
  files: readonly FileValue[];
  at: number;
  onTurn: (to: number) => void;
  onClose: () => void;
}

/** A picture in full, with those beside it (FILE-02): arrows turn, Esc closes, the file can be had. */
export function PictureDialog({ files, at, onTurn, onClose }: PictureDialogProps) {
  const { t } = useText();
  const place = useId();
  const file = files[at]!;
  const turn = (by: number) => {
    if (files[at + by]) onTurn(at + by);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <Dialog
      open
      width={960}
      title={file.file_name}
      onClose={onClose}
      footer={
        <>
          {files.length > 1 && (
            <>
              <Button size="medium" icon="left" disabled={at === 0} onClick={() => turn(-1)} onKeyDown={press}>
                {t('fields.earlier')}
              </Button>
              <Button size="medium" icon="right" disabled={at === files.length - 1} onClick={() => turn(1)} onKeyDown={press}>
                {t('fields.later')}
              </Button>
            </>
          )}
          {!isLooking() && (
            <a className={css.download} href={file.url} download={file.file_name} aria-describedby={place}>
              <Icon name="export" />
              {t('fields.download')}
            </a>
          )}
        </>
      }
    >
      <figure className={css.stage} onKeyDown={press} aria-label={file.file_name}>
        <Thumb key={file.key_name} file={file} className={css.full} />
        <figcaption id={place} aria-live="polite">
          {files.length > 1 ? `${t('fields.pictureOf', { n: at + 1, all: files.length })} · ` : ''}
          {formatBytes(file.length)}
        </figcaption>
      </figure>
    </Dialog>
  );
}
