import { useRef, useState } from 'react';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { asApiError } from '#web/api/error.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Nothing } from '#web/ui/marks.tsx';
import { toast } from '#web/ui/toast.ts';
import css from './fields.module.css';
import { useFieldHost } from './host.ts';
import { asFiles } from './values.ts';
import type { EditProps, ReadProps, Widget } from './widget.ts';

function FileRow({ file, onRemove }: { file: FileValue; onRemove?: () => void }) {
  const { t } = useText();
  return (
    <li className={css.file}>
      <Icon name="file" />
      <a href={file.url} download={file.file_name} title={file.file_name}>
        {file.file_name}
      </a>
      <span className={css.unit}>{formatBytes(file.length)}</span>
      {onRemove ? (
        <IconButton size="small" icon="close" label={t('fields.removeFile', { name: file.file_name })} onClick={onRemove} />
      ) : null}
    </li>
  );
}

function ReadFiles({ value, place }: ReadProps) {
  const { t, listed } = useText();
  const files = asFiles(value);
  if (files.length === 0) return <Nothing />;
  if (place === 'list') return <span title={listed(files.map((file) => file.file_name))}>{t('fields.files', { n: files.length })}</span>;
  return (
    <ul className={css.files}>
      {files.map((file) => (
        <FileRow key={file.key_name} file={file} />
      ))}
    </ul>
  );
}

/** One upload at a time; a failed one leaves no row behind (FILE-01). While it runs the value carries `uploading`. */
function EditFiles({ id, field, value, onChange, onBlur, describedBy, cloud, rowid }: EditProps) {
  const { t, label } = useText();
  const host = useFieldHost();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const files = asFiles(value);
  const most = field.max === undefined ? 20 : Number(field.max);
  const send = async (list: FileList | null) => {
    const chosen = list?.[0];
    if (!chosen) return;
    if (sending) return toast.error(t('fields.uploadBusy'));
    if (files.length >= most) return toast.info(t('fields.tooManyFiles', { n: most }));
    setSending({ name: chosen.name, percent: 0 });
    onChange(Object.assign([...files], { uploading: true }));
    try {
      const stored = await host.upload(cloud, rowid, field, chosen, (percent) => setSending({ name: chosen.name, percent }));
      onChange([...files, stored]);
    } catch (error) {
      onChange([...files]);
      toast.error(t('fields.uploadFailed'), { lines: [asApiError(error).remark] });
    } finally {
      setSending(null);
      if (input.current) input.current.value = '';
      onBlur();
    }
  };
  return (
    <div className={css.upload} aria-describedby={describedBy}>
      <ul className={css.files}>
        {files.map((file) => (
          <FileRow key={file.key_name} file={file} onRemove={() => onChange(files.filter((each) => each.key_name !== file.key_name))} />
        ))}
        {sending ? (
          <li className={css.file} role="status">
            <Icon name="file" />
            <span>{sending.name}</span>
            <progress max={100} value={sending.percent} />
            <span className={css.unit}>{sending.percent}%</span>
          </li>
        ) : null}
      </ul>
      <input ref={input} id={id} type="file" className={css.hidden} onChange={(event) => send(event.target.files)} />
      <Button size="medium" icon="import" disabled={sending !== null} onClick={() => input.current?.click()}>
        {t('fields.addFile', { name: label(field) })}
      </Button>
    </div>
  );
}

export const fileWidget: Widget = { Read: ReadFiles, Edit: EditFiles, Search: null, wide: true };
