import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { picturesOf } from '#protocol/fields/image.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Nothing } from '#web/ui/marks/Nothing.tsx';
import { type UploadFault, useUpload } from '../use-upload.ts';
import { asFiles } from '../values.ts';
import type { EditProps, ReadProps, Widget } from '../widget.ts';
import css from './image.module.css';
import { Pictures } from './Pictures.tsx';
import { Thumb } from './Thumb.tsx';

/** Thumbnails of one line of a list; the others are counted. */
const IN_LINE = 3;

function ReadPictures({ value, place }: ReadProps) {
  const { t, listed } = useText();
  const files = asFiles(value);
  if (files.length === 0) return <Nothing />;
  if (place !== 'list') return <Pictures files={files} />;
  const more = files.length - IN_LINE;
  return (
    <span className={css.line} title={listed(files.map((file) => file.file_name))}>
      {files.slice(0, IN_LINE).map((file) => (
        <Thumb key={file.key_name} file={file} className={css.small} lazy />
      ))}
      {more > 0 && <span title={t('fields.files', { n: files.length })}>+{more}</span>}
    </span>
  );
}

function EditPictures(props: EditProps) {
  const { id, field, required, invalid, describedBy } = props;
  const { t, label } = useText();
  const [fault, setFault] = useState<UploadFault | null>(null);
  const isOne = Number(field.max) === 1;
  const { files, sending, most, send, remove } = useUpload(props, { tell: setFault, replaces: isOne });
  const add = useRef<HTMLButtonElement>(null);
  const name = label(field);
  const take = (chosen: readonly File[]) => {
    setFault(null);
    void send(isOne ? chosen.slice(0, 1) : chosen);
  };
  const takeAway = (key: string) => {
    setFault(null);
    remove(key);
    add.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame, and its legend stands above already
    <div role="group" aria-label={required ? t('fields.must', { name }) : name} aria-describedby={describedBy}>
      <Pictures files={files} onRemove={takeAway}>
        {sending && (
          <li className={css.sending} role="status">
            <span className="ellipsis">{sending.name}</span>
            <progress max={100} value={sending.percent} aria-label={sending.name} />
            <span>{sending.percent}%</span>
          </li>
        )}
        <li className={css.tile}>
          <AddTile
            id={id}
            button={add}
            label={t(isOne && files.length > 0 ? 'fields.replacePicture' : 'fields.addPicture', { name })}
            accept={picturesOf(field)
              .map((one) => `.${one}`)
              .join(',')}
            several={!isOne}
            rests={sending !== null || (files.length >= most && !isOne)}
            invalid={invalid}
            onTake={take}
          />
        </li>
      </Pictures>
      {fault && (
        <p className={css.fault} role="alert">
          {fault.kind === 'many' && t('fields.tooManyPictures', { n: fault.most })}
          {fault.kind === 'busy' && t('fields.uploadBusy')}
          {fault.kind === 'failed' && t('fields.pictureFailed', { why: fault.remark })}
        </p>
      )}
    </div>
  );
}

interface AddTileProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  accept: string;
  several: boolean;
  /** nothing can be added now */
  rests: boolean;
  invalid: boolean;
  onTake: (files: readonly File[]) => void;
}

/** Where pictures are chosen or dropped. */
function AddTile({ id, button, label, accept, several, rests, invalid, onTake }: AddTileProps) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!rests);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!rests && event.dataTransfer.files.length > 0) onTake([...event.dataTransfer.files]);
  };
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={accept}
        multiple={several}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) onTake(chosen);
        }}
      />
      <button
        ref={button}
        type="button"
        className={css.add}
        data-first=""
        data-over={isOver || undefined}
        data-invalid={invalid || undefined}
        aria-disabled={rests || undefined}
        title={t('fields.dropPicture')}
        onClick={() => !rests && input.current?.click()}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="add" size={20} />
        <span>{label}</span>
      </button>
    </>
  );
}

export const imageWidget: Widget = { Read: ReadPictures, Edit: EditPictures, Search: null, wide: true };
