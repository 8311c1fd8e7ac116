import { useRef, useState } from 'react';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { asApiError } from '#web/api/error.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import css from './fields.module.css';
import { useFieldHost } from './host.ts';
import { beginUpload, endUpload } from './uploads.ts';
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

/** A value with the mark that one of its files is still on its way. */
const marked = (files: readonly FileValue[], uploading: boolean): readonly FileValue[] =>
  uploading ? Object.assign([...files], { uploading: true }) : files;

/** Sends a file and puts it beside what stands there by then; a failed one leaves no row behind (FILE-01). */
function useUpload({ field, value, onChange, onBlur, cloud, rowid }: EditProps) {
  const { t } = useText();
  const host = useFieldHost();
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const files = asFiles(value);
  const now = useRef(files);
  now.current = files;
  const most = field.max === undefined ? 20 : Number(field.max);
  const send = async (file: File) => {
    if (files.length >= most) return toast.info(t('fields.tooManyFiles', { n: most }));
    if (!beginUpload()) return toast.error(t('fields.uploadBusy'));
    setSending({ name: file.name, percent: 0 });
    onChange(marked(now.current, true));
    try {
      const stored = await host.upload(cloud, rowid, field, file, (percent) => setSending({ name: file.name, percent }));
      onChange([...now.current, stored]);
    } catch (error) {
      onChange(marked(now.current, false));
      toast.error(t('fields.uploadFailed'), { lines: [asApiError(error).remark] });
    } finally {
      endUpload();
      setSending(null);
      onBlur();
    }
  };
  const remove = (key_name: string) =>
    onChange(
      marked(
        files.filter((each) => each.key_name !== key_name),
        sending !== null,
      ),
    );
  return { files, sending, send, remove };
}

/** Names of types as a file box asks for them. */
const accepted = (format: string | undefined): string | undefined =>
  format
    ?.split(',')
    .map((type) => `.${type.trim()}`)
    .join(',');

function EditFiles(props: EditProps) {
  const { id, field, required, describedBy } = props;
  const { t, label } = useText();
  const { files, sending, send, remove } = useUpload(props);
  const input = useRef<HTMLInputElement>(null);
  const name = label(field);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame, and its legend stands above already
    <div className={css.upload} role="group" aria-label={required ? t('fields.must', { name }) : name} aria-describedby={describedBy}>
      <ul className={css.files}>
        {files.map((file) => (
          <FileRow key={file.key_name} file={file} onRemove={() => remove(file.key_name)} />
        ))}
        {sending ? (
          <li className={css.file} role="status">
            <Icon name="file" />
            <span>{sending.name}</span>
            <progress max={100} value={sending.percent} aria-label={sending.name} />
            <span className={css.unit}>{sending.percent}%</span>
          </li>
        ) : null}
      </ul>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={accepted(field.format)}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void send(file);
        }}
      />
      <Button size="medium" icon="import" disabled={sending !== null} data-first="" onClick={() => input.current?.click()}>
        {t('fields.addFile', { name })}
      </Button>
    </div>
  );
}

export const fileWidget: Widget = { Read: ReadFiles, Edit: EditFiles, Search: null, wide: true };
