import { useRef, useState } from 'react';
import { LARGEST_FILE } from '#protocol/fields/file-size.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { isLooking } from '#web/api/session.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import css from './fields.module.css';
import { PreviewButton } from './preview/PreviewButton.tsx';
import { type UploadFault, useUpload } from './use-upload.ts';
import { asFiles } from './values.ts';
import type { EditProps, ReadProps, Widget } from './widget.ts';

/** One file: its name leads to it, and what the page can show opens over it, `among` others of its place. */
export function FileRow({ file, among = [file], onRemove }: { file: FileValue; among?: readonly FileValue[]; onRemove?: () => void }) {
  const { t } = useText();
  return (
    <li className={css.file}>
      <Icon name="file" />
      {isLooking() ? (
        // no file is handed out through somebody's eyes
        <span>{file.file_name}</span>
      ) : (
        <a href={file.url} download={file.file_name} title={file.file_name}>
          {file.file_name}
        </a>
      )}
      <span className={css.unit}>{formatBytes(file.length)}</span>
      <PreviewButton file={file} among={among} />
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
        <FileRow key={file.key_name} file={file} among={files} />
      ))}
    </ul>
  );
}

/** Names of types as a file box asks for them. */
const accepted = (format: string | undefined): string | undefined =>
  format
    ?.split(',')
    .map((type) => `.${type.trim()}`)
    .join(',');

/** Why a file was not taken, beside where it was to stand. */
function Fault({ of }: { of: UploadFault }) {
  const { t } = useText();
  return (
    <p className={css.fault} role="alert">
      {of.kind === 'many' && t('fields.tooManyFiles', { n: of.most })}
      {of.kind === 'large' && t('fields.tooLargeFile', { name: of.name, size: formatBytes(of.most) })}
      {of.kind === 'busy' && t('fields.uploadBusy')}
      {of.kind === 'failed' && `${t('fields.uploadFailed')}\n${of.remark}`}
    </p>
  );
}

function EditFiles(props: EditProps) {
  const { id, field, required, invalid, describedBy } = props;
  const { t, label } = useText();
  const [fault, setFault] = useState<UploadFault | null>(null);
  const { files, sending, send, remove } = useUpload(props, { tell: setFault });
  const input = useRef<HTMLInputElement>(null);
  const name = label(field);
  const take = (file: File) => {
    setFault(null);
    void send([file]);
  };
  const takeAway = (key: string) => {
    setFault(null);
    remove(key);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame, and its legend stands above already
    <div className={css.upload} role="group" aria-label={required ? t('fields.must', { name }) : name} aria-describedby={describedBy}>
      <ul className={css.files}>
        {files.map((file) => (
          <FileRow key={file.key_name} file={file} among={files} onRemove={() => takeAway(file.key_name)} />
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
          if (file) take(file);
        }}
      />
      <Button
        size="medium"
        icon="import"
        disabled={sending !== null}
        data-first=""
        data-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {t('fields.addFile', { name })}
      </Button>
      <span className={css.unit}>{t('fields.largestFile', { size: formatBytes(LARGEST_FILE) })}</span>
      {fault && <Fault of={fault} />}
    </div>
  );
}

export const fileWidget: Widget = { Read: ReadFiles, Edit: EditFiles, Search: null, wide: true };
