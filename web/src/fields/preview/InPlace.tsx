import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { shownType, sortOf } from '#protocol/fields/endings.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { isLooking } from '#web/api/session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { FILES_EN, FILES_ZH } from '#web/i18n/parts/fields/files.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Content } from './Content.tsx';
import css from './InPlace.module.css';
import { Preview } from './Preview.tsx';

addTexts(FILES_ZH, FILES_EN);

/** Those of a field's files that can be seen in the page, in their order. */
export const seenIn = (files: readonly FileValue[]): readonly FileValue[] => files.filter(({ file_name }) => shownType(file_name) !== null);

interface InPlaceProps {
  field: FieldDef;
  files: readonly FileValue[];
  /** the files as any field has them: by name, or as thumbnails */
  read: ReactNode;
}

/**
 * The first file of a field in the record itself (`preview`) below what any field has of them, with a way to the others, and to each in full.
 * Nothing of it is read before it comes into sight. One picture alone needs no thumbnail of itself.
 */
export function InPlace({ field, files, read }: InPlaceProps) {
  const seen = seenIn(files);
  // no file is handed out through somebody's eyes
  if (seen.length === 0 || isLooking()) return read;
  return (
    <>
      {!(field.data_type === 'image' && files.length === 1) && read}
      <Stage files={seen} />
    </>
  );
}

function Stage({ files }: { files: readonly FileValue[] }) {
  const { t } = useText();
  const [key, setKey] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const at = Math.max(
    0,
    files.findIndex(({ key_name }) => key_name === key),
  );
  const file = files[at]!;
  const name = file.file_name;
  const turn = (by: number) => setKey(files[at + by]?.key_name ?? file.key_name);
  const isPicture = sortOf(name) === 'picture';
  return (
    <figure ref={place} className={css.place} aria-label={t('files.inPlace', { name })} data-preview="">
      <div className={css.stage} data-sort={sortOf(name)}>
        {isSeen && <Content key={file.key_name} file={file} />}
      </div>
      {/* paper has the picture, or what it is called */}
      {!(isPicture && isSeen) && <p className="on-paper">{name}</p>}
      <figcaption className={css.foot}>
        <span className="ellipsis" title={name} aria-live="polite">
          {files.length > 1 ? `${t('files.fileOf', { n: at + 1, all: files.length })} · ` : ''}
          {name}
        </span>
        {files.length > 1 && (
          <>
            <IconButton icon="left" size="small" label={t('files.earlier')} disabled={at === 0} onClick={() => turn(-1)} />
            <IconButton icon="right" size="small" label={t('files.later')} disabled={at === files.length - 1} onClick={() => turn(1)} />
          </>
        )}
        <IconButton icon="expand" size="small" label={t('files.large', { name })} onClick={() => setOpen(file.key_name)} />
      </figcaption>
      <Preview files={files} open={open} onOpen={setOpen} />
    </figure>
  );
}

/** px before it is seen that it begins to load */
const AHEAD = '120px';

/** Whether an element has come into sight; it stays so. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isSeen) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true), {
      rootMargin: AHEAD,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
