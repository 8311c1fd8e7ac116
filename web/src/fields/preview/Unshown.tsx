import type { FileValue } from '#protocol/wire/envelope.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from './PreviewDialog.module.css';

interface UnshownProps {
  file: FileValue;
  why?: 'files.unknown' | 'files.noPlay' | 'files.noPlayer' | 'files.noFrame' | 'files.refused';
  /** what the server said, where it gave no address of it */
  refused?: string;
}

/** Why a file is not to be seen here, and the way to it that is left. */
export function Unshown({ file, why = 'files.refused', refused = '' }: UnshownProps) {
  const { t } = useText();
  return (
    <p className={css.unshown} role="status">
      <Icon name="info" size={20} />
      <span>{t(why, { why: refused })}</span>
      <a href={file.url} download={file.file_name}>
        {t('files.get', { name: file.file_name })}
      </a>
    </p>
  );
}
