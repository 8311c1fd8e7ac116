import { useState } from 'react';
import { shownType } from '#protocol/fields/endings.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { isLooking } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Preview } from './Preview.tsx';

/** Beside a file's name, where the page can show it: opens it over the page, `among` those that stand with it. */
export function PreviewButton({ file, among }: { file: FileValue; among: readonly FileValue[] }) {
  const { t } = useText();
  const [open, setOpen] = useState<string | null>(null);
  const isShown = ({ file_name }: FileValue) => shownType(file_name) !== null;
  // no file is handed out through somebody's eyes
  if (!isShown(file) || isLooking()) return null;
  return (
    <>
      <IconButton size="small" icon="eye" label={t('fields.preview', { name: file.file_name })} onClick={() => setOpen(file.key_name)} />
      <Preview files={among.filter(isShown)} open={open} onOpen={setOpen} />
    </>
  );
}
