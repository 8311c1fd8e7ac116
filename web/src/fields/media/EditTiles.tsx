import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { endingsOf } from '#protocol/fields/endings.ts';
import { LARGEST_FILE, LARGEST_PICTURE } from '#protocol/fields/file-size.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { formatBytes } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { type UploadFault, useUpload } from '../use-upload.ts';
import type { EditProps } from '../widget.ts';
import css from './media.module.css';
import { Tiles } from './Tiles.tsx';

/** What is said of each type; that an upload failed in the words of the specification. */
const WORDS = {
  image: { add: 'files.add', many: 'files.tooManyPictures', failed: 'files.pictureFailed' },
  video: { add: 'fields.addFile', many: 'files.tooManyVideos', failed: 'files.videoFailed' },
  media: { add: 'fields.addFile', many: 'fields.tooManyFiles', failed: 'files.fileFailed' },
} as const;
const wordsOf = ({ data_type }: FieldDef) => WORDS[data_type as keyof typeof WORDS];

/** Pictures, videos and sounds as they are chosen and taken away. */
export function EditTiles(props: EditProps) {
  const { id, field, required, invalid, describedBy } = props;
  const { t, label } = useText();
  const [fault, setFault] = useState<UploadFault | null>(null);
  const isOne = Number(field.max) === 1;
  const { files, sending, most, send, remove } = useUpload(props, { tell: setFault, replaces: isOne });
  const words = wordsOf(field);
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
      <Tiles files={files} onRemove={takeAway}>
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
            label={t(isOne && files.length > 0 ? 'files.replace' : words.add, { name })}
            accept={endingsOf(field)
              ?.map((one) => `.${one}`)
              .join(',')}
            several={!isOne}
            rests={sending !== null || (files.length >= most && !isOne)}
            invalid={invalid}
            onTake={take}
          />
        </li>
      </Tiles>
      <p className={css.limit}>
        {t('fields.largestFile', { size: formatBytes(field.data_type === 'image' ? LARGEST_PICTURE : LARGEST_FILE) })}
      </p>
      {fault && (
        <p className={css.fault} role="alert">
          {fault.kind === 'many' && t(words.many, { n: fault.most })}
          {fault.kind === 'large' && t('fields.tooLargeFile', { name: fault.name, size: formatBytes(fault.most) })}
          {fault.kind === 'busy' && t('fields.uploadBusy')}
          {fault.kind === 'failed' && t(words.failed, { why: fault.remark })}
        </p>
      )}
    </div>
  );
}

interface AddTileProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  accept: string | undefined;
  several: boolean;
  /** nothing can be added now */
  rests: boolean;
  invalid: boolean;
  onTake: (files: readonly File[]) => void;
}

/** Where they are chosen or dropped. */
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
        {...(accept && { accept })}
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
        title={t('files.drop')}
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
