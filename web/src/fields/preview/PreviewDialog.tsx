import { type KeyboardEvent, useId } from 'react';
import { sortOf } from '#protocol/fields/endings.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { isLooking } from '#web/api/session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { FILES_EN, FILES_ZH } from '#web/i18n/parts/fields/files.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Content } from './Content.tsx';
import css from './PreviewDialog.module.css';

addTexts(FILES_ZH, FILES_EN);

interface PreviewDialogProps {
  files: readonly FileValue[];
  at: number;
  onTurn: (to: number) => void;
  onClose: () => void;
}

/** A file in full, with those beside it (FILE-02): arrows turn, Esc closes, the file can be had. */
export function PreviewDialog({ files, at, onTurn, onClose }: PreviewDialogProps) {
  const { t } = useText();
  const place = useId();
  const file = files[at]!;
  const turn = (by: number) => {
    if (files[at + by]) onTurn(at + by);
  };
  const press = (event: KeyboardEvent) => {
    // a player goes back and forth in what it plays
    if (event.target instanceof HTMLMediaElement) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <Dialog
      open
      {...(sortOf(file.file_name) === 'page' ? { size: 'large' } : { width: 960 })}
      title={file.file_name}
      onClose={onClose}
      footer={
        <>
          {files.length > 1 && (
            <>
              <Button size="medium" icon="left" disabled={at === 0} onClick={() => turn(-1)} onKeyDown={press}>
                {t('files.earlier')}
              </Button>
              <Button size="medium" icon="right" disabled={at === files.length - 1} onClick={() => turn(1)} onKeyDown={press}>
                {t('files.later')}
              </Button>
            </>
          )}
          {!isLooking() && (
            <a className={css.download} href={file.url} download={file.file_name} aria-describedby={place}>
              <Icon name="export" />
              {t('files.download')}
            </a>
          )}
          <Button size="medium" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <figure className={css.stage} onKeyDown={press} aria-label={file.file_name}>
        <Content key={file.key_name} file={file} />
        <figcaption id={place} aria-live="polite">
          {files.length > 1 ? `${t('files.fileOf', { n: at + 1, all: files.length })} · ` : ''}
          {formatBytes(file.length)}
        </figcaption>
      </figure>
    </Dialog>
  );
}
