import { useRef } from 'react';
import { FileRow } from '#web/fields/file.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import css from './Attached.module.css';
import type { Attachments } from './attachments.ts';

/** Chooses files to go with what is said. */
export function AttachButton({ it: { send, sending } }: { it: Attachments }) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('beside.attachTo')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) void send(chosen);
        }}
      />
      <Button
        className={css.attach}
        kind="quiet"
        size="small"
        icon="clip"
        disabled={sending !== null}
        onClick={() => input.current?.click()}
      >
        {t('beside.attach')}
      </Button>
    </>
  );
}

/** Those that are chosen, and the one that is on its way. */
export function AttachList({ it: { files, sending, remove } }: { it: Attachments }) {
  const { t } = useText();
  if (files.length === 0 && !sending) return null;
  return (
    <ul className={css.files} aria-label={t('beside.attached', { n: files.length })}>
      {files.map((file) => (
        <FileRow key={file.key_name} file={file} among={files} onRemove={() => remove(file.key_name)} />
      ))}
      {sending && (
        <li className={css.sending} role="status">
          <Icon name="file" />
          <span className="ellipsis">{sending.name}</span>
          <progress max={100} value={sending.percent} aria-label={sending.name} />
          <span className={css.unit}>{sending.percent}%</span>
        </li>
      )}
    </ul>
  );
}
