import type { FileValue } from '#protocol/wire/envelope.ts';
import { bytesOf } from '#web/api/bytes.ts';
import { ops } from '#web/api/ops.ts';
import { isLooking } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { usePicture } from '#web/ui/marks/use-picture.ts';
import css from './media.module.css';

interface ThumbProps {
  file: FileValue;
  className?: string | undefined;
  lazy?: boolean;
}

/** One picture of a field; where it cannot be had, or is not for who looks through somebody's eyes, what it is called. `lazy`: read when it comes into sight. */
export function Thumb(props: ThumbProps) {
  if (!isLooking()) return <Picture {...props} />;
  return (
    <span className={css.lost}>
      <Icon name="eye-off" />
      {props.file.file_name}
    </span>
  );
}

function Picture({ file, className, lazy = false }: ThumbProps) {
  const { t } = useText();
  const { key_name, preview_url: url, file_name } = file;
  const { src, onError } = usePicture({
    key: key_name,
    src: `${url}&preview=true`,
    again: () => bytesOf(ops.preview, { key_name, preview: 'true' }),
  });
  if (src)
    return <img className={className} src={src} alt={file_name} loading={lazy ? 'lazy' : 'eager'} decoding="async" onError={onError} />;
  return (
    <span className={css.lost} title={t('fields.noPicture')}>
      <Icon name="alert" />
      <span className="sr">{t('fields.noPicture')}</span> {file_name}
    </span>
  );
}
