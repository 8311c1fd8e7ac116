import { useRef, useState } from 'react';
import { largestIn } from '#protocol/fields/file-size.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import { asApiError } from '#web/api/error.ts';
import { closeToasts } from '#web/ui/overlay/toast.ts';
import { useFieldHost } from './host.ts';
import { beginUpload, endUpload } from './uploads.ts';
import { asFiles } from './values.ts';
import type { EditProps } from './widget.ts';

/** Why a file was not sent or not taken: too many, too large, another upload runs, or what the server said. */
export type UploadFault =
  | { kind: 'many'; most: number }
  | { kind: 'large'; name: string; most: number }
  | { kind: 'busy' }
  | { kind: 'failed'; remark: string };

/** What is said in passing of a file that was not taken is about this: the next one that is sent ends it. */
export const UPLOAD = 'upload';

/** A value with the mark that one of its files is still on its way. */
const marked = (files: readonly FileValue[], uploading: boolean): readonly FileValue[] =>
  uploading ? Object.assign([...files], { uploading: true }) : files;

/** Whether one of a value's files is still on its way. */
export const isUploading = (value: unknown): boolean => (value as { uploading?: boolean } | null)?.uploading === true;

/** Files of a field where its definition names no number. */
const MOST = 20;

/** What the server would refuse is not sent at all. */
export function tooLarge({ data_type }: FieldDef, { name, size }: Pick<File, 'name' | 'size'>): UploadFault | null {
  const most = largestIn(data_type, name);
  return size > most ? { kind: 'large', name, most } : null;
}

/** Sends files, one after the other, and puts each beside what stands there by then; a failed one leaves no row behind (FILE-01). */
export function useUpload(
  { field, value, onChange, onBlur, cloud, rowid }: EditProps,
  { tell, replaces = false }: { tell: (fault: UploadFault) => void; replaces?: boolean },
) {
  const host = useFieldHost();
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const now = useRef<readonly FileValue[]>([]);
  now.current = asFiles(value);
  const files = asFiles(value);
  const most = field.max === undefined ? MOST : Number(field.max);
  const put = (next: readonly FileValue[], uploading: boolean) => {
    now.current = next;
    onChange(marked(next, uploading));
  };
  const sendOne = async (file: File): Promise<boolean> => {
    const isFull = now.current.length >= most && !replaces;
    const fault = isFull
      ? ({ kind: 'many', most } as const)
      : (tooLarge(field, file) ?? (beginUpload() ? null : ({ kind: 'busy' } as const)));
    if (fault) {
      tell(fault);
      return false;
    }
    closeToasts(UPLOAD);
    setSending({ name: file.name, percent: 0 });
    put(now.current, true);
    try {
      const stored = await host.upload(cloud, rowid, field, file, (percent) => setSending({ name: file.name, percent }));
      put(replaces ? [stored] : [...now.current, stored], false);
      return true;
    } catch (error) {
      put(now.current, false);
      tell({ kind: 'failed', remark: asApiError(error).remark });
      return false;
    } finally {
      endUpload();
      setSending(null);
      onBlur();
    }
  };
  const send = async (chosen: readonly File[]) => {
    for (const file of chosen) if (!(await sendOne(file))) return;
  };
  const remove = (key_name: string) =>
    put(
      now.current.filter((each) => each.key_name !== key_name),
      sending !== null,
    );
  return { files, sending, most, send, remove };
}
